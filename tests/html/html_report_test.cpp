// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "reports/html.h"
#include "reports/html/assets.h"
#include "reports/text.h"
#include "tests/html/pages.h"

namespace racewindow {
namespace {

constexpr std::string_view kViolation = "portal-push.pre-stage-clear.equal-pushes.tree-complete";

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}
bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

// The page without the style and the script, which nobody else has written.
std::string markup_of(const ResultFile& file) {
  std::string page = html_report(file);
  for (const std::string_view asset : {html_style, html_script}) {
    const std::size_t at = page.find(asset);
    EXPECT_NE(at, page.npos);
    page.erase(at, asset.size());
  }
  return page;
}

// From the row's beginning to its end.
std::string row_of(const std::string& page, std::string_view id, std::size_t step) {
  const std::size_t start = page.find(fmt::format("<tr role=\"row\" id=\"{}/{}\"", id, step));
  if (start == page.npos) return "";
  return page.substr(start, page.find("<tr role=\"row\" id=", start + 1) - start);
}

TEST(HtmlReport, has_a_row_for_every_step_and_one_before_them) {
  const std::string page = markup_of(stepped_results());
  for (std::size_t step = 0; step <= 5; ++step) {
    EXPECT_NE(row_of(page, kViolation, step), "") << step;
  }
  EXPECT_EQ(row_of(page, kViolation, 6), "");
}

TEST(HtmlReport, a_schedule_that_passes_has_rows_from_where_it_parts_from_the_one_that_fails) {
  const std::string passing = std::string(kViolation) + ".passing";
  ResultFile file = stepped_results();
  const std::string early = markup_of(file);
  EXPECT_EQ(row_of(early, passing, 0), "");
  for (std::size_t step = 1; step <= 5; ++step) EXPECT_NE(row_of(early, passing, step), "") << step;

  for (ScenarioResult* result : {&file.results[3], &file.results[4]}) {
    Counterexample& found = *result->properties.back().counterexample;
    found.nearest_passing->trace = found.trace;
    std::swap(found.nearest_passing->trace.steps[3], found.nearest_passing->trace.steps[4]);
    for (std::size_t n : {3U, 4U}) found.nearest_passing->trace.steps[n].number = n + 1;
  }
  const std::string late = markup_of(file);
  EXPECT_TRUE(contains(late, "Steps 1 to 3 are the same in both"));
  EXPECT_EQ(row_of(late, passing, 3), "");
  EXPECT_NE(row_of(late, passing, 4), "");
  // What the table was before is known from the steps that are left out.
  EXPECT_TRUE(contains(row_of(late, passing, 5), "<td><del>3</del> <ins>4</ins></td>"));
}

TEST(HtmlReport, a_row_tells_what_the_step_did) {
  const std::string page = markup_of(stepped_results());
  const std::string row = row_of(page, kViolation, 2);
  EXPECT_TRUE(contains(row, "<b>INSERT</b> <b>INTO</b> mount_directory")) << row;
  EXPECT_TRUE(contains(row, "guards/portal_push/push_account.cpp:32"));
  EXPECT_TRUE(contains(row, "! LOST: it took effect, the caller gets a connection error"));
  EXPECT_TRUE(contains(row, "+ mount_directory ('acct-1', 4, '/b')"));
  EXPECT_TRUE(contains(row, "log op=failed account=acct-1"));
  EXPECT_TRUE(contains(row, "<dt>$4</dt><dd>'/b'</dd>"));
  EXPECT_TRUE(contains(row_of(page, kViolation, 3), "time moves to +15m"));
  EXPECT_TRUE(contains(row_of(page, kViolation, 4), "✗ Violated here:</strong> tree-complete"));
}

TEST(HtmlReport, tables_stand_in_the_rows_that_change_them_with_the_changes_marked) {
  const std::string page = markup_of(stepped_results());
  EXPECT_EQ(count(row_of(page, kViolation, 0), "data-what=\"table\""), 2U);
  EXPECT_EQ(count(row_of(page, kViolation, 1), "data-what=\"table\""), 0U);
  const std::string staged = row_of(page, kViolation, 2);
  EXPECT_EQ(count(staged, "<tr class=\"same\">"), 2U);
  EXPECT_EQ(count(staged, "<tr class=\"added\">"), 2U);
  EXPECT_TRUE(contains(row_of(page, kViolation, 4), "<td><del>3</del> <ins>4</ins></td>"));
}

TEST(HtmlReport, the_race_window_is_marked_from_the_read_to_the_hit) {
  const std::string page = markup_of(stepped_results());
  EXPECT_TRUE(contains(row_of(page, kViolation, 1), "The race window opens."));
  EXPECT_TRUE(contains(row_of(page, kViolation, 4), "The race window is hit."));
  for (std::size_t step = 1; step <= 4; ++step) {
    EXPECT_TRUE(contains(row_of(page, kViolation, step), "in-window")) << step;
  }
  EXPECT_FALSE(contains(row_of(page, kViolation, 5), "in-window"));
}

TEST(HtmlReport, properties_of_one_schedule_have_their_own_windows_and_passing_schedules) {
  ScenarioResult result = stepped_results().results[3];
  PropertyResult other = result.properties.back();
  other.info.name = "pointer-after";
  result.properties.push_back(other);
  const std::string together = markup_of({"explore", {result}});
  EXPECT_EQ(count(together, "<section class=\"comparison\">"), 1U);
  EXPECT_TRUE(contains(together, "in the other order tree-complete and pointer-after hold."));

  Counterexample& own = *result.properties.back().counterexample;
  own.race_window = RaceWindow{2, 5};
  own.nearest_passing->schedule = "Alost.@15m.B2";
  const std::string apart = markup_of({"explore", {result}});
  EXPECT_EQ(count(apart, "<section class=\"comparison\">"), 2U);
  EXPECT_TRUE(contains(row_of(apart, kViolation, 5), "in the other order pointer-after holds."));
  EXPECT_NE(row_of(apart, std::string(kViolation) + ".passing.2", 5), "");
}

TEST(HtmlReport, the_comparison_tells_what_moved_and_what_comes_to_something_else) {
  ResultFile file = stepped_results();
  const std::string moved = markup_of(file);
  EXPECT_EQ(count(moved, "⇅ elsewhere in the other schedule"), 2U);
  EXPECT_FALSE(contains(moved, "class=\"differs\""));
  EXPECT_FALSE(contains(moved, "not in the other schedule"));
  for (ScenarioResult* result : {&file.results[3], &file.results[4]}) {
    Trace& passing = result->properties.back().counterexample->nearest_passing->trace;
    passing.steps[3].affected = 0;
    passing.steps.pop_back();
  }
  const std::string other = markup_of(file);
  EXPECT_EQ(count(other, "class=\"differs\""), 2U);
  EXPECT_EQ(count(other, "not in the other schedule"), 1U);
}

TEST(HtmlReport, what_two_stores_show_alike_is_told_once_with_both_commands) {
  const std::string page = markup_of(stepped_results());
  EXPECT_EQ(count(page, "<article"), 1U);
  EXPECT_TRUE(contains(page, "racewindow replay rw1:on-sqlite"));
  EXPECT_TRUE(contains(page, "racewindow replay rw1:portal-push/pre-stage-clear/equal-pushes"));
}

TEST(HtmlReport, results_without_tables_race_window_and_passing_schedule_are_shown) {
  ResultFile file = stepped_results();
  for (ScenarioResult& result : file.results) {
    for (PropertyResult& property : result.properties) {
      if (!property.counterexample) continue;
      property.counterexample->race_window.reset();
      property.counterexample->nearest_passing.reset();
      property.counterexample->trace.initial_tables.clear();
      for (TraceStep& step : property.counterexample->trace.steps) step.tables.clear();
    }
  }
  const std::string page = markup_of(file);
  EXPECT_NE(row_of(page, kViolation, 5), "");
  for (const std::string_view absent : {"race window", "nearest schedule", "class=\"race\""}) {
    EXPECT_FALSE(contains(page, absent)) << absent;
  }
}

TEST(HtmlReport, every_run_is_in_the_overview_with_a_word_for_how_it_stands) {
  const ResultFile file = stepped_results();
  const std::string page = markup_of(file);
  EXPECT_EQ(count(page, "<tr class=\"row\">"), file.results.size());
  EXPECT_TRUE(contains(page, "<a href=\"#design.portal-push.accepted\">"));
  EXPECT_TRUE(contains(page, "3 runs: 2 as expected, 1 undecided"));
  for (const std::string_view word :
       {"✓ as expected", "✗ other than expected", "? undecided", "! broken"}) {
    EXPECT_TRUE(contains(page, word)) << word;
  }
}

TEST(HtmlReport, equal_results_give_equal_bytes) {
  const ResultFile file = stepped_results();
  EXPECT_EQ(html_report(file), html_report(parse_result_file(to_json(file))));
}

TEST(HtmlReport, nothing_is_fetched_from_anywhere) {
  const std::string page = html_report(stepped_results());
  for (const std::string_view part : {"http:", "https:", "src=", "url(", "@import", "<link"}) {
    EXPECT_FALSE(contains(page, part)) << part;
  }
}

TEST(HtmlReport, ids_are_unique) {
  const std::string page = markup_of(hostile_results());
  std::set<std::string> ids;
  for (std::size_t at = page.find(" id=\""); at != page.npos; at = page.find(" id=\"", at + 1)) {
    const std::size_t start = at + 5;
    const std::string id = page.substr(start, page.find('"', start) - start);
    EXPECT_TRUE(ids.insert(id).second) << id;
  }
  EXPECT_GT(ids.size(), 10U);
}

TEST(HtmlReport, hostile_texts_stay_texts) {
  const std::string page = markup_of(hostile_results());
  EXPECT_EQ(count(page, "<script"), 1U);  // ours
  EXPECT_FALSE(contains(page, "<img"));
  EXPECT_FALSE(contains(page, "<svg"));
  EXPECT_TRUE(contains(page, "&lt;script&gt;window.executed=1&lt;/script&gt;"));
  EXPECT_TRUE(
      contains(page, "\\x1b[31m\\x01\\xff\\xc3 \\u202e\\u2066txt.exe\\u200b\\r\\n\\t漢字😀"));
  for (const std::string_view raw : {"\x1b", "\x01", "\xff", "\xe2\x80\xae", "\xe2\x80\x8b"}) {
    EXPECT_FALSE(contains(page, raw)) << "a raw " << static_cast<int>(raw[0]);
  }
}

TEST(HtmlReport, megabyte_texts_are_cut_and_say_by_how_much) {
  const ResultFile file = hostile_results();
  const std::string page = markup_of(file);
  EXPECT_LT(page.size(), 400'000U);
  EXPECT_FALSE(contains(page, std::string(9'000, 'x')));
  EXPECT_GE(count(page, " bytes more</span>"), 3U);
  const PropertyResult& violated = file.results[0].properties.back();
  const std::string& param = violated.counterexample->trace.steps[1].statements[0].params[0];
  EXPECT_TRUE(contains(page, fmt::format("… {} bytes more", grouped(param.size() - 2'000))));
}

}  // namespace
}  // namespace racewindow
