// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "reports/json.h"
#include "sim/schedule.h"
#include "tests/program/run_program.h"

namespace racewindow {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// What `check test/fine/violated` found on the memory store, as JSON and taken apart.
struct Found {
  TemporaryDirectory directory;
  std::string file = directory.file("results.json");
  ResultFile results;
  Counterexample* counterexample = nullptr;

  explicit Found(const std::string& scenario = "test/fine/violated") {
    (void)run_program({"check", scenario, "--store", "memory", "--json", file});
    results = parse_result_file(content_of(file));
    for (PropertyResult& property : results.results.at(0).properties) {
      if (property.counterexample) counterexample = &*property.counterexample;
    }
  }
  void rewrite() const { write_content(file, to_json(results)); }
};

TEST(Replay, of_a_line_shows_the_violation_again_in_a_new_process) {
  const Found found;
  ASSERT_NE(found.counterexample, nullptr);
  const ProgramEnd end = run_program({"replay", found.counterexample->replay_line});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  EXPECT_THAT(end.out, AllOf(HasSubstr("✗ BREACH below-limit"), HasSubstr("violated: below-limit"),
                             HasSubstr("UPDATE t SET v = 2 WHERE k = 1")));
}

TEST(Replay, takes_a_line_with_blanks_around_it_and_a_whole_command) {
  const Found found;
  ASSERT_NE(found.counterexample, nullptr);
  const std::string& line = found.counterexample->replay_line;
  for (const std::string& text : {" " + line + "\n", "racewindow replay " + line}) {
    EXPECT_EQ(run_program({"replay", text}).code, 0) << text;
  }
}

TEST(Replay, of_a_line_runs_at_the_isolation_level_that_was_explored) {
  const ProgramEnd explored = run_program(
      {"explore", "test/fine/violated", "--store", "memory", "--isolation", "repeatable-read"});
  const std::size_t at = explored.out.find("rw1:");
  ASSERT_NE(at, std::string::npos) << explored.out << explored.err;
  const std::string line = explored.out.substr(at, explored.out.find('\n', at) - at);
  EXPECT_THAT(line, HasSubstr("isolation=repeatable-read:"));
  EXPECT_THAT(run_program({"replay", line}).out, HasSubstr("isolation=repeatable-read on memory"));
}

TEST(Replay, of_an_unexpected_violation_is_1) {
  const Found found("test/wrong/expectation");
  ASSERT_NE(found.counterexample, nullptr);
  EXPECT_EQ(run_program({"replay", found.counterexample->replay_line}).code, 1);
}

TEST(Replay, verbose_shows_the_tables_at_the_start_and_where_they_change) {
  const Found found("test/fine/violated");
  const std::vector<std::string> words = {"replay", found.counterexample->replay_line};
  EXPECT_THAT(run_program(words).out, Not(HasSubstr("table t")));
  EXPECT_THAT(run_program({words[0], words[1], "--verbose"}).out,
              AllOf(HasSubstr("      table t (k, v), 1 row\n        (1, 0)\n   1  "),
                    HasSubstr("      table t (k, v), 1 row\n        (1, 2)\n")));
}

TEST(Replay, of_a_file_replays_its_counterexamples) {
  const Found found;
  const ProgramEnd end = run_program({"replay", found.file});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  EXPECT_THAT(end.out, HasSubstr("1 schedule replayed"));
}

TEST(Replay, any_one_character_of_a_line_changed_is_refused) {
  const Found found;
  ASSERT_NE(found.counterexample, nullptr);
  const std::string line = found.counterexample->replay_line;
  for (std::size_t at = 0; at < line.size(); at += 7) {  // all of them: tests/sim_text
    std::string changed = line;
    changed[at] = changed[at] == 'a' ? 'b' : 'a';
    const ProgramEnd end = run_program({"replay", changed});
    EXPECT_EQ(end.code, 2) << changed << end.out;
    EXPECT_NE(end.err, "") << changed;
  }
}

TEST(Replay, of_a_schedule_that_cannot_be_followed_says_where) {
  const Found found;
  ASSERT_NE(found.counterexample, nullptr);
  ReplayLine line = parse_replay_line(found.counterexample->replay_line);
  line.schedule.push_back({Choice::Kind::crash, 0, 0});
  const ProgramEnd end = run_program({"replay", format_replay_line(line)});
  EXPECT_EQ(end.code, 2) << end.out << end.err;
  EXPECT_THAT(end.out, AllOf(HasSubstr("diverged"), HasSubstr("Acrash is not possible here")));
}

TEST(Replay, of_a_line_whose_statements_have_changed_is_2) {
  const Found found;
  ASSERT_NE(found.counterexample, nullptr);
  ReplayLine line = parse_replay_line(found.counterexample->replay_line);
  line.fingerprint = line.fingerprint == "000000" ? "000001" : "000000";
  const ProgramEnd end = run_program({"replay", format_replay_line(line)});
  EXPECT_EQ(end.code, 2) << end.out << end.err;
  EXPECT_THAT(end.out, HasSubstr("expected " + line.fingerprint + ", seen"));
}

TEST(Replay, of_a_file_names_the_statement_that_was_expected) {
  Found found;
  ASSERT_NE(found.counterexample, nullptr);
  found.counterexample->trace.steps.at(1).statements.at(0).sql = "UPDATE t SET v = 7";
  found.rewrite();
  const ProgramEnd end = run_program({"replay", found.file});
  EXPECT_EQ(end.code, 2) << end.out << end.err;
  EXPECT_THAT(end.out, HasSubstr("step 2: expected"));
  EXPECT_THAT(end.out, HasSubstr("UPDATE t SET v = 7"));
}

TEST(Replay, refuses_a_file_with_the_place_that_is_wrong) {
  const Found found;
  std::string text = content_of(found.file);
  text.replace(text.find("\"violated\""), 10, "\"violate\"");
  write_content(found.file, text);
  const ProgramEnd end = run_program({"replay", found.file});
  EXPECT_EQ(end.code, 2);
  EXPECT_THAT(end.err,
              AllOf(HasSubstr("results[0].properties["), HasSubstr("did you mean violated?")));
}

}  // namespace
}  // namespace racewindow
