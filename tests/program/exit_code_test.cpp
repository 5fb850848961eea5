// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/exit_code.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace racewindow {
namespace {

PropertyResult property(Verdict verdict, Verdict expected) {
  PropertyResult made;
  made.verdict = verdict;
  made.expected = expected;
  return made;
}

TEST(ExitCode, the_worse_of_two_follows_the_documented_order) {
  constexpr std::array kOrder = {70, 2, 4, 1, 3, 0};
  for (std::size_t a = 0; a < kOrder.size(); ++a) {
    for (std::size_t b = a; b < kOrder.size(); ++b) {
      EXPECT_EQ(worse(kOrder[a], kOrder[b]), kOrder[a]);
      EXPECT_EQ(worse(kOrder[b], kOrder[a]), kOrder[a]);
    }
  }
}

TEST(ExitCode, an_internal_error_is_not_a_broken_scenario) {
  ScenarioResult result;
  result.broken = BrokenResult{"hang", "", "", ""};
  EXPECT_EQ(exit_code(std::vector{result}), 4);
  result.broken->kind = kInternalError;
  EXPECT_EQ(exit_code(std::vector{result}), 70);
}

TEST(ExitCode, nothing_run_is_as_expected) {
  EXPECT_EQ(exit_code(std::vector<ScenarioResult>{}), 0);
}

TEST(ExitCode, of_a_replay_counts_only_violations_and_divergence) {
  ReplayOutcome outcome;
  outcome.result.properties = {property(Verdict::inconclusive, Verdict::holds),
                               property(Verdict::violated, Verdict::violated)};
  EXPECT_EQ(exit_code(outcome), 0);
  outcome.result.properties.push_back(property(Verdict::violated, Verdict::holds));
  EXPECT_EQ(exit_code(outcome), 1);
  outcome.divergence = "step 3";
  EXPECT_EQ(exit_code(outcome), 2);
  outcome.result.broken = BrokenResult{"exception", "", "", ""};
  EXPECT_EQ(exit_code(outcome), 4);
}

}  // namespace
}  // namespace racewindow
