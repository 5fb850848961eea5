// SPDX-License-Identifier: Apache-2.0
// What all strategies have in common, and what is special to those that draw lots or have a bound.
#include <gmock/gmock.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

using ::testing::HasSubstr;

// Two actors read a counter and write it back.
ScenarioEntry lost_update(std::int64_t expected) {
  return entry_of([expected] {
    SmallScenario small("(1, 0)");
    for (int n = 0; n < 2; ++n) {
      small.actor([](Context& ctx) {
        Session db = ctx.session();
        const auto v = db.value<std::int64_t>("SELECT v FROM t WHERE k = 1").value_or(0);
        db.exec("UPDATE t SET v = $1 WHERE k = 1", v + 1);
      });
    }
    small.scenario.final({"counted", "", ""},
                         [rows = small.rows(), expected](const Final& final) -> Finding {
                           if ((*final.view)[rows].at(0, 1).as_int() >= expected)
                             return std::nullopt;
                           return "an update was lost";
                         });
    return small.scenario;
  });
}

class Strategies : public ::testing::TestWithParam<std::string> {};

TEST_P(Strategies, find_the_lost_update_and_give_the_same_counterexample) {
  const ScenarioResult result = explore_with(lost_update(2), GetParam());
  ASSERT_FALSE(result.broken) << result.broken->message;
  const PropertyResult& counted = property(result, "counted");
  EXPECT_EQ(counted.verdict, Verdict::violated);
  ASSERT_TRUE(counted.counterexample);
  EXPECT_EQ(counted.counterexample->schedule, "A1.B2.A1");
}

TEST_P(Strategies, do_the_same_each_time) {
  const ScenarioResult one = explore_with(lost_update(1), GetParam());
  const ScenarioResult other = explore_with(lost_update(1), GetParam());
  EXPECT_EQ(one.counts.executions, other.counts.executions);
  EXPECT_EQ(one.counts.steps, other.counts.steps);
  EXPECT_EQ(one.counts.views_digest, other.counts.views_digest);
}

TEST_P(Strategies, prove_what_holds_unless_they_draw_lots) {
  const Verdict verdict = property(explore_with(lost_update(1), GetParam()), "counted").verdict;
  EXPECT_EQ(verdict, draws_lots(GetParam()) ? Verdict::inconclusive : Verdict::holds);
}

INSTANTIATE_TEST_SUITE_P(All, Strategies, ::testing::ValuesIn(strategy_names()));

TEST(Pct, says_with_what_probability_it_finds_a_bug) {
  EXPECT_THAT(property(explore_with(lost_update(1), "pct"), "counted").detail,
              HasSubstr("with probability at least 1/2, 1/8, 1/32"));
}

TEST(Preemptions, are_a_bound_of_the_result) {
  ExploreOptions options;
  options.preemptions_max = 0;
  const ScenarioResult without = explore_with(lost_update(2), options);
  EXPECT_EQ(property(without, "counted").verdict, Verdict::holds);
  EXPECT_THAT(without.bounds, ::testing::Contains("preemptions ≤ 0"));
  options.preemptions_max = 1;
  const ScenarioResult with_one = explore_with(lost_update(2), options);
  EXPECT_EQ(property(with_one, "counted").verdict, Verdict::violated);
  EXPECT_NE(without.fingerprint, with_one.fingerprint);
}

}  // namespace
}  // namespace racewindow::testing
