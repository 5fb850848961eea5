// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/usage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/program/run_program.h"

namespace racewindow {
namespace {

using ::testing::HasSubstr;

struct UsageCase {
  std::string name;
  std::vector<std::string> arguments;
  std::string said;
};

class Usage : public ::testing::TestWithParam<UsageCase> {};

TEST_P(Usage, is_refused_with_2_and_says_what_was_expected) {
  const ProgramEnd end = run_program(GetParam().arguments);
  EXPECT_EQ(end.code, 2) << end.out << end.err;
  EXPECT_EQ(end.out, "");
  EXPECT_THAT(end.err, HasSubstr(GetParam().said));
}

INSTANTIATE_TEST_SUITE_P(
    Each, Usage,
    ::testing::Values(
        UsageCase{"nothing", {}, "subcommand"},
        UsageCase{"subcommand", {"chek"}, "did you mean check?"},
        UsageCase{"option", {"check", "--stor", "memory"}, "did you mean --store?"},
        UsageCase{"pattern", {"check", "test/fin"}, "did you mean test/fine?"},
        UsageCase{"no_system", {"check", "fine"}, "did you mean test/fine?"},
        UsageCase{"far_pattern", {"check", "nothing-like-it"}, "`list` shows all"},
        UsageCase{"store", {"check", "--store", "sqlit"}, "did you mean sqlite?"},
        UsageCase{"no_such_store",
                  {"check", "test/wrong", "--store", "sqlite"},
                  "test/wrong/expectation: store: expected memory, seen 'sqlite'"},
        UsageCase{"parameter", {"check", "--set", "limt=2"}, "did you mean limit?"},
        UsageCase{"range", {"check", "--set", "limit=10"}, "expected limit of 1 to 9, seen 10"},
        UsageCase{"setting", {"check", "--set", "limit"}, "--set: expected name=value"},
        UsageCase{"count",
                  {"check", "--max-steps", "-1"},
                  "--max-steps: expected a whole number above 0, seen '-1'"},
        UsageCase{"no_steps", {"check", "--max-steps", "0"}, "a whole number above 0"},
        UsageCase{"no_executions", {"check", "--max-executions", "0"}, "a whole number above 0"},
        UsageCase{
            "seed",
            {"explore", "test/fine/holds", "--seed", "1"},
            "--seed: expected only with --strategy random, pct, pos or walk, seen with exhaustive"},
        UsageCase{
            "runs",
            {"explore", "test/fine/holds", "--strategy", "naive", "--runs", "5"},
            "--runs: expected only with --strategy random, pct, pos or walk, seen with naive"},
        UsageCase{"sleep_sets",
                  {"explore", "test/fine/holds", "--strategy", "dpor", "--sleep-sets"},
                  "--sleep-sets: expected only with --strategy exhaustive, seen with dpor"},
        UsageCase{
            "preemptions",
            {"explore", "test/fine/holds", "--strategy", "pct", "--preemptions", "2"},
            "--preemptions: expected only with --strategy exhaustive or naive, seen with pct"},
        UsageCase{"strategy_typo",
                  {"explore", "test/fine/holds", "--strategy", "dpr"},
                  "did you mean dpor?"},
        UsageCase{"upper_case_line", {"replay", "RW1:test/fine/holds"}, "replay line: version"},
        UsageCase{"seconds", {"check", "--max-seconds", "0"}, "seconds above 0"},
        UsageCase{"memory", {"check", "--max-memory", "5T"}, "with K, M or G"},
        UsageCase{"no_memory", {"check", "--max-memory", "0"}, "a whole number above 0 with K"},
        UsageCase{"no_file", {"check", "--json", ""}, "--json: expected the name of a file, or -"},
        UsageCase{"empty_file", {"check", "--json="}, "--json"},
        UsageCase{"color", {"check", "--color", "allways"}, "did you mean always?"},
        UsageCase{"strategy",
                  {"explore", "test/fine/holds", "--strategy", "exhaustiv"},
                  "did you mean exhaustive?"},
        UsageCase{"scenario", {"explore", "test/fine/hold"}, "did you mean test/fine/holds?"},
        UsageCase{"scenario_pattern", {"explore", "test/fine"}, "expected a scenario's id"},
        UsageCase{"no_scenario", {"explore"}, "SCENARIO"},
        UsageCase{"line", {"replay", "rw1:test/fine/holds"}, "parameters, byte 20"},
        UsageCase{"file", {"replay", "/nowhere/at.all"}, "cannot read /nowhere/at.all"}),
    [](const auto& each) { return each.param.name; });

TEST(Help, is_0_and_lists_the_exit_codes) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"}, {"check", "--help"}}) {
    const ProgramEnd end = run_program(arguments);
    EXPECT_EQ(end.code, 0);
    EXPECT_THAT(end.out, HasSubstr("When several apply: 70, 2, 4, 1, 3, 0."));
  }
}

TEST(Version, is_printed) {
  const ProgramEnd end = run_program({"--version"});
  EXPECT_EQ(end.code, 0);
  EXPECT_TRUE(end.out.starts_with("racewindow 0.")) << end.out;
}

TEST(Units, memory_is_in_powers_of_1024) {
  EXPECT_EQ(parse_memory("m", "7"), 7U);
  EXPECT_EQ(parse_memory("m", "7K"), 7U * 1024);
  EXPECT_EQ(parse_memory("m", "512MiB"), 512U * 1024 * 1024);
  EXPECT_EQ(parse_memory("m", "2G"), 2ULL * 1024 * 1024 * 1024);
  for (const char* wrong : {"", "0", "0K", "K", "1.5G", "7 K", "7k", "-1", "99999999999G"}) {
    EXPECT_THROW((void)parse_memory("m", wrong), UsageError) << wrong;
  }
}

TEST(Units, seconds_may_have_decimals) {
  EXPECT_EQ(parse_seconds("s", "0.25"), 0.25);
  for (const char* wrong : {"", "0", "-1", "inf", "nan", "1s"}) {
    EXPECT_THROW((void)parse_seconds("s", wrong), UsageError) << wrong;
  }
}

}  // namespace
}  // namespace racewindow
