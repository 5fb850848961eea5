// SPDX-License-Identifier: Apache-2.0
// Every form of the same results: as expected nothing is reported, what is not is reported by all
// of them, and hostile texts stay texts.
#include "reports/forms.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/findings.h"
#include "reports/github.h"
#include "reports/junit.h"
#include "reports/sarif.h"
#include "tests/reports/sample.h"

namespace racewindow {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

ResultFile samples() {
  return {"check", sample_results()};
}

ResultFile hostile() {
  ResultFile file{"check", {hostile_violation(2)}};
  for (PropertyResult& property : file.results[0].properties) property.expected = Verdict::holds;
  return file;
}

std::size_t occurrences(const std::string& text, std::string_view of) {
  std::size_t count = 0;
  for (std::size_t at = text.find(of); at != text.npos; at = text.find(of, at + 1)) ++count;
  return count;
}

bool is_printable(const std::string& text) {
  return std::ranges::none_of(text,
                              [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 127; });
}

TEST(Findings, are_what_is_not_as_expected_and_nothing_else) {
  const std::vector<ScenarioResult> results = sample_results();
  std::vector<std::string> rules;
  for (const CiFinding& finding : ci_findings(results)) {
    rules.push_back(finding.rule + " " + finding.outcome);
  }
  EXPECT_THAT(rules,
              ::testing::ElementsAre("pointer-forward inconclusive", "exactly-one-fails vacuous",
                                     "tree-complete holds", "broken broken"));
  EXPECT_TRUE(ci_findings({sample_violation()}).empty());
}

TEST(Findings, stand_on_the_line_that_hit_the_race) {
  ScenarioResult result = sample_violation();
  for (PropertyResult& property : result.properties) property.expected = Verdict::holds;
  auto violated = std::ranges::find_if(result.properties, [](const PropertyResult& property) {
    return property.counterexample.has_value();
  });
  ASSERT_NE(violated, result.properties.end());
  violated->counterexample->race_window = RaceWindow{1, 2};
  const auto hit = ci_findings({result});
  ASSERT_EQ(hit.size(), 1U);
  EXPECT_EQ(hit[0].line, violated->counterexample->trace.steps[1].line);
  EXPECT_THAT(hit[0].message, HasSubstr("replay: " + violated->counterexample->replay_line));
}

TEST(Junit, counts_properties_failures_and_errors) {
  const std::string xml = junit_report(samples());
  EXPECT_THAT(xml, StartsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "));
  EXPECT_EQ(occurrences(xml, "<failure "), 3U);
  EXPECT_EQ(occurrences(xml, "<error "), 1U);
  EXPECT_THAT(xml, HasSubstr("failures=\"3\" errors=\"1\" time="));
  EXPECT_THAT(xml, EndsWith("</testsuites>\n"));
  EXPECT_EQ(occurrences(junit_report({"check", {sample_violation()}}), "<failure"), 0U);
}

TEST(Sarif, has_what_its_schema_requires) {
  const auto sarif = nlohmann::json::parse(sarif_report(samples()));
  EXPECT_EQ(sarif.at("version"), "2.1.0");
  const auto& run = sarif.at("runs").at(0);
  EXPECT_EQ(run.at("tool").at("driver").at("name"), "racewindow");
  const auto& rules = run.at("tool").at("driver").at("rules");
  EXPECT_EQ(run.at("results").size(), ci_findings(samples().results).size());
  for (const auto& result : run.at("results")) {
    EXPECT_FALSE(result.at("message").at("text").get<std::string>().empty());
    EXPECT_EQ(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id"), result.at("ruleId"));
  }
}

TEST(Github, is_silent_where_all_is_as_expected) {
  EXPECT_EQ(github_annotations({"check", {sample_violation()}}), "");
  EXPECT_EQ(occurrences(github_annotations(samples()), "::error "), 2U);
  EXPECT_EQ(occurrences(github_annotations(samples()), "::warning "), 2U);
}

TEST(Forms, hostile_texts_stay_texts) {
  for (const Form& form : forms()) {
    const std::string text = form.write(hostile(), "racewindow");
    EXPECT_THAT(text, Not(HasSubstr("\x1b"))) << form.name;
    EXPECT_TRUE(form.name == "html" || is_printable(text)) << form.name;
    EXPECT_TRUE(form.name == "html" || form.name == "json" || form.name == "sarif" ||
                occurrences(text, "<script") == 0)
        << form.name;
  }
  EXPECT_TRUE(nlohmann::json::accept(sarif_report(hostile())));
  // A command of GitHub's is one line, and each of ours begins one.
  const std::string annotations = github_annotations(hostile());
  EXPECT_EQ(occurrences(annotations, "\n"), ci_findings(hostile().results).size());
}

TEST(Forms, are_the_same_of_results_that_were_saved) {
  const ResultFile saved = parse_result_file(to_json(samples()));
  for (const Form& form : forms()) {
    EXPECT_EQ(form.write(saved, "racewindow"), form.write(samples(), "racewindow")) << form.name;
  }
}

}  // namespace
}  // namespace racewindow
