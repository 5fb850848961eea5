// SPDX-License-Identifier: Apache-2.0
// Specs explored as scenarios: what is found, and what a session does with the blocks of its steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/explore.h"
#include "sim/spec/read_spec.h"
#include "sim/spec/spec_scenario.h"

namespace racewindow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ScenarioEntry entry_of(const std::string& text) {
  return spec_entry(read_spec(text), "dir/Some_Name.spec");
}

ScenarioResult explored(const std::string& text) {
  ScenarioResult result = explore(entry_of(text), Parameters({}), {});
  EXPECT_FALSE(result.broken) << result.broken->message;
  return result;
}

const PropertyResult& property(const ScenarioResult& result, const std::string& name) {
  const auto found = std::ranges::find_if(
      result.properties, [&](const PropertyResult& each) { return each.info.name == name; });
  if (found == result.properties.end()) throw std::invalid_argument(name);
  return *found;
}

// The statements of a counterexample, as "actor step: SQL", those that went on after a wait once.
std::vector<std::string> statements(const PropertyResult& violated) {
  std::vector<std::string> texts;
  if (!violated.counterexample) return texts;
  for (const TraceStep& step : violated.counterexample->trace.steps) {
    if (step.resumed || step.statements.empty()) continue;
    texts.push_back(step.actor + " " + step.operation + ": " + step.statements.front().sql);
  }
  return texts;
}

TEST(ExploredSpec, is_named_after_its_file_and_shows_where_each_statement_stands) {
  const std::string text =
      "# racewindow: final n: false\n"
      "setup { CREATE TABLE t (k int); }\n"
      "session a\n"
      "setup { SELECT 1; }\n"
      "step first {\n"
      "  INSERT INTO t VALUES (1); }\n"
      "session b step second { SELECT 2; } step third { SELECT 3; }\n"
      "permutation second\n";
  const ScenarioEntry entry = entry_of(text);
  EXPECT_EQ(entry.id, "spec/some-name/sessions");
  EXPECT_EQ(entry.workload, "a: first; b: second, third");
  const ScenarioResult result = explored(text);
  EXPECT_EQ(result.spec_file, "dir/Some_Name.spec");
  EXPECT_EQ(result.counts.interleavings, "6");
  const PropertyResult& violated = property(result, "n");
  EXPECT_THAT(statements(violated),
              ElementsAre("a setup: SELECT 1", "a first: INSERT INTO t VALUES (1)",
                          "b second: SELECT 2", "b third: SELECT 3"));
  EXPECT_EQ(violated.counterexample->trace.steps[1].file, "dir/Some_Name.spec");
  EXPECT_EQ(violated.counterexample->trace.steps[1].line, 6U);
}

TEST(ExploredSpec, a_block_of_several_statements_is_a_transaction) {
  const ScenarioResult result = explored(
      "# racewindow: invariant both: (SELECT count(*) FROM t) IN (0, 2)\n"
      "# racewindow: milestone two: (SELECT count(*) FROM t) = 2\n"
      "# racewindow: final never: false\n"
      "setup { CREATE TABLE t (k int); }\n"
      "session a step s { INSERT INTO t VALUES (1); INSERT INTO t VALUES (2); }\n");
  EXPECT_EQ(property(result, "both").verdict, Verdict::holds);
  EXPECT_TRUE(result.milestones.at(0).reached);
  EXPECT_THAT(statements(property(result, "never")),
              ElementsAre("a s: BEGIN", "a s: INSERT INTO t VALUES (1)",
                          "a s: INSERT INTO t VALUES (2)", "a s: COMMIT"));
}

TEST(ExploredSpec, a_block_that_begins_or_ends_a_transaction_is_left_as_it_is) {
  const ScenarioResult result = explored(
      "# racewindow: final never: false\n"
      "setup { CREATE TABLE t (k int); }\n"
      "session a\n"
      "step s { BEGIN; INSERT INTO t VALUES (1); }\n"
      "step u { INSERT INTO t VALUES (2); INSERT INTO t VALUES (3); }\n"
      "step v { COMMIT; SELECT 1; }\n");
  EXPECT_THAT(statements(property(result, "never")),
              ElementsAre("a s: BEGIN", "a s: INSERT INTO t VALUES (1)",
                          "a u: INSERT INTO t VALUES (2)", "a u: INSERT INTO t VALUES (3)",
                          "a v: COMMIT", "a v: BEGIN", "a v: SELECT 1", "a v: COMMIT"));
}

TEST(ExploredSpec, an_error_ends_its_block_and_the_session_goes_on) {
  const ScenarioResult result = explored(
      "# racewindow: allow 23505\n"
      "# racewindow: final only-the-last: (SELECT max(k) FROM t) = 9\n"
      "# racewindow: invariant none-of-the-block: NOT EXISTS (SELECT FROM t WHERE k = 2)\n"
      "# racewindow: final never: false\n"
      "setup { CREATE TABLE t (k int PRIMARY KEY); INSERT INTO t VALUES (1); }\n"
      "session a\n"
      "step s { INSERT INTO t VALUES (2); INSERT INTO t VALUES (1); INSERT INTO t VALUES (3); }\n"
      "step u { INSERT INTO t VALUES (9); }\n");
  EXPECT_EQ(property(result, "no-errors").verdict, Verdict::holds);
  EXPECT_EQ(property(result, "only-the-last").verdict, Verdict::holds);
  EXPECT_EQ(property(result, "none-of-the-block").verdict, Verdict::holds);
  EXPECT_THAT(
      statements(property(result, "never")),
      ElementsAre("a s: BEGIN", "a s: INSERT INTO t VALUES (2)", "a s: INSERT INTO t VALUES (1)",
                  "a s: ROLLBACK", "a u: INSERT INTO t VALUES (9)"));
}

TEST(ExploredSpec, no_errors_tells_the_first_error_and_not_what_follows_from_it) {
  const std::string text =
      "session a setup { BEGIN; } step s { SELECT * FROM nowhere; } step u { SELECT 1; }"
      " step v { COMMIT; }";
  const ScenarioResult result = explored(text);
  EXPECT_EQ(property(result, "no-errors").verdict, Verdict::violated);
  EXPECT_EQ(property(result, "no-errors").detail,
            "s ended with 42P01 relation \"nowhere\" does not exist");
  EXPECT_EQ(property(explored("# racewindow: allow 42P01\n" + text), "no-errors").verdict,
            Verdict::holds);
}

TEST(ExploredSpec, a_condition_that_is_null_does_not_hold) {
  const ScenarioResult result = explored(
      "# racewindow: invariant i: (SELECT k FROM t) > 0\n"
      "setup { CREATE TABLE t (k int); } session a step s { SELECT 1; }");
  EXPECT_EQ(property(result, "i").detail, "expected true, seen NULL");
}

TEST(ExploredSpec, a_deadlock_is_an_error_of_each_that_may_be_its_victim) {
  const std::string text =
      "setup { CREATE TABLE t (k int PRIMARY KEY, v int);"
      " INSERT INTO t VALUES (1, 0), (2, 0); }\n"
      "session a step s { UPDATE t SET v = 1 WHERE k = 1; UPDATE t SET v = 1 WHERE k = 2; }\n"
      "session b step u { UPDATE t SET v = 2 WHERE k = 2; UPDATE t SET v = 2 WHERE k = 1; }\n";
  EXPECT_THAT(property(explored(text), "no-errors").detail,
              HasSubstr("ended with 40P01 deadlock detected"));
  // Whoever is the victim, the other goes on, and nothing is left of the victim's.
  const ScenarioResult allowed = explored(
      "# racewindow: allow 40P01\n"
      "# racewindow: final alike: (SELECT min(v) = max(v) AND min(v) > 0 FROM t)\n" +
      text);
  EXPECT_EQ(property(allowed, "no-errors").verdict, Verdict::holds);
  EXPECT_EQ(property(allowed, "alike").verdict, Verdict::holds);
}

TEST(ExploredSpec, a_session_ends_with_its_connection) {
  const ScenarioResult result = explored(
      "# racewindow: faults refused=1\n"
      "# racewindow: invariant in-order: (SELECT count(*) FROM t WHERE k = 1) >="
      " (SELECT count(*) FROM t WHERE k = 2)\n"
      "# racewindow: final all: (SELECT count(*) FROM t) = 2\n"
      "setup { CREATE TABLE t (k int); }\n"
      "session a step s { INSERT INTO t VALUES (1); } step u { INSERT INTO t VALUES (2); }");
  EXPECT_EQ(property(result, "in-order").verdict, Verdict::holds);
  EXPECT_EQ(property(result, "no-errors").verdict, Verdict::holds);
  EXPECT_EQ(property(result, "all").verdict, Verdict::violated);
}

TEST(ExploredSpec, a_setup_that_fails_makes_it_broken) {
  const ScenarioResult result =
      explore(entry_of("# racewindow: view v: SELECT k FROM t ORDER BY k\n"
                       "setup { INSERT INTO t VALUES (1); } session a step s { SELECT 1; }"),
              Parameters({}), {});
  ASSERT_TRUE(result.broken);
  EXPECT_EQ(result.broken->kind, "setup");
}

struct BadSql {
  std::string name;
  std::string directive;
  std::size_t column = 0;
  std::string message;
};
void PrintTo(const BadSql& bad, std::ostream* out) {
  *out << bad.directive;
}

class BadSqlOfDirective : public ::testing::TestWithParam<BadSql> {};

TEST_P(BadSqlOfDirective, is_refused_at_its_place) {
  try {
    static_cast<void>(entry_of("setup { CREATE TABLE t (k int); }\n# racewindow: " +
                               GetParam().directive + "\nsession a step s { SELECT 1; }"));
    FAIL() << "not refused";
  } catch (const BadSpec& bad) {
    EXPECT_EQ(bad.what(), GetParam().message);
    EXPECT_EQ(bad.place().line, 2U);
    EXPECT_EQ(bad.place().column, GetParam().column);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BadSqlOfDirective,
    ::testing::Values(
        BadSql{"column", "final f: (SELECT x FROM t) = 1", 24, "column \"x\" does not exist"},
        BadSql{"syntax", "final f: 1 = = 1", 24, "syntax error at or near \"=\""},
        BadSql{"type", "final f: (SELECT k FROM t)", 24, "expected a condition: one boolean"},
        BadSql{"two", "final f: true, false", 24, "expected a condition: one boolean"},
        BadSql{"more_than_a_condition", "final f: true ORDER BY 1", 24,
               "syntax error at or near \"ORDER\""},
        BadSql{"unordered", "view v: SELECT k FROM t", 23,
               "expected a SELECT whose ORDER BY decides the order of its rows"},
        BadSql{"no_select", "view v: DELETE FROM t", 23,
               "expected a SELECT whose ORDER BY decides the order of its rows"}),
    [](const auto& each) { return each.param.name; });

TEST(ExploredSpec, a_block_that_does_not_parse_is_refused_at_its_place) {
  try {
    static_cast<void>(entry_of("session a\nstep s {\n SELEC 1; }"));
    FAIL() << "not refused";
  } catch (const BadSpec& bad) {
    EXPECT_EQ(bad.place().line, 2U);
    EXPECT_STREQ(bad.what(), "syntax error at or near \"SELEC\"");
  }
}

}  // namespace
}  // namespace racewindow
