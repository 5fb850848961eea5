// SPDX-License-Identifier: Apache-2.0
#include "reports/review.h"

#include <gmock/gmock.h>

#include "reports/markdown.h"
#include "reports/results_document.h"
#include "tests/reports/golden.h"
#include "tests/reports/sample.h"

namespace racewindow {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Review sample_review() {
  Review sample;
  sample.system = {"push", "The push", "a document", "Nothing is lost.", {"Everything else."}};
  sample.results = sample_results();
  MutantResult mutant;
  mutant.mutation.kind = "skip-statement";
  mutant.mutation.site = {"guards/push.cpp", 7, 0};
  mutant.mutation.before = "DELETE FROM t";
  mutant.outcome = MutantOutcome::killed;
  mutant.property = "never-empty";
  mutant.replay_line = "rw1:a/b/c";
  const std::string& scenario = sample.results.front().scenario;
  MutationReport report;
  report.design = scenario.substr(0, scenario.rfind('/'));
  report.store = "memory";
  report.accepted = true;
  report.mutants = {mutant};
  sample.mutation = {report};
  return sample;
}

TEST(Review, tells_designs_matrix_counterexamples_bounds_and_commands) {
  expect_golden("review.md", to_markdown(review(sample_review())));
}

TEST(Review, holds_no_times) {
  Review slow = sample_review();
  for (ScenarioResult& result : slow.results) result.elapsed_s += 3600;
  EXPECT_EQ(to_markdown(review(slow)), to_markdown(review(sample_review())));
}

TEST(Review, hostile_texts_become_no_markup) {
  Review hostile = sample_review();
  hostile.results = {hostile_violation(2)};
  const std::string text = to_markdown(review(hostile));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("<script")));
}

TEST(ResultsDocument, of_explore_tells_what_was_expected_too) {
  const ResultFile explored{"explore", {sample_violation()}};
  const ResultFile checked{"check", {sample_violation()}};
  const auto text = [](const ResultFile& file) {
    return to_markdown(results_document(file, "racewindow"));
  };
  const std::string& line = explored.results[0].properties[0].counterexample
                                ? explored.results[0].properties[0].counterexample->replay_line
                                : explored.results[0].properties[1].counterexample->replay_line;
  EXPECT_THAT(text(explored), HasSubstr(line));
  EXPECT_THAT(text(checked), Not(HasSubstr(line)));
}

}  // namespace
}  // namespace racewindow
