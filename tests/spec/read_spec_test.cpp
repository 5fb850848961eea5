// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/read_spec.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/spec/interleavings.h"
#include "sim/spec/spec_runner.h"

namespace racewindow {
namespace {

// "3:7 message", or nothing where it is a spec.
std::string refusal(const std::string& text) {
  try {
    (void)read_spec(text);
    return "";
  } catch (const BadSpec& bad) {
    return fmt::format("{}:{} {}", bad.place().line, bad.place().column, bad.what());
  }
}

constexpr const char* kTwoSessions =
    "session a step a1 {A1} step a2 {A2}\n"
    "session b step b1 {B1}\n";

TEST(ReadSpec, reads_every_part) {
  const Spec spec = read_spec(
      "setup { CREATE TABLE t (); }\n"
      "setup { INSERT }\n"
      "teardown { DROP TABLE t; }\n"
      "session a\n"
      "setup { BEGIN; }\n"
      "step a1 { SELECT 1; }\n"
      "step a2 { COMMIT; }\n"
      "teardown { ABORT; }\n"
      "session b\n"
      "step b1 { SELECT 2; }\n"
      "permutation a1(*) b1(a1, a2 notices 3) a2\n"
      "permutation b1\n");
  ASSERT_EQ(spec.setups.size(), 2U);
  EXPECT_EQ(spec.setups[1].sql, "INSERT");
  EXPECT_EQ(spec.teardown->sql, "DROP TABLE t;");
  ASSERT_EQ(spec.sessions.size(), 2U);
  EXPECT_EQ(spec.sessions[0].setup->sql, "BEGIN;");
  EXPECT_EQ(spec.sessions[0].teardown->sql, "ABORT;");
  EXPECT_EQ(spec.sessions[0].steps, (std::vector<std::size_t>{0, 1}));
  EXPECT_FALSE(spec.sessions[1].setup);
  EXPECT_EQ(spec.steps[2].name, "b1");
  EXPECT_EQ(spec.steps[2].session, 1U);
  ASSERT_EQ(spec.permutations.size(), 2U);
  const Permutation& first = spec.permutations[0];
  EXPECT_EQ(permutation_names(spec, first), "a1 b1 a2");
  ASSERT_EQ(first[1].blockers.size(), 2U);
  EXPECT_EQ(first[0].blockers[0].kind, Blocker::Kind::once);
  EXPECT_EQ(first[1].blockers[0].kind, Blocker::Kind::other_step);
  EXPECT_EQ(first[1].blockers[0].step, 0U);
  EXPECT_EQ(first[1].blockers[1].kind, Blocker::Kind::notices);
  EXPECT_EQ(first[1].blockers[1].step, 1U);
  EXPECT_EQ(first[1].blockers[1].notices, 3);
}

TEST(ReadSpec, a_block_loses_the_blanks_at_its_edges_but_no_newline) {
  const Spec spec = read_spec("session a step s { \t\n  SELECT 1;\n\t}");
  EXPECT_EQ(spec.steps[0].block.sql, "\n  SELECT 1;\n");
}

TEST(ReadSpec, the_place_of_a_block_is_that_of_its_text) {
  const Spec spec = read_spec("# é\nsession a\n  step é {  SELECT 1; }");
  EXPECT_EQ(spec.steps[0].place.line, 3U);
  EXPECT_EQ(spec.steps[0].place.column, 8U);
  EXPECT_EQ(spec.steps[0].block.place.line, 3U);
  EXPECT_EQ(spec.steps[0].block.place.column, 13U);
}

TEST(ReadSpec, quoted_names_keep_case_and_blanks_and_may_be_keywords) {
  const Spec spec =
      read_spec("session \"S 1\" step \"step\" {X} step \"a \"\"b\"\"\" {Y} step Q {Z}");
  EXPECT_EQ(spec.sessions[0].name, "S 1");
  EXPECT_EQ(spec.steps[0].name, "step");
  EXPECT_EQ(spec.steps[1].name, "a \"b\"");
  EXPECT_EQ(spec.steps[2].name, "Q");
}

TEST(ReadSpec, comments_are_kept_with_their_place_but_not_those_inside_sql) {
  const Spec spec = read_spec("# one\nsession a step s {\n# SQL\n} # two\n");
  ASSERT_EQ(spec.comments.size(), 2U);
  EXPECT_EQ(spec.comments[0].text, " one");
  EXPECT_EQ(spec.comments[1].text, " two");
  EXPECT_EQ(spec.comments[1].place.line, 4U);
  EXPECT_EQ(spec.comments[1].place.column, 3U);
  EXPECT_EQ(spec.steps[0].block.sql, "\n# SQL\n");
}

TEST(ReadSpec, refuses_what_is_no_spec_with_line_and_column) {
  EXPECT_EQ(refusal(""), "1:1 expected \"session\", seen the end of the file");
  EXPECT_EQ(refusal("setup {}\n\nteardown {}\nteardown {}"),
            "4:1 expected \"session\", seen \"teardown\"");
  EXPECT_EQ(refusal("session step"), "1:9 expected a session's name, seen \"step\"");
  EXPECT_EQ(refusal("session a\n"), "2:1 expected \"step\", seen the end of the file");
  EXPECT_EQ(refusal("session a step s\nstep t {}"),
            "2:1 expected an SQL block in braces, seen \"step\"");
  EXPECT_EQ(refusal("session a step s {} setup {}"),
            "1:21 expected \"step\", \"teardown\", \"session\" or \"permutation\", seen \"setup\"");
  EXPECT_EQ(refusal("session a step s {} permutation s {}"),
            "1:35 expected a step's name or \"permutation\", seen an SQL block");
  EXPECT_EQ(refusal("session a step s {} permutation"),
            "1:32 expected a step's name, seen the end of the file");
  EXPECT_EQ(refusal("session a step s {\n"), "1:18 unterminated SQL block");
  EXPECT_EQ(refusal("session \"a"), "1:9 unterminated quoted name");
  EXPECT_EQ(refusal("session \"a\nb\""), "1:11 unexpected newline in quoted name");
  EXPECT_EQ(refusal("session a;"), "1:10 unexpected character \";\"");
}

TEST(ReadSpec, refuses_names_that_cannot_be_resolved) {
  const std::string two = kTwoSessions;
  EXPECT_EQ(refusal("session a step s {} step s {}"), "1:26 duplicate step name: s");
  EXPECT_EQ(refusal(two + "permutation a1 c1"),
            "3:16 undefined step \"c1\" specified in permutation");
  EXPECT_EQ(refusal(two + "permutation a1(b1)"),
            "3:16 undefined blocking step \"b1\" referenced in permutation step \"a1\"");
  EXPECT_EQ(refusal(two + "permutation a1(a2) a2"),
            "3:16 permutation step \"a1\" cannot block on its own session");
  EXPECT_EQ(refusal(two + "permutation a1(b1 notices) b1"),
            "3:26 expected a number of notices, seen \")\"");
  EXPECT_EQ(refusal(two + "permutation a1(b1 notices 99999999999) b1"),
            "3:27 99999999999 is more than fits");
  EXPECT_EQ(refusal(two + "permutation a1(b1; b1"), "3:18 unexpected character \";\"");
  EXPECT_EQ(refusal(two + "permutation a1() b1"),
            "3:16 expected \"*\" or a step's name, seen \")\"");
  EXPECT_EQ(refusal(two + "permutation a1(* b1"), "3:18 expected \",\" or \")\", seen \"b1\"");
}

TEST(SpecHead, names_unused_steps_in_order_of_name_only_where_permutations_are_listed) {
  const std::string two = kTwoSessions;
  EXPECT_EQ(spec_head(read_spec(two)), "Parsed test spec with 2 sessions\n");
  EXPECT_EQ(spec_head(read_spec(two + "permutation a2")),
            "unused step name: a1\nunused step name: b1\nParsed test spec with 2 sessions\n");
}

}  // namespace
}  // namespace racewindow
