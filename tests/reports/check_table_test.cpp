// SPDX-License-Identifier: Apache-2.0
#include "reports/check_table.h"

#include <gtest/gtest.h>

#include "reports/listing.h"
#include "reports/standing.h"
#include "tests/reports/golden.h"
#include "tests/reports/sample.h"

namespace racewindow {
namespace {

TEST(CheckTable, lines_up_and_explains_what_does_not_simply_hold) {
  expect_golden("check.txt", check_table(sample_results(), {}, {}));
}

TEST(CheckTable, says_once_what_two_stores_have_in_common) {
  ScenarioResult memory = sample_violation();
  ScenarioResult sqlite = memory;
  sqlite.store = "sqlite";
  sqlite.properties.back().counterexample->replay_line = "rw1:the/line/of-sqlite";
  sqlite.properties.push_back(memory.properties.back());
  sqlite.properties.back().info.name = "tree-never-empty";
  sqlite.properties.back().counterexample->replay_line = "rw1:another/line/of-sqlite";
  expect_golden("check-two-stores.txt", check_table({memory, sqlite}, {}, {}));
}

TEST(CheckTable, says_once_what_left_several_properties_undecided) {
  ScenarioResult result = sample_violation();
  for (PropertyResult& property : result.properties) {
    property.verdict = Verdict::inconclusive;
    property.counterexample.reset();
    property.detail = "limit met: steps";
  }
  ASSERT_EQ(result.properties.size(), 2U);
  const std::string text = check_table({result}, {}, {});
  const std::size_t first = text.find("inconclusive: limit met: steps");
  EXPECT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("limit met", first + 20), std::string::npos) << text;
}

TEST(CheckTable, quiet_leaves_out_what_is_as_expected_but_counts_it) {
  expect_golden("check-quiet.txt", check_table(sample_results(), {.only_unexpected = true}, {}));
}

TEST(CheckTable, nothing_unexpected_is_one_line_when_quiet) {
  EXPECT_EQ(check_table({sample_violation()}, {.only_unexpected = true}, {}),
            "1 run: 1 as expected; 1,234 executions in 0.12 s\n");
}

TEST(Standing, follows_verdicts_and_expectations) {
  PropertyResult property;
  const auto standing_of = [&](Verdict verdict, Verdict expected) {
    property.verdict = verdict;
    property.expected = expected;
    return standing(property);
  };
  EXPECT_EQ(standing_of(Verdict::violated, Verdict::violated), Standing::as_expected);
  EXPECT_EQ(standing_of(Verdict::vacuous, Verdict::vacuous), Standing::as_expected);
  EXPECT_EQ(standing_of(Verdict::holds, Verdict::violated), Standing::unexpected);
  EXPECT_EQ(standing_of(Verdict::violated, Verdict::holds), Standing::unexpected);
  EXPECT_EQ(standing_of(Verdict::violated, Verdict::inconclusive), Standing::unexpected);
  EXPECT_EQ(standing_of(Verdict::inconclusive, Verdict::holds), Standing::undecided);
  EXPECT_EQ(standing_of(Verdict::vacuous, Verdict::violated), Standing::undecided);
}

TEST(Standing, a_run_is_as_bad_as_its_worst_property) {
  const std::vector<ScenarioResult> results = sample_results();
  EXPECT_EQ(standing(results[0]), Standing::as_expected);
  EXPECT_EQ(standing(results[2]), Standing::undecided);
  EXPECT_EQ(standing(results[3]), Standing::as_expected);
  EXPECT_EQ(standing(results[4]), Standing::unexpected);
  EXPECT_EQ(standing(results[5]), Standing::broken);
}

TEST(Listing, groups_workloads_by_design) {
  ScenarioEntry first;
  first.id = "portal-push/accepted/equal-pushes";
  first.design = "Claims above everything.";
  first.section = "Decision";
  first.workload = "two equal pushes";
  first.accepted = true;
  first.parameters = {{"rows", 2, 1, 9, "rows of a tree"}};
  first.stores = {"memory", "sqlite"};
  ScenarioEntry second = first;
  second.id = "portal-push/accepted/three-writers";
  second.parameters.clear();
  ScenarioEntry third = second;
  third.id = "portal-push/lease/equal-pushes";
  third.accepted = false;
  third.section = "";
  Scenario scenario;
  scenario.properties.resize(2);
  scenario.properties[0].info.name = "pointer-forward";
  scenario.properties[1].info.name = "tree-complete";
  scenario.properties[1].expected = Verdict::violated;
  scenario.properties[1].why = "a paused holder outlives its lease";
  Scenario holding;
  holding.properties.resize(1);
  expect_golden("list.txt",
                listing({{&first, holding}, {&second, holding}, {&third, scenario}}, {}));
}

}  // namespace
}  // namespace racewindow
