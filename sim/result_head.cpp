// SPDX-License-Identifier: Apache-2.0
#include "sim/result_head.h"

#include <fmt/format.h>

#include "sim/exception_text.h"

namespace racewindow {

Scenario build(const ScenarioEntry& entry, const Parameters& parameters) {
  return guarded("build", [&] { return entry.build(parameters); });
}

void set_isolation(std::optional<IsolationLevel> level, Scenario& scenario,
                   ScenarioResult& result) {
  if (!level || *level == scenario.isolation) return;
  scenario.isolation = *level;
  result.isolation = isolation_name(*level);
}

ScenarioResult result_head(const ScenarioEntry& entry, const Parameters& parameters,
                           const std::string& store) {
  ScenarioResult result;
  result.scenario = entry.id;
  result.parameters = parameters.values();
  result.store = store;
  result.design = entry.design;
  result.section = entry.section;
  result.workload = entry.workload;
  result.accepted = entry.accepted;
  result.spec_file = entry.spec_file;
  return result;
}

void add_scenario(ScenarioResult& result, const Scenario& scenario) {
  const auto bound = [&result](const char* what, std::size_t most) {
    if (most > 0) result.bounds.push_back(fmt::format("{} ≤ {}", what, most));
  };
  result.bounds.push_back(fmt::format("actors = {}", scenario.actors.size()));
  bound("crashes", scenario.faults.crashes);
  bound("lost replies", scenario.faults.lost);
  bound("refused statements", scenario.faults.refused);
  bound("late statements", scenario.faults.late);
  bound("dropped sessions", scenario.faults.drops);
  bound("vanished hosts", scenario.faults.vanishes);
  for (const PoolSpec& pool : scenario.pools) {
    result.bounds.push_back(fmt::format("pool {} = {}", pool.name, pool.size));
  }
  if (!scenario.deadlines.empty()) bound("moves of time", scenario.time_steps_max);
  bound("steps per execution", scenario.steps_max);

  for (const Property& property : scenario.properties) {
    PropertyResult each;
    each.info = property.info;
    each.kind = property.kind;
    each.verdict = Verdict::inconclusive;
    each.expected = property.expected;
    each.why_expected = property.why;
    result.properties.push_back(std::move(each));
  }
  for (const Milestone& milestone : scenario.milestones) {
    result.milestones.push_back({milestone.name, false});
  }
}

}  // namespace racewindow
