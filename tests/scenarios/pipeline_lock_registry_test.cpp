// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <set>

#include "scenarios/pipeline_lock/designs.h"
#include "scenarios/pipeline_lock/workloads.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

std::string explored_interleavings(const std::string& id) {
  const ScenarioEntry& entry = *catalog().find(id);
  const ScenarioResult result = explore(entry, defaults_of(entry), {});
  EXPECT_TRUE(result.as_expected()) << id;
  return result.counts.interleavings;
}

TEST(PipelineLockRegistry, puts_every_workload_to_use_and_every_design_under_one) {
  std::vector<std::string_view> unused;
  for (const pipeline_lock::Workload& workload : pipeline_lock::workloads()) {
    if (catalog().match("pipeline-lock/*/" + std::string(workload.name)).empty()) {
      unused.push_back(workload.name);
    }
  }
  EXPECT_THAT(unused, ::testing::IsEmpty());
  for (const pipeline_lock::Design& design : pipeline_lock::designs()) {
    EXPECT_FALSE(catalog().match("pipeline-lock/" + design.name).empty()) << design.name;
  }
}

// The rest is violated by the broken designs of pipeline_lock_properties_test.cpp.
TEST(PipelineLockRegistry, has_a_design_that_violates_each_property) {
  std::set<std::string> held;
  std::set<std::string> violated;
  for (const ScenarioEntry* entry : catalog().match("pipeline-lock")) {
    for (const Property& property : entry->build(defaults_of(*entry)).properties) {
      (property.expected == Verdict::violated ? violated : held).insert(property.info.name);
    }
  }
  for (const std::string& name : violated) held.erase(name);
  EXPECT_THAT(held, ::testing::UnorderedElementsAre("companies-apart", "connections-bounded"));
}

// Neither ever reads the other's run as absent: the first one's two steps (the INSERT, the call to
// the worker), and the second one's INSERT, which fails, before or after the call; and the same
// with the clicks exchanged.
TEST(PipelineLockRegistry, an_index_in_autocommit_leaves_four_interleavings_of_two_clicks) {
  EXPECT_EQ(explored_interleavings("pipeline-lock/index-in-autocommit/two-clicks"), "4");
}

// A click that checks after the other one's INSERT has one step: 2 places for it. Otherwise both
// have checked, and INSERT and call of each are left: 6 orders. Both for either click first.
TEST(PipelineLockRegistry, unguarded_clicks_have_sixteen_interleavings) {
  EXPECT_EQ(explored_interleavings("pipeline-lock/unguarded/two-clicks"), "16");
}

}  // namespace
}  // namespace racewindow::testing
