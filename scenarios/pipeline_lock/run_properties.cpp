// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "scenarios/pipeline_lock/clicks.h"
#include "scenarios/pipeline_lock/properties.h"

namespace racewindow::pipeline_lock {
namespace {

constexpr std::array<std::string_view, 5> all_steps{"FETCH", "PARSE", "MERGE", "RULES", "EXPORT"};
constexpr const char* root_section = "Perché PIPELINE_CONCURRENCY=1 di default";
constexpr const char* schema_section = "Schema operations (cross-project)";

bool is_active(std::string_view status) {
  return status == "PENDING" || status == "RUNNING";
}

Finding several_active(const ViewRows& runs) {
  std::map<std::string_view, int> active;
  for (std::size_t n = 0; n < runs.size(); ++n) {
    const std::string_view project = runs.at(n, 1).as_text();
    if (is_active(runs.at(n, 2).as_text()) && ++active[project] > 1) {
      return fmt::format("expected at most one active run of {}, a reader sees several", project);
    }
  }
  return std::nullopt;
}

Finding step_out_of_order(const ViewRows& runs, const ViewRows& steps) {
  std::map<std::int64_t, std::size_t> taken;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const std::int64_t run = steps.at(n, 0).as_int();
    const std::string_view step = steps.at(n, 1).as_text();
    std::size_t& count = taken[run];
    if (count >= all_steps.size() || step != all_steps[count]) {
      return fmt::format("expected {} of run {} next, a reader sees {}",
                         count < all_steps.size() ? all_steps[count] : "no step", run, step);
    }
    ++count;
  }
  for (std::size_t n = 0; n < runs.size(); ++n) {
    const std::int64_t run = runs.at(n, 0).as_int();
    if (runs.at(n, 2).as_text() == "DONE" && taken[run] != all_steps.size()) {
      return fmt::format("expected all steps of run {}, which is DONE, {} were taken", run,
                         taken[run]);
    }
  }
  return std::nullopt;
}

Finding steps_of_others_between(const ViewRows& steps) {
  std::map<std::int64_t, std::size_t> last;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const std::int64_t run = steps.at(n, 0).as_int();
    const auto before = last.find(run);
    if (before != last.end() && before->second + 1 != n) {
      return fmt::format("expected run {} as one unit, steps of another run lie within it", run);
    }
    last[run] = n;
  }
  return std::nullopt;
}

Finding ended_otherwise(const ViewRows& before, const ViewRows& after) {
  std::map<std::int64_t, std::string_view> now;
  for (std::size_t n = 0; n < after.size(); ++n) {
    now[after.at(n, 0).as_int()] = after.at(n, 2).as_text();
  }
  for (std::size_t n = 0; n < before.size(); ++n) {
    const std::int64_t run = before.at(n, 0).as_int();
    const std::string_view status = before.at(n, 2).as_text();
    const auto found = now.find(run);
    if (is_active(status) || found == now.end() || found->second == status) continue;
    return fmt::format("expected run {} to stay {}, it is {} again", run, status, found->second);
  }
  return std::nullopt;
}

bool is_worker_error(const Facts& facts, const Event& event,
                     std::initializer_list<std::string_view> states) {
  return event.kind == EventKind::statement && event.actor >= facts.clickers &&
         std::any_of(states.begin(), states.end(),
                     [&](std::string_view state) { return event.failed_with(state); });
}

}  // namespace

void add_run_properties(World& world) {
  const Facts& facts = world.facts;
  world.scenario.invariant(
      {"at-most-one-active", "Race window chiusa (WS3)",
       "at every moment a project has at most one run that is PENDING or RUNNING"},
      [facts](const View& view) { return several_active(view[facts.runs]); });
  world.scenario.invariant(
      {"steps-once-in-order", root_section,
       "each run takes FETCH, PARSE, MERGE, RULES and EXPORT in this order, each of them once"},
      [facts](const View& view) { return step_out_of_order(view[facts.runs], view[facts.steps]); });
}

void add_worker_properties(World& world) {
  const Facts& facts = world.facts;
  world.scenario.monitor<NoState>(
      {"no-ddl-error", schema_section,
       "no run is told that a table, column or schema exists already"},
      {}, [facts](NoState&, const Event& event) -> Finding {
        if (!is_worker_error(facts, event, {"23505", "42701", "42P07", "42P06"})) {
          return std::nullopt;
        }
        return fmt::format("expected no DDL error, a run gets {}: {}",
                           event.outcome->error.sqlstate(), event.outcome->error.message());
      });
  world.scenario.monitor<NoState>(
      {"rules-table-stays", "Quando portare a >1", "no run misses the table that it has created"},
      {}, [facts](NoState&, const Event& event) -> Finding {
        if (!is_worker_error(facts, event, {"42P01"})) return std::nullopt;
        return fmt::format("expected the run to find its table, it gets 42P01: {}",
                           event.outcome->error.message());
      });
  world.scenario.monitor<NoState>(
      {"ended-stays-ended", root_section, "a run that is DONE or FAILED stays so"}, {},
      [runs = facts.runs](NoState&, const Event& event) -> Finding {
        if (event.before == event.after) return std::nullopt;
        return ended_otherwise((*event.before)[runs], (*event.after)[runs]);
      });
}

void add_one_unit(World& world) {
  world.scenario.invariant(
      {"one-unit", root_section,
       "a run is one observable unit: no step of another run lies between its steps"},
      [facts = world.facts](const View& view) {
        return steps_of_others_between(view[facts.steps]);
      });
}

void add_companies_apart(World& world) {
  world.scenario.monitor<NoState>(
      {"companies-apart", schema_section, "runs of different companies never wait for each other"},
      {}, [facts = world.facts](NoState&, const Event& event) -> Finding {
        if (event.kind != EventKind::wait || event.actor < facts.clickers) return std::nullopt;
        return "expected no run to wait, one waits for " + event.outcome->awaited;
      });
}

}  // namespace racewindow::pipeline_lock
