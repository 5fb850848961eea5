// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/small_scenario.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace racewindow::testing {

SmallScenario::SmallScenario(std::string_view seed_rows) {
  scenario.schema = {"CREATE TABLE t (k bigint PRIMARY KEY, v bigint)"};
  if (!seed_rows.empty())
    scenario.schema.push_back("INSERT INTO t VALUES " + std::string(seed_rows));
  rows_ = scenario.view("rows", "SELECT k, v FROM t ORDER BY k");
}

void SmallScenario::actor(std::function<void(Context&)> body) {
  const std::string number = std::to_string(scenario.actors.size());
  const std::size_t host = scenario.host("h" + number);
  scenario.actor("a" + number, host, std::move(body));
}

ScenarioEntry entry_of(std::function<Scenario()> build, std::string name) {
  ScenarioEntry entry;
  entry.id = "test/small/" + std::move(name);
  entry.design = "a design made for a test";
  entry.workload = "a workload made for a test";
  entry.stores = {"memory", "sqlite"};
  entry.build = [build = std::move(build)](const Parameters&) { return build(); };
  return entry;
}

ScenarioResult explore_with(const ScenarioEntry& entry, const ExploreOptions& options) {
  return explore(entry, Parameters({}), options);
}

ScenarioResult explore_with(const ScenarioEntry& entry, std::string_view strategy,
                            std::string_view store) {
  ExploreOptions options;
  options.store = store;
  options.from_scratch = strategy == "scratch";
  options.count_interleavings = strategy != "sleep-sets";
  options.strategy = options.from_scratch          ? "naive"
                     : options.count_interleavings ? strategy
                                                   : "exhaustive";
  return explore_with(entry, options);
}

const PropertyResult& property(const ScenarioResult& result, std::string_view name) {
  for (const PropertyResult& each : result.properties) {
    if (each.info.name == name) return each;
  }
  throw std::out_of_range("no property " + std::string(name));
}

}  // namespace racewindow::testing
