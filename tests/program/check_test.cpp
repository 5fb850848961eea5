// SPDX-License-Identifier: Apache-2.0
// The exit code and the explanation of every way in which a scenario can end, by the real program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/program/run_program.h"

namespace racewindow {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Check, all_as_expected_is_0_with_a_row_for_each_store) {
  const ProgramEnd end = run_program({"check", "test/fine"});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  EXPECT_THAT(end.out, AllOf(HasSubstr("4 runs: 4 as expected"), HasSubstr("sqlite"),
                             HasSubstr("below-limit: violated as expected"),
                             HasSubstr("why: two increments one after the other"),
                             HasSubstr("rw1:test/fine/violated:limit=2:memory:"),
                             HasSubstr("rw1:test/fine/violated:limit=2:sqlite:")));
  EXPECT_EQ(end.err, "");
}

TEST(Check, another_verdict_is_1_and_is_shown_step_by_step) {
  const ProgramEnd end = run_program({"check", "test/wrong", "--quiet"});
  EXPECT_EQ(end.code, 1) << end.out << end.err;
  EXPECT_THAT(end.out,
              AllOf(HasSubstr("below-limit: violated, expected holds"),
                    HasSubstr("expected less than 2, seen 2"),
                    HasSubstr("SELECT v FROM t WHERE k = 1"), HasSubstr("✗ BREACH below-limit"),
                    HasSubstr("racewindow_broken_program replay rw1:test/wrong/expectation")));
}

TEST(Check, a_parameter_changes_the_scenario) {
  const ProgramEnd end = run_program({"check", "test/wrong", "--set", "limit=3"});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
}

TEST(Check, vacuous_is_3_and_names_the_milestone) {
  const ProgramEnd end = run_program({"check", "test/undecided/vacuous"});
  EXPECT_EQ(end.code, 3) << end.out << end.err;
  EXPECT_THAT(end.out,
              AllOf(HasSubstr("below-limit: vacuous, expected holds"), HasSubstr("never")));
}

TEST(Check, a_bound_that_is_met_is_3_and_named) {
  const ProgramEnd end = run_program({"check", "test/undecided/too-long"});
  EXPECT_EQ(end.code, 3) << end.out << end.err;
  EXPECT_THAT(end.out, AllOf(HasSubstr("below-limit: inconclusive"), HasSubstr("steps")));
}

TEST(Check, each_limit_ends_a_run_as_inconclusive) {
  for (const std::vector<std::string>& limit :
       std::vector<std::vector<std::string>>{{"--max-executions", "3"},
                                             {"--max-steps", "5000"},
                                             {"--max-seconds", "0.2"},
                                             {"--max-memory", "1M"}}) {
    std::vector<std::string> arguments = {"check", "test/long"};
    arguments.insert(arguments.end(), limit.begin(), limit.end());
    const ProgramEnd end = run_program(arguments);
    EXPECT_EQ(end.code, 3) << limit[0] << end.out << end.err;
    const std::string name = limit[0] == "--max-seconds" ? "time" : limit[0].substr(6);
    EXPECT_THAT(end.out, HasSubstr("limit met: " + name));
  }
}

struct BrokenCase {
  std::string scenario;
  std::string kind;
  std::vector<std::string> said;
};

class CheckBroken : public ::testing::TestWithParam<BrokenCase> {};

TEST_P(CheckBroken, is_4_and_names_scenario_actor_and_step) {
  const ProgramEnd end =
      run_program({"check", "test/broken/" + GetParam().scenario, "--hang-seconds", "0.2"});
  EXPECT_EQ(end.code, 4) << end.out << end.err;
  EXPECT_THAT(end.out,
              AllOf(HasSubstr(GetParam().scenario), HasSubstr("broken: " + GetParam().kind)));
  for (const std::string& text : GetParam().said) EXPECT_THAT(end.out, HasSubstr(text));
}

const std::string kLastStatement = "UPDATE t SET v = $1 WHERE k = $2";

INSTANTIATE_TEST_SUITE_P(
    Each, CheckBroken,
    ::testing::Values(
        BrokenCase{"hang", "hang", {"actor: actor-2", "step: after " + kLastStatement}},
        BrokenCase{"sleep", "hang", {"actor: actor-2", "step: after " + kLastStatement}},
        BrokenCase{"build", "hang", {"the scenario's build, a property or a milestone"}},
        BrokenCase{"property", "hang", {"the scenario's build, a property or a milestone"}},
        BrokenCase{"overflow", "overflow", {"actor: actor-2", "step: after " + kLastStatement}},
        BrokenCase{"signal", "signal", {"Abort", "actor: actor-2", "after " + kLastStatement}},
        BrokenCase{"exit", "exit", {"actor: actor-2", "after " + kLastStatement}},
        BrokenCase{"exception", "exception", {"actor-2", "int"}},
        BrokenCase{"nondeterministic", "nondeterministic", {"actor-2"}},
        BrokenCase{"unsupported", "unsupported", {"actor-2", "line 2"}}),
    [](const auto& each) { return each.param.scenario; });

TEST(Check, goes_on_after_a_broken_scenario_and_4_comes_before_1_and_3) {
  const ProgramEnd end = run_program({"check", "test/broken/signal", "test/fine", "test/wrong",
                                      "test/undecided", "--store", "memory"});
  EXPECT_EQ(end.code, 4) << end.out << end.err;
  EXPECT_THAT(end.out, HasSubstr("6 runs: 2 as expected, 1 other than expected, 2 undecided, "
                                 "1 broken"));
}

TEST(Check, one_comes_before_3) {
  EXPECT_EQ(run_program({"check", "test/wrong", "test/undecided"}).code, 1);
}

TEST(Check, quiet_prints_what_is_not_as_expected) {
  const ProgramEnd end = run_program({"check", "test/fine", "test/wrong", "--quiet"});
  EXPECT_THAT(end.out, AllOf(Not(HasSubstr("test/fine")), HasSubstr("test/wrong")));
}

TEST(Check, colours_only_where_asked) {
  EXPECT_THAT(run_program({"check", "test/fine/holds"}).out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(run_program({"check", "test/fine/holds", "--color", "always"}).out,
              HasSubstr("\x1b["));
}

TEST(List, shows_designs_stores_and_expected_verdicts) {
  const ProgramEnd end = run_program({"list", "test/fine"});
  EXPECT_EQ(end.code, 0);
  EXPECT_THAT(end.out,
              AllOf(HasSubstr("test/fine\n"), HasSubstr("stores memory, sqlite"),
                    HasSubstr("limit=2 (1 to 9)"),
                    HasSubstr("below-limit violated: two increments"), HasSubstr("2 scenarios")));
}

TEST(Explore, naive_and_exhaustive_agree_and_random_is_never_conclusive) {
  EXPECT_EQ(run_program({"explore", "test/fine/violated", "--strategy", "naive"}).code, 0);
  EXPECT_EQ(run_program({"explore", "test/fine/violated", "--store", "sqlite"}).code, 0);
  const ProgramEnd random = run_program(
      {"explore", "test/fine/holds", "--strategy", "random", "--runs", "7", "--seed", "3"});
  EXPECT_EQ(random.code, 3) << random.out;
  EXPECT_THAT(random.out, AllOf(HasSubstr("7 executions"), HasSubstr("seed 3")));
}

}  // namespace
}  // namespace racewindow
