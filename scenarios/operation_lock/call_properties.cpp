// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "scenarios/operation_lock/operation_event.h"
#include "scenarios/operation_lock/properties.h"

namespace racewindow::operation_lock {
namespace {

// Each is told of a caller's step: its progress before and after.
struct CallStep {
  const Work& work;
  const Progress& before;
  const Progress& after;
  const Event& event;
  std::string_view result;  // the line with which the call has ended; empty: it goes on

  [[nodiscard]] bool ended_with(std::string_view how) const {
    return result.find(how) != std::string_view::npos;
  }
};

Finding rejected_after_lock(const CallStep& step) {
  if (!step.ended_with("result=rejected") || !step.after.has(Progress::touched_lock)) {
    return std::nullopt;
  }
  return "expected a call that a cheap guard rejects to send no lock statement, it sent one";
}

Finding acquired_otherwise(const CallStep& step) {
  if (step.work.operation != "reparse_file") return std::nullopt;
  for (const RowChange& change : step.event.changes()) {
    constexpr std::size_t operation = 3;
    if (change.table->name != lock_table || change.kind == RowChange::Kind::remove) continue;
    const auto lock = step.event.after_cells(change);
    if (lock[operation].as_text() == step.work.operation) continue;
    return fmt::format("expected the reparse to lock as {}, it does as {}", step.work.operation,
                       lock[operation].as_text());
  }
  const bool unlocked = step.after.warned != 0;
  if (step.ended_with("result=done") && !unlocked && step.after.acquires != 1) {
    return fmt::format("expected the reparse to acquire once, it did {} times",
                       step.after.acquires);
  }
  return std::nullopt;
}

Finding dishonest_conflict(const CallStep& step) {
  if (!step.ended_with("result=already-running") || step.after.has(Progress::met_other)) {
    return std::nullopt;
  }
  return "expected the honest message only while another operation had the file, none had";
}

Finding conflict_that_changed(const CallStep& step) {
  if (!step.ended_with("result=already-running") || !step.after.has(Progress::changed_rows)) {
    return std::nullopt;
  }
  return "expected a refused call to change nothing, it changed rows";
}

Finding failed_open(const CallStep& step) {
  if (!step.after.has(Progress::lock_failed)) return std::nullopt;
  if (ingests(step.event)) {
    return "expected a call whose acquire failed not to go on, it ingested";
  }
  if (!step.result.empty() && !step.ended_with("result=failed")) {
    return fmt::format("expected a call whose acquire failed to fail, it ended with {}",
                       step.result);
  }
  if (step.ended_with("result=failed") && !step.ended_with("reason=\"operation lock: ")) {
    return fmt::format("expected the lock to be named as the reason, the line is {}", step.result);
  }
  return std::nullopt;
}

Finding inside_unlocked(const CallStep& step) {
  if (!ingests(step.event) || step.after.got_lock != 0 || step.after.warned != 0) {
    return std::nullopt;
  }
  return "expected an operation inside to have got the lock or to have warned, it did neither";
}

Finding abort_left_copy(const CallStep& step) {
  if (!step.ended_with("result=aborted") || step.after.leftovers == 0) return std::nullopt;
  return "expected an abort to compensate, the ingested copy is still there";
}

// An update that leaves a row as it is only holds it.
bool only_holds(const Event& event, const RowChange& change) {
  return change.kind == RowChange::Kind::update &&
         std::ranges::equal(event.before_cells(change), event.after_cells(change));
}

Finding changed_another_file(const Files& files, const Event& event) {
  if (!is_call_step(files, event)) return std::nullopt;
  const Work& own = files.work[event.actor];
  for (const RowChange& change : event.changes()) {
    if (change.table->name == "ingested" || only_holds(event, change)) continue;
    const auto row = change.kind == RowChange::Kind::remove ? event.before_cells(change)
                                                            : event.after_cells(change);
    const bool of_comparison = change.table->name == "comparison_result";
    if (row[0].as_text() == own.comparison_id && (of_comparison || row[1].as_text() == own.role)) {
      continue;
    }
    return fmt::format("expected the operation on the {} of {} to keep to it, it changed ({}, {})",
                       own.role, own.comparison_id, row[0].as_text(), row[1].as_text());
  }
  return std::nullopt;
}

}  // namespace

void add_call_properties(World& world) {
  const auto monitor = [&world](PropertyInfo info, Finding (*check)(const CallStep&)) {
    world.scenario.monitor<NoState>(
        std::move(info), {},
        [files = world.files, operations = operations_of(world), check](
            NoState&, const Event& event) -> Finding {
          if (!is_call_step(files, event) || event.kind == EventKind::delivery) return std::nullopt;
          const Operations& before = event.tracked(operations);
          const Operations after = before.after(files, event);
          return check({files.work[event.actor], before.of[event.actor], after.of[event.actor],
                        event, result_line(event)});
        });
  };
  monitor({"cheap-guards-first", "Umsetzung 5",
           "a call that a cheap guard rejects sends no lock statement"},
          rejected_after_lock);
  monitor(
      {"reparse-acquires-once", "Umsetzung 5", "a reparse acquires exactly once, as reparse_file"},
      acquired_otherwise);
  monitor({"conflict-is-honest", "Umsetzung 2",
           "a call is told that an operation is running only while one had the file"},
          dishonest_conflict);
  monitor({"conflict-changes-nothing", "Umsetzung 2", "a call that is refused changes nothing"},
          conflict_that_changed);
  monitor({"fails-closed", "Umsetzung 2",
           "an error of the lock ends the call, with the lock as its reason"},
          failed_open);
  monitor({"locked-or-warned", "Umsetzung 4",
           "an operation is inside with the lock, or after a warning that there is none"},
          inside_unlocked);
  monitor({"abort-leaves-nothing", "Umsetzung 3",
           "a guard that aborts leaves none of what was ingested"},
          abort_left_copy);
}

void add_apart_properties(World& world) {
  world.scenario.monitor<NoState>(
      {"files-apart", "Umsetzung 1", "an operation changes no row of another file"}, {},
      [files = world.files](NoState&, const Event& event) {
        return changed_another_file(files, event);
      });
  world.scenario.monitor<NoState>(
      {"never-refused", "Umsetzung 1", "operations on different files do not refuse each other"},
      {}, [](NoState&, const Event& event) -> Finding {
        if (line_with(event, "result=already-running").empty()) return std::nullopt;
        return "expected operations on different files not to meet, one was refused";
      });
}

}  // namespace racewindow::operation_lock
