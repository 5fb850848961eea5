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

TEST(OperationLockRegistry, runs_every_scenario_on_both_stores_but_the_one_that_creates_a_table) {
  for (const ScenarioEntry* entry : catalog().match("operation-lock")) {
    if (entry->id.ends_with("/table-appears")) {
      EXPECT_THAT(entry->stores, ::testing::ElementsAre("memory"));
    } else {
      EXPECT_THAT(entry->stores, ::testing::ElementsAre("memory", "sqlite")) << entry->id;
    }
  }
}

}  // namespace
}  // namespace racewindow::testing
