// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "scenarios/operation_lock/designs.h"
#include "scenarios/operation_lock/workloads.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

TEST(OperationLockRegistry, puts_every_workload_to_use_and_every_design_under_one) {
  std::vector<std::string> unused;
  for (const operation_lock::Workload& workload : operation_lock::workloads()) {
    if (catalog().match("operation-lock/*/" + workload.name).empty()) {
      unused.push_back(workload.name);
    }
  }
  EXPECT_THAT(unused, ::testing::IsEmpty());
  for (const operation_lock::Design& design : operation_lock::designs()) {
    EXPECT_FALSE(catalog().match("operation-lock/" + design.name).empty()) << design.name;
  }
}

TEST(OperationLockRegistry, puts_the_accepted_design_and_its_repair_under_every_workload) {
  for (const char* design : {"accepted", "repaired"}) {
    EXPECT_EQ(catalog().match(std::string("operation-lock/") + design).size(),
              operation_lock::workloads().size());
  }
}

// SQLite's store creates no table while actors run, and keeps no transaction open.
TEST(OperationLockRegistry, runs_every_scenario_on_both_stores_that_both_can_run) {
  for (const ScenarioEntry* entry : catalog().match("operation-lock")) {
    if (entry->id.ends_with("/table-appears") ||
        entry->id.starts_with("operation-lock/repaired-in-steps/")) {
      EXPECT_THAT(entry->stores, ::testing::ElementsAre("memory"));
    } else {
      EXPECT_THAT(entry->stores, ::testing::ElementsAre("memory", "sqlite")) << entry->id;
    }
  }
}

}  // namespace
}  // namespace racewindow::testing
