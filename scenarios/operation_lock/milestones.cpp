// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/milestones.h"

#include <utility>

#include "scenarios/operation_lock/operation_event.h"

namespace racewindow::operation_lock {
namespace {

// A milestone about a caller's step: `reached` sees everybody's progress before it.
template <class Reached>
void reach_by_progress(World& world, std::string name, Reached reached) {
  world.scenario.milestone(std::move(name), [files = world.files, operations = operations_of(world),
                                             reached](const Event& event) {
    return is_call_step(files, event) && reached(files, event.tracked(operations), event);
  });
}

bool changes(const Event& event, std::string_view table, RowChange::Kind kind) {
  for (const RowChange& change : event.changes()) {
    if (change.table->name == table && change.kind == kind) return true;
  }
  return false;
}

}  // namespace

void reach_meeting(World& world) {
  if (world.call.design.exclusion != Exclusion::none) {
    reach_line(world, "an operation finds the lock taken", "result=already-running");
    return;
  }
  reach_by_progress(world, "two operations on one file are inside",
                    [](const Files& files, const Operations& before, const Event& event) {
                      if (!ingests(event)) return false;
                      for (std::size_t peer = 0; peer < files.work.size(); ++peer) {
                        if (peer != event.actor && before.of[peer].inside != 0) return true;
                      }
                      return false;
                    });
}

void reach_line(World& world, std::string name, std::string_view words) {
  world.scenario.milestone(
      std::move(name), [words](const Event& event) { return !line_with(event, words).empty(); });
}

void reach_takeover(World& world) {
  reach_by_progress(world, "a lock is taken over from its holder",
                    [](const Files& files, const Operations& before, const Event& event) {
                      return changes(event, lock_table, RowChange::Kind::update) &&
                             before.holder_beside(files, event.actor) != callers_max;
                    });
}

void reach_refusal_at(World& world, std::string name, Duration age) {
  reach_by_progress(world, std::move(name),
                    [age](const Files& files, const Operations& before, const Event& event) {
                      if (line_with(event, "result=already-running").empty()) return false;
                      const std::size_t holder = before.holder_beside(files, event.actor);
                      return holder != callers_max &&
                             event.now.microseconds - before.of[holder].since == age.microseconds;
                    });
}

void reach_death_with_lock(World& world) {
  reach_by_progress(world, "a process dies that holds a lock",
                    [](const Files&, const Operations& before, const Event& event) {
                      return event.kind == EventKind::crash &&
                             before.of[event.actor].holds_lock != 0;
                    });
}

void reach_fault(World& world, std::string name, EventKind fault, Verb verb,
                 std::string_view table) {
  world.scenario.milestone(std::move(name), [fault, verb, table](const Event& event) {
    return event.kind == fault && sends(event, verb, table);
  });
}

void reach_delivery(World& world) {
  world.scenario.milestone("a late statement changes rows", [](const Event& event) {
    return event.kind == EventKind::delivery && !event.changes().empty();
  });
}

void reach_overtaken_recompare(World& world, std::size_t actor) {
  struct Recompare {
    std::uint8_t has_read = 0;
    std::uint8_t overtaken = 0;
  };
  world.scenario.milestone<Recompare>(
      "a pointer moves while a recompare is under way", {},
      [actor](Recompare& recompare, const Event& event) {
        if (event.kind == EventKind::time) return false;
        const bool keeps = sends(event, Verb::update, "comparison_result") ||
                           sends(event, Verb::insert, "comparison_result");
        if (event.actor == actor && keeps) return recompare.overtaken != 0;
        if (event.actor == actor) {
          recompare.has_read = 1;
        } else if (recompare.has_read != 0 &&
                   changes(event, "comparison_file", RowChange::Kind::update)) {
          recompare.overtaken = 1;
        }
        return false;
      });
}

}  // namespace racewindow::operation_lock
