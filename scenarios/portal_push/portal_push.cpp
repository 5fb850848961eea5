// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/portal_push.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "scenarios/portal_push/designs.h"
#include "scenarios/portal_push/expectations.h"
#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/workloads.h"

namespace racewindow {
namespace portal_push {
namespace {

using Names = std::vector<std::string_view>;

// The workloads that a design is put under: an accepted one under all, a rejected one under those
// that show its fault and those that show what it does achieve.
Names workloads_of(const Design& design) {
  const Names all{"equal-pushes",
                  "growing-tree",
                  "shrinking-tree",
                  "three-writers",
                  "dying-push",
                  "admin-loop",
                  "two-accounts",
                  "exposure-same-first-row",
                  "exposure-overlapping",
                  "exposure-contained",
                  "exposure-reordered",
                  "exposure-disjoint",
                  "exposure-to-empty",
                  "exposure-from-empty",
                  "lost-reply",
                  "refused-statement",
                  "late-statement",
                  "late-statement-alone",
                  "reader-one-statement",
                  "reader-by-pointer",
                  "reader-rereads-pointer"};
  if (design.accepted || design.root_row) return all;
  if (design.name == "in-process-mutex") return {"equal-pushes", "one-process"};
  if (design.name == "database-lease") return {"equal-pushes", "slow-push", "dying-push"};
  if (design.name == "max-alone") return {"equal-pushes", "exposure-to-empty", "dying-push"};
  if (design.name == "union-all-claim") {
    return {"equal-pushes", "three-writers", "exposure-overlapping", "exposure-to-empty",
            "exposure-from-empty"};
  }
  if (design.name == "clear-kept") return {"equal-pushes", "dying-push", "three-writers"};
  if (design.name == "retry-on-collision") {
    return {"equal-pushes", "three-writers", "exposure-overlapping", "exposure-disjoint"};
  }
  if (design.name == "pre-stage-clear" || design.name == "before-task-1923") {
    return {"equal-pushes", "growing-tree", "dying-push", "two-accounts", "late-statement"};
  }
  return {"equal-pushes", "growing-tree", "three-writers", "dying-push"};
}

Scenario build(const Design& design, const Workload& workload, const Parameters& given) {
  World world = workload.build(design, given);
  add_reader_properties(world);
  add_protocol_properties(world);
  if (workload.rivals) add_rival_properties(world);
  add_recovery(world, design.push);
  expect_known_verdicts(world.scenario, design.name, workload.name);
  return std::move(world.scenario);
}

ScenarioEntry entry(const Design& design, const Workload& workload) {
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

}  // namespace
}  // namespace portal_push

void register_portal_push(Registry& registry) {
  using namespace portal_push;
  const std::vector<Workload> known = workloads();
  for (const Design& design : designs()) {
    for (const std::string_view name : workloads_of(design)) {
      const auto found = std::find_if(known.begin(), known.end(), [&](const Workload& workload) {
        return workload.name == name;
      });
      registry.add(entry(design, *found));
    }
  }
}

}  // namespace racewindow
