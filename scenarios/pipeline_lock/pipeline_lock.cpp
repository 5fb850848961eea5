// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pipeline_lock/pipeline_lock.h"

#include <algorithm>
#include <utility>

#include "scenarios/pipeline_lock/about.h"
#include "scenarios/pipeline_lock/expectations.h"
#include "scenarios/pipeline_lock/properties.h"
#include "scenarios/pipeline_lock/workloads.h"

namespace racewindow {
namespace pipeline_lock {
namespace {

Scenario build(const Design& design, const Workload& workload, const Parameters& given) {
  World world = workload.build(design, given);
  add_run_properties(world);
  add_recovery(world);
  expect_known_verdicts(world.scenario, design.name, workload.name);
  return std::move(world.scenario);
}

}  // namespace

std::vector<Workload> workloads() {
  std::vector<Workload> all;
  for (const auto& part : {click_workloads(), pool_workloads(), fault_workloads(),
                           worker_workloads(), connection_workloads()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

ScenarioEntry scenario_entry(const Design& design, std::string_view workload_name) {
  const std::vector<Workload> known = workloads();
  const Workload& workload = *std::find_if(
      known.begin(), known.end(), [&](const Workload& each) { return each.name == workload_name; });
  ScenarioEntry entry;
  entry.id = "pipeline-lock/" + design.name + "/" + std::string(workload.name);
  entry.design = design.about;
  entry.section = design.section;
  entry.workload = workload.about;
  entry.accepted = design.accepted;
  entry.stores = {"memory"};
  if (design.autocommit) entry.stores.push_back("sqlite");
  entry.parameters = workload.parameters;
  entry.build = [design, workload](const Parameters& given) {
    return build(design, workload, given);
  };
  return entry;
}

}  // namespace pipeline_lock

void register_pipeline_lock(Registry& registry) {
  registry.add_system(pipeline_lock::about());
  for (const pipeline_lock::Design& design : pipeline_lock::designs()) {
    for (const std::string_view workload : design.workloads) {
      registry.add(pipeline_lock::scenario_entry(design, workload));
    }
  }
}

}  // namespace racewindow
