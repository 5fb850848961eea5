// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/operation_lock.h"

#include <algorithm>
#include <utility>

#include "scenarios/operation_lock/about.h"
#include "scenarios/operation_lock/designs.h"
#include "scenarios/operation_lock/expectations.h"
#include "scenarios/operation_lock/properties.h"
#include "scenarios/operation_lock/workloads.h"

namespace racewindow {
namespace operation_lock {

std::vector<Workload> workloads() {
  std::vector<Workload> all;
  for (const auto& part :
       {call_workloads(), time_workloads(), fault_workloads(), table_workloads()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

void add_two_replaces(World& world) {
  world.caller("replace", world.web_1, {replace_by("ana", "a.pdf")});
  world.caller("other-replace", world.web_2, {replace_by("ben", "b.pdf")});
}

ScenarioEntry scenario_entry(const Design& design, std::string_view workload_name) {
  const std::vector<Workload> known = workloads();
  const Workload& workload = *std::ranges::find(known, workload_name, &Workload::name);
  ScenarioEntry entry;
  entry.id = "operation-lock/" + design.name + "/" + workload.name;
  entry.design = design.about;
  entry.section = design.section;
  entry.workload = workload.about;
  entry.accepted = design.accepted;
  entry.stores = design.transactions ? std::vector<std::string>{"memory"} : workload.stores;
  entry.build = [design, workload](const Parameters&) {
    World world = workload.build(design);
    add_file_properties(world);
    add_lock_properties(world);
    add_call_properties(world);
    expect_known_verdicts(world.scenario, design.name, workload.name);
    return std::move(world.scenario);
  };
  return entry;
}

}  // namespace operation_lock

void register_operation_lock(Registry& registry) {
  registry.add_system(operation_lock::about());
  for (const operation_lock::Design& design : operation_lock::designs()) {
    for (const std::string_view workload : design.workloads) {
      registry.add(operation_lock::scenario_entry(design, workload));
    }
  }
}

}  // namespace racewindow
