// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pipeline_lock/milestones.h"

#include <fmt/format.h>

#include <bit>

#include "scenarios/pipeline_lock/clicks.h"

namespace racewindow::pipeline_lock {
namespace {

std::size_t count_runs(const Facts& facts, const View& view, std::string_view status) {
  const ViewRows& runs = view[facts.runs];
  std::size_t count = 0;
  for (std::size_t n = 0; n < runs.size(); ++n) {
    if (runs.at(n, 2).as_text() == status) ++count;
  }
  return count;
}

void reach_runs(World& world, std::string name, std::string_view status, std::size_t count) {
  world.scenario.milestone(std::move(name),
                           [facts = world.facts, status, count](const Event& event) {
                             return count_runs(facts, *event.after, status) >= count;
                           });
}

}  // namespace

void reach_answer(World& world, int status) {
  world.scenario.milestone(fmt::format("a click is answered with {}", status),
                           [facts = world.facts, status](const Event& event) {
                             return answer_of(facts, event) == status;
                           });
}

void reach_clicks_inside(World& world, std::size_t count) {
  world.scenario.milestone(
      fmt::format("{} clicks are being handled at once", count),
      [facts = world.facts, tracked = world.clicks, count](const Event& event) {
        const Clicks& clicks = event.tracked(tracked);
        const int inside = std::popcount(clicks.inside_during(facts, event));
        return static_cast<std::size_t>(inside) >= count;
      });
}

void reach_death_inside(World& world, EventKind death) {
  world.scenario.milestone("a process dies while it handles a click", [tracked = world.clicks,
                                                                       death](const Event& event) {
    return event.kind == death && has_bit(event.tracked(tracked).inside, event.actor);
  });
}

void reach_runs_done(World& world, std::size_t count) {
  reach_runs(world, fmt::format("{} run{} DONE", count, count == 1 ? " is" : "s are"), "DONE",
             count);
}

void reach_runs_running(World& world, std::size_t count) {
  reach_runs(world, fmt::format("{} runs are RUNNING at once", count), "RUNNING", count);
}

void reach_second_delivery(World& world, EventKind death) {
  struct Deaths {
    std::uint8_t seen = 0;
  };
  world.scenario.milestone<Deaths>(
      "a job is delivered again", {},
      [facts = world.facts, death](Deaths& deaths, const Event& event) {
        if (event.kind == death) {
          deaths.seen = count_runs(facts, *event.after, "RUNNING") > 0;
        }
        return deaths.seen != 0 && event.kind == EventKind::receive;
      });
}

void reach_commit_fault(World& world, EventKind fault) {
  world.scenario.milestone("the fault strikes a COMMIT", [fault](const Event& event) {
    return event.kind == fault && event.statement()->text == "COMMIT";
  });
}

void reach_worker_wait(World& world) {
  world.scenario.milestone("a run waits for another one",
                           [facts = world.facts](const Event& event) {
                             return event.kind == EventKind::wait && event.actor >= facts.clickers;
                           });
}

void reach_drop_of_rules_table(World& world, std::size_t sweeper) {
  world.scenario.milestone("the sweeper drops a table", [sweeper](const Event& event) {
    return event.actor == sweeper && event.kind == EventKind::statement &&
           event.statement()->verb == Verb::drop_table;
  });
}

}  // namespace racewindow::pipeline_lock
