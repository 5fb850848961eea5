// SPDX-License-Identifier: Apache-2.0
#include "reports/html/tables.h"

#include <gtest/gtest.h>

#include <string>

#include "reports/html/markup.h"

namespace racewindow {
namespace {

TraceTable table(std::vector<TraceRow> rows) {
  return {"t", {"id", "a", "b"}, std::move(rows)};
}
TraceRow row(std::string id, std::string a, std::string b) {
  return {{std::move(id), std::move(a), std::move(b)}};
}

// "=+-~" in the order of the rows.
std::string fates(const TraceTable& before, const TraceTable& after) {
  std::string text;
  for (const ComparedRow& each : compare_rows(before, after)) {
    text += std::string("=+-~")[static_cast<std::size_t>(each.fate)];
  }
  return text;
}

TEST(CompareRows, equal_tables_have_no_differences) {
  const TraceTable some = table({row("1", "x", "y"), row("1", "x", "y")});
  EXPECT_EQ(fates(some, some), "==");
  EXPECT_EQ(fates(table({}), table({})), "");
}

TEST(CompareRows, rows_come_and_go) {
  EXPECT_EQ(fates(table({}), table({row("1", "x", "y")})), "+");
  EXPECT_EQ(fates(table({row("1", "x", "y")}), table({})), "-");
}

TEST(CompareRows, equal_rows_are_counted) {
  const TraceRow twin = row("1", "x", "y");
  EXPECT_EQ(fates(table({twin, twin, twin}), table({twin})), "=--");
  EXPECT_EQ(fates(table({twin}), table({twin, twin})), "=+");
}

TEST(CompareRows, a_row_with_most_cells_kept_is_a_changed_one) {
  const TraceTable before = table({row("1", "x", "y"), row("2", "x", "y")});
  const TraceTable after = table({row("1", "x", "y"), row("2", "x", "z")});
  EXPECT_EQ(fates(before, after), "=~");
  const auto compared = compare_rows(before, after);
  EXPECT_EQ(compared[1].before->cells[2], "y");
  EXPECT_EQ(compared[1].after->cells[2], "z");
}

TEST(CompareRows, a_row_with_few_cells_kept_is_another_one) {
  EXPECT_EQ(fates(table({row("1", "x", "y")}), table({row("2", "x", "z")})), "+-");
}

TEST(TableHtml, a_long_table_shows_what_changed_first) {
  std::vector<TraceRow> rows;
  for (int n = 0; n < 1'000; ++n) rows.push_back(row(std::to_string(n), "x", "y"));
  const TraceTable before = table(rows);
  rows[900].cells[2] = "changed-one";
  const std::string markup = table_html("table", before, table(rows));
  EXPECT_NE(markup.find("<ins>changed-one</ins>"), std::string::npos);
  EXPECT_NE(markup.find("… 800 rows more"), std::string::npos);
}

TEST(Markup, a_policy_names_an_asset_by_the_base64_of_its_digest) {
  // Of the empty text, as in the Content Security Policy standard's examples.
  EXPECT_EQ(csp_source("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
}

TEST(Markup, a_text_is_cut_between_characters) {
  EXPECT_EQ(html_cut("abc", 3), "abc");
  EXPECT_EQ(html_cut("ab漢", 3), "ab<span class=\"cut\">… 3 bytes more</span>");
  EXPECT_EQ(html_cut("ab漢", 4), "ab<span class=\"cut\">… 3 bytes more</span>");
  EXPECT_EQ(html_cut("ab漢", 5), "ab漢");
  EXPECT_EQ(html_lines("a\nb\x1b", 10), "a\nb\\x1b");
}

TEST(Markup, sql_keywords_and_literals_are_told_apart) {
  EXPECT_EQ(html_sql("SELECT a FROM t WHERE b = 'x<' AND A = 'it''s"),
            "<b>SELECT</b> a <b>FROM</b> t <b>WHERE</b> b = <i>'x&lt;'</i> <b>AND</b> A = "
            "<i>'it'</i><i>'s</i>");
  EXPECT_EQ(html_sql("a = 'cut… AND b = 'x'"), "a = <i>'cut…</i> <b>AND</b> b = <i>'x'</i>");
}

}  // namespace
}  // namespace racewindow
