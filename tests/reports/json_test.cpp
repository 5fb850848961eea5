// SPDX-License-Identifier: Apache-2.0
#include "reports/json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "tests/reports/golden.h"
#include "tests/reports/sample.h"

namespace racewindow {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text) {
  try {
    (void)parse_result_file(text);
  } catch (const BadJson& bad) {
    return bad.what();
  }
  return "accepted";
}

const std::string& sample_file() {
  static const std::string text = to_json(ResultFile{"check", sample_results()});
  return text;
}

TEST(Json, has_every_field_under_its_name_in_a_fixed_order) {
  expect_golden("check.json", sample_file());
}

TEST(Json, what_was_written_is_read_back) {
  const ResultFile read = parse_result_file(sample_file());
  EXPECT_EQ(read.kind, "check");
  EXPECT_EQ(read.results.size(), sample_results().size());
  EXPECT_EQ(to_json(read), sample_file());
}

TEST(Json, one_result_crosses_a_pipe_on_one_line) {
  const std::string line = to_json_line(sample_violation());
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(to_json_line(parse_scenario_result(line)), line);
}

TEST(Json, a_replay_crosses_a_pipe_on_one_line) {
  ReplayOutcome outcome;
  outcome.result = sample_violation();
  outcome.trace = outcome.result.properties.back().counterexample->trace;
  outcome.fingerprint = "9f31c2";
  outcome.preemptions = 1;
  outcome.divergence = "step 3: B is not possible here";
  const std::string line = to_json_line(outcome);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(to_json_line(parse_replay_outcome(line)), line);
  EXPECT_NE(line.find("\"divergence\":\"step 3: B is not possible here\""), std::string::npos);
}

TEST(Json, integers_above_two_to_the_53_are_strings) {
  ScenarioResult result = sample_violation();
  result.counts.steps = std::uint64_t{1} << 53;
  result.counts.states = (std::uint64_t{1} << 53) + 1;
  result.seed = std::numeric_limits<std::uint64_t>::max();
  result.parameters = {{"low", std::numeric_limits<std::int64_t>::min()}, {"minus", -1}};
  const std::string line = to_json_line(result);
  EXPECT_NE(line.find("\"steps\":9007199254740992,"), std::string::npos);
  EXPECT_NE(line.find("\"states\":\"9007199254740993\","), std::string::npos);
  const ScenarioResult read = parse_scenario_result(line);
  EXPECT_EQ(read.counts.states, result.counts.states);
  EXPECT_EQ(read.seed, result.seed);
  EXPECT_EQ(read.parameters, result.parameters);
}

TEST(Json, bytes_that_are_not_utf8_are_written_out) {
  ScenarioResult result = sample_violation();
  result.design = "a\xff\xc3z";
  EXPECT_EQ(parse_scenario_result(to_json_line(result)).design, "a\\xff\\xc3z");
}

TEST(Json, a_refusal_says_where_and_what) {
  const std::string& text = sample_file();
  EXPECT_EQ(refusal("{"),
            "byte 2: not JSON: parse error at line 1, column 2: syntax error while "
            "parsing object key - unexpected end of input; expected string literal");
  EXPECT_EQ(refusal("[]"), "the file: expected an object, seen an array");
  EXPECT_EQ(refusal("{}"), "schema: expected \"racewindow/1\", seen none");
  EXPECT_EQ(refusal(replaced(text, "racewindow/1", "racewindow/2")),
            "schema: expected \"racewindow/1\", seen \"racewindow/2\"");
  EXPECT_EQ(refusal(replaced(text, "\"executions\": 1234", "\"executions\": -1")),
            "results[0].counts.executions: expected an integer that is not negative and in range, "
            "seen -1");
  EXPECT_EQ(refusal(replaced(text, "\"executions\": 1234", "\"executions\": 1.5")),
            "results[0].counts.executions: expected an integer, seen 1.5");
  EXPECT_EQ(refusal(replaced(text, "\"executions\"", "\"exceptions\"")),
            "results[0].counts.executions: expected a value, seen none");
  EXPECT_EQ(refusal(replaced(text, "\"verdict\": \"holds\"", "\"verdict\": \"hold\"")),
            "results[0].properties[0].verdict: expected one of holds, violated, inconclusive, "
            "vacuous, seen \"hold\"; did you mean holds?");
  EXPECT_EQ(refusal(replaced(text, "\"accepted\": true", "\"accepted\": 1")),
            "results[0].accepted: expected true or false, seen 1");
  EXPECT_EQ(refusal(replaced(text, "\"bounds\": [", "\"bounds\": [7,")),
            "results[0].bounds[0]: expected a string, seen 7");
}

TEST(Json, a_file_of_the_first_version_is_read) {
  std::string text = sample_file();
  for (const std::string name : {"resumed", "awaited", "blockers", "notices", "isolation"}) {
    // Each stands on a line of its own, with an empty value.
    std::size_t at = 0;
    while ((at = text.find("\"" + name + "\": ")) != std::string::npos) {
      text.erase(at, text.find("\n", at) - at);
    }
  }
  EXPECT_EQ(to_json(parse_result_file(text)), sample_file());
}

TEST(Json, text_cut_anywhere_is_refused) {
  const std::string& text = sample_file();
  for (std::size_t size = 0; size + 2 < text.size(); size += 97) {
    EXPECT_NE(refusal(text.substr(0, size)), "accepted") << size;
  }
}

}  // namespace
}  // namespace racewindow
