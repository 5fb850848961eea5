// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/portal_push.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "scenarios/portal_push/about.h"
#include "scenarios/portal_push/designs.h"
#include "scenarios/portal_push/expectations.h"
#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/workloads.h"

namespace racewindow {
namespace portal_push {
namespace {

Scenario build(const Design& design, const Workload& workload, const Parameters& given) {
  World world = workload.build(design, given);
  add_reader_properties(world);
  add_protocol_properties(world);
  if (workload.rivals) add_rival_properties(world);
  add_recovery(world, design.push);
  expect_known_verdicts(world.scenario, design.name, workload.name);
  return std::move(world.scenario);
}

}  // namespace

ScenarioEntry scenario_entry(const Design& design, std::string_view workload_name) {
  const std::vector<Workload> known = workloads();
  const Workload& workload = *std::find_if(
      known.begin(), known.end(), [&](const Workload& each) { return each.name == workload_name; });
  ScenarioEntry entry;
  entry.id = "portal-push/" + design.name + "/" + workload.name;
  entry.design = design.about;
  entry.section = design.section;
  entry.workload = workload.about;
  entry.accepted = design.accepted;
  entry.parameters = workload.parameters;
  entry.stores = {"memory", "sqlite"};
  entry.build = [design, workload](const Parameters& given) {
    return build(design, workload, given);
  };
  return entry;
}

}  // namespace portal_push

void register_portal_push(Registry& registry) {
  registry.add_system(portal_push::about());
  for (const portal_push::Design& design : portal_push::designs()) {
    for (const std::string_view workload : design.workloads) {
      registry.add(portal_push::scenario_entry(design, workload));
    }
  }
}

}  // namespace racewindow
