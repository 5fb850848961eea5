// SPDX-License-Identifier: Apache-2.0
//
// The residual risk that the document names: past the TTL the state is not worse than without a
// lock. Whatever a reader can see of the files under the lock, it can see without one.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "sim/sql/value.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

using States = std::set<std::string>;

// Pointers, parts and results as a reader sees them: the first three views of every scenario of the
// system.
std::string text_of(const View& view) {
  std::string text;
  for (std::size_t query = 0; query < 3; ++query) {
    const ViewRows& rows = view[ViewHandle{query}];
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (const Value& cell : rows.row(row)) text += to_literal(cell) + ' ';
      text += '\n';
    }
  }
  return text;
}

States states_of(const std::string& design, const std::string& workload) {
  ScenarioEntry entry = *catalog().find("operation-lock/" + design + "/" + workload);
  States seen;
  entry.build = [build = entry.build, &seen](const Parameters& given) {
    Scenario scenario = build(given);
    // Invariants are asked once per distinct view; this one only listens.
    scenario.invariant({"seen", "", "every view is collected"}, [&seen](const View& view) {
      seen.insert(text_of(view));
      return Finding();
    });
    return scenario;
  };
  ExploreOptions options;
  options.minimise = false;
  options.traces = false;
  EXPECT_TRUE(explore(entry, defaults_of(entry), options).complete) << entry.id;
  return seen;
}

bool within(const States& some, const States& all) {
  return std::ranges::includes(all, some);
}

TEST(OperationLockResidual, past_the_ttl_nothing_is_seen_that_is_not_seen_without_a_lock) {
  for (const char* workload : {"slow-replace", "two-tabs", "dying-replace"}) {
    EXPECT_TRUE(within(states_of("accepted", workload), states_of("unguarded", workload)))
        << workload;
  }
}

TEST(OperationLockResidual, nor_where_clocks_differ_or_replies_go_astray) {
  for (const char* workload :
       {"clock-ahead", "lost-reply", "refused-statement", "late-statement"}) {
    EXPECT_TRUE(within(states_of("accepted", workload), states_of("unguarded", workload)))
        << workload;
  }
}

TEST(OperationLockResidual, within_the_ttl_the_lock_rules_some_of_it_out) {
  EXPECT_FALSE(
      within(states_of("unguarded", "two-replaces"), states_of("accepted", "two-replaces")));
}

TEST(OperationLockResidual, a_state_of_another_kind_is_told_apart) {
  // The repaired flow shows a comparison without a result for a while.
  EXPECT_FALSE(
      within(states_of("repaired", "two-replaces"), states_of("unguarded", "two-replaces")));
}

}  // namespace
}  // namespace racewindow::testing
