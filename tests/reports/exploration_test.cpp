// SPDX-License-Identifier: Apache-2.0
#include "reports/exploration.h"

#include <gtest/gtest.h>

#include "tests/reports/golden.h"
#include "tests/reports/sample.h"

namespace racewindow {
namespace {

ReplayOutcome sample_replay() {
  ReplayOutcome outcome;
  outcome.result = sample_violation();
  outcome.trace = outcome.result.properties.back().counterexample->trace;
  outcome.result.properties.back().detail = "expected every row, seen '/a' without '/b'";
  return outcome;
}

TEST(ExplorationReport, tells_what_was_covered_and_every_verdict) {
  ScenarioResult result = sample_violation();
  result.counts.audited = 12;
  result.milestones.push_back({"both flipped", false});
  expect_golden("explore.txt", exploration_report(result, "my-guards", {}));
}

TEST(ReplayReport, shows_the_execution_and_what_it_violates) {
  expect_golden("replay.txt", replay_report(sample_replay(), {}));
}

TEST(ReplayReport, says_so_when_nothing_is_violated_or_the_schedule_diverges) {
  ReplayOutcome outcome = sample_replay();
  outcome.result.properties.pop_back();
  EXPECT_NE(replay_report(outcome, {}).find("no property is violated along this schedule"),
            std::string::npos);
  outcome.divergence = "step 3: B is not possible here";
  EXPECT_NE(replay_report(outcome, {}).find("diverged\n  step 3: B is not possible here\n"),
            std::string::npos);
}

TEST(FirstDifference, is_empty_for_the_same_execution) {
  const Trace trace = sample_replay().trace;
  EXPECT_EQ(first_difference(trace, trace), "");
}

TEST(FirstDifference, names_the_statement_that_was_expected) {
  const Trace expected = sample_replay().trace;
  Trace seen = expected;
  seen.steps[0].statements[0].params = {"'acct-2'"};
  EXPECT_EQ(first_difference(expected, seen),
            "step 1: expected B (hand-run) SELECT currentgeneration FROM directory_state WHERE "
            "accountid = 'acct-1', seen B (hand-run) SELECT currentgeneration FROM directory_state "
            "WHERE accountid = 'acct-2'");
}

TEST(FirstDifference, another_result_of_the_same_statement_counts) {
  const Trace expected = sample_replay().trace;
  Trace seen = expected;
  seen.steps[3].affected = 0;
  EXPECT_EQ(first_difference(expected, seen),
            "step 4: B (hand-run) UPDATE directory_state SET currentgeneration = 4 WHERE accountid "
            "= 'acct-1': another result than recorded");
}

TEST(FirstDifference, one_that_ends_early_differs_where_it_ends) {
  const Trace expected = sample_replay().trace;
  Trace seen = expected;
  seen.steps.resize(2);
  EXPECT_EQ(first_difference(expected, seen), "step 3: expected @15m time +15m, seen the end");
  EXPECT_EQ(first_difference(seen, expected), "step 3: expected the end, seen @15m time +15m");
}

}  // namespace
}  // namespace racewindow
