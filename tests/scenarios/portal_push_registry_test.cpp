// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "scenarios/portal_push/designs.h"
#include "scenarios/portal_push/workloads.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

TEST(PortalPushRegistry, expects_something_other_than_holds_only_with_a_reason) {
  for (const ScenarioEntry& entry : catalog().entries()) {
    for (const Property& property : entry.build(defaults_of(entry)).properties) {
      EXPECT_EQ(property.expected == Verdict::holds, property.why.empty())
          << entry.id << ' ' << property.info.name;
    }
  }
}

TEST(PortalPushRegistry, puts_every_workload_to_use_and_every_design_under_one) {
  std::vector<std::string> unused;
  for (const portal_push::Workload& workload : portal_push::workloads()) {
    if (catalog().match("portal-push/*/" + workload.name).empty()) unused.push_back(workload.name);
  }
  EXPECT_THAT(unused, ::testing::IsEmpty());
  for (const portal_push::Design& design : portal_push::designs()) {
    EXPECT_FALSE(catalog().match("portal-push/" + design.name).empty()) << design.name;
  }
}

TEST(PortalPushRegistry, runs_every_scenario_on_both_stores) {
  for (const ScenarioEntry* entry : catalog().match("portal-push")) {
    EXPECT_THAT(entry->stores, ::testing::ElementsAre("memory", "sqlite")) << entry->id;
  }
}

// All three changes together are the accepted design: the same spaces, statement by statement.
TEST(PortalPushRegistry, knows_the_accepted_design_as_all_changes_and_the_old_one_as_none) {
  const auto explored = [](const std::string& id) {
    const ScenarioEntry& entry = *catalog().find(id);
    const ScenarioResult result = explore(entry, defaults_of(entry), {});
    EXPECT_TRUE(result.as_expected()) << id;
    return std::pair(result.counts.states, result.counts.interleavings);
  };
  for (const char* workload : {"equal-pushes", "growing-tree", "dying-push"}) {
    const std::string under = std::string("/") + workload;
    EXPECT_EQ(explored("portal-push/changes-all" + under),
              explored("portal-push/accepted" + under));
    EXPECT_EQ(explored("portal-push/changes-none" + under),
              explored("portal-push/before-task-1923" + under));
  }
}

}  // namespace
}  // namespace racewindow::testing
