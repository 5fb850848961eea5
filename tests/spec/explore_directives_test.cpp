// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/spec/directives.h"
#include "sim/spec/read_spec.h"

namespace racewindow {
namespace {

using ::testing::ElementsAre;

Directives directives_of(const std::string& comments) {
  return read_directives(read_spec(comments + "\nsession a step s { SELECT 1; }"));
}

TEST(Directives, are_the_comments_that_begin_with_racewindow) {
  const Directives read = directives_of(
      "# prose, racewindow: view x: SELECT 1\n"
      "# racewindow explores this\n"
      "# racewindow: view v: SELECT 1, ':' AS c  \n"
      "#racewindow:invariant i:true\n"
      "# racewindow:  final f : 1 = 1\n"
      "# racewindow: milestone m: false\n"
      "# racewindow: allow 40001 40P01\n"
      "# racewindow: allow 23505\n"
      "# racewindow: faults crashes=1 lost = 2\n"
      "# racewindow: expect f: violated because two may read\n"
      "# racewindow: expect no-errors: holds");
  ASSERT_EQ(read.views.size(), 1U);
  EXPECT_EQ(read.views[0].name, "v");
  EXPECT_EQ(read.views[0].sql, "SELECT 1, ':' AS c");
  EXPECT_EQ(read.views[0].place.line, 3U);
  EXPECT_EQ(read.views[0].place.column, 23U);
  ASSERT_EQ(read.invariants.size(), 1U);
  EXPECT_EQ(read.invariants[0].sql, "true");
  ASSERT_EQ(read.finals.size(), 1U);
  EXPECT_EQ(read.finals[0].name, "f");
  ASSERT_EQ(read.milestones.size(), 1U);
  EXPECT_EQ(read.milestones[0].name, "m");
  EXPECT_THAT(read.allowed, ElementsAre("40001", "40P01", "23505"));
  EXPECT_EQ(read.faults.crashes, 1);
  EXPECT_EQ(read.faults.lost, 2);
  EXPECT_EQ(read.faults.refused, 0);
  EXPECT_EQ(read.faults.late, 0);
  ASSERT_EQ(read.expectations.size(), 2U);
  EXPECT_EQ(read.expectations[0].property, "f");
  EXPECT_EQ(read.expectations[0].verdict, Verdict::violated);
  EXPECT_EQ(read.expectations[0].why, "two may read");
  EXPECT_EQ(read.expectations[1].property, "no-errors");
  EXPECT_EQ(read.expectations[1].verdict, Verdict::holds);
}

TEST(Directives, an_expectation_may_come_before_its_property) {
  const Directives read =
      directives_of("# racewindow: expect f: violated\n# racewindow: final f: true");
  ASSERT_EQ(read.expectations.size(), 1U);
  EXPECT_EQ(read.expectations[0].why, "");
}

struct Refused {
  std::string name;
  std::string directive;  // after "# "
  std::size_t column = 0;
  std::string message;
};
void PrintTo(const Refused& refused, std::ostream* out) {
  *out << refused.directive;
}

class RefusedDirective : public ::testing::TestWithParam<Refused> {};

TEST_P(RefusedDirective, says_where_and_what_was_expected) {
  try {
    static_cast<void>(directives_of("# a first line\n# " + GetParam().directive));
    FAIL() << "not refused";
  } catch (const BadSpec& bad) {
    EXPECT_EQ(bad.what(), GetParam().message);
    EXPECT_EQ(bad.place().line, 2U);
    EXPECT_EQ(bad.place().column, GetParam().column);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedDirective,
    ::testing::Values(
        Refused{"keyword", "racewindow: finale f: true", 15,
                "expected one of view, invariant, final, milestone, allow, faults, expect, seen "
                "\"finale\"; did you mean final?"},
        Refused{"no_keyword", "racewindow:", 14,
                "expected one of view, invariant, final, milestone, allow, faults, expect, seen "
                "nothing"},
        Refused{"mark", "racewindw: final f: true", 3,
                "expected \"racewindow:\", seen \"racewindw\""},
        Refused{"mark_without_colon", "racewindow final f: true", 3,
                "expected \"racewindow:\", seen \"racewindow\""},
        Refused{"name", "racewindow: final Both: true", 21,
                "expected a name of a-z, 0-9 and -, seen \"Both\""},
        Refused{"columns_are_characters", "racewindow: expect ä: violate", 25,
                "expected holds or violated, seen \"violate\"; did you mean violated?"},
        Refused{"name_taken", "racewindow: view no-errors: SELECT 1", 20,
                "expected a name that is not taken, seen \"no-errors\""},
        Refused{"colon", "racewindow: final f true", 23, "expected \":\", seen \"true\""},
        Refused{"sql", "racewindow: final f:", 23, "expected SQL, seen nothing"},
        Refused{"sqlstate", "racewindow: allow 4001", 21,
                "expected an SQLSTATE such as 40001, seen \"4001\""},
        Refused{"no_sqlstate", "racewindow: allow", 20,
                "expected an SQLSTATE such as 40001, seen nothing"},
        Refused{"fault", "racewindow: faults crash=1", 22,
                "expected one of crashes, lost, refused, late, drops, vanishes, seen \"crash\"; "
                "did you mean "
                "crashes?"},
        Refused{"fault_number", "racewindow: faults lost=1 late=9", 34,
                "expected a number from 1 to 4, seen \"9\""},
        Refused{"fault_without_number", "racewindow: faults lost", 26,
                "expected \"=\", seen nothing"},
        Refused{"expected_property", "racewindow: expect no-error: violated", 22,
                "expected the name of a property, seen \"no-error\"; did you mean no-errors?"},
        Refused{"verdict", "racewindow: expect no-errors: violate", 33,
                "expected holds or violated, seen \"violate\"; did you mean violated?"},
        Refused{"because", "racewindow: expect no-errors: violated by b", 42,
                "expected \"because\" or nothing, seen \"by\""}),
    [](const auto& each) { return each.param.name; });

TEST(Directives, refuse_a_name_that_is_given_twice) {
  EXPECT_THROW(directives_of("# racewindow: view n: SELECT 1\n# racewindow: final n: true"),
               BadSpec);
}

}  // namespace
}  // namespace racewindow
