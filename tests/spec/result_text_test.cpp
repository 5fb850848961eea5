// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/result_text.h"

#include <gtest/gtest.h>

#include "sim/spec/value_text.h"
#include "sim/sql/datetime.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

std::string table(std::vector<std::string> columns, std::vector<std::string> cells) {
  SpecResult rows;
  rows.kind = SpecResult::Kind::rows;
  rows.row_count = columns.empty() ? 0 : cells.size() / columns.size();
  rows.columns = std::move(columns);
  rows.cells = std::move(cells);
  return result_text(rows);
}

TEST(ResultText, numbers_and_dates_are_aligned_right_and_words_left) {
  EXPECT_EQ(table({"id", "data", "day"}, {"1", "a", "12-22-2008", "20", "bcdef", "12-23-2008"}),
            "id|data |       day\n"
            "--+-----+----------\n"
            " 1|a    |12-22-2008\n"
            "20|bcdef|12-23-2008\n"
            "(2 rows)\n\n");
}

TEST(ResultText, one_word_makes_its_column_left_and_null_decides_nothing) {
  EXPECT_EQ(table({"a", "b"}, {"100", "", "x", "", "2", "-7"}),
            "a  | b\n---+--\n100|  \nx  |  \n2  |-7\n(3 rows)\n\n");
}

TEST(ResultText, what_only_looks_like_a_number_at_first_is_a_word) {
  EXPECT_EQ(table({"e"}, {"1e5"}), "  e\n---\n1e5\n(1 row)\n\n");
  EXPECT_EQ(table({"exp"}, {"e5"}), "exp\n---\ne5 \n(1 row)\n\n");
  EXPECT_EQ(table({"exp"}, {"5-"}), "exp\n---\n5- \n(1 row)\n\n");
}

TEST(ResultText, widths_count_bytes) {
  EXPECT_EQ(table({"a", "b"}, {"é", "x"}), "a |b\n--+-\né|x\n(1 row)\n\n");
}

TEST(ResultText, no_rows_still_have_a_head_and_no_columns_print_nothing) {
  EXPECT_EQ(table({"a", "b"}, {}), "a|b\n-+-\n(0 rows)\n\n");
  EXPECT_EQ(table({}, {}), "");
}

std::string at(std::string_view timestamp) {
  return value_text(Value::timestamptz(parse_timestamptz(timestamp)));
}
std::string span(std::string_view interval) {
  return value_text(Value::interval(parse_interval(interval)));
}

// As psql prints them after SET TimeZone 'PST8PDT', DateStyle 'Postgres, MDY'.
TEST(ValueText, timestamps_are_pacific_time) {
  EXPECT_EQ(at("2026-01-01 00:00"), "Wed Dec 31 16:00:00 2025 PST");
  EXPECT_EQ(at("2026-07-04 12:30:01.25"), "Sat Jul 04 05:30:01.25 2026 PDT");
}

TEST(ValueText, summer_time_begins_and_ends_as_in_the_united_states) {
  EXPECT_EQ(at("2026-03-08 09:59:59"), "Sun Mar 08 01:59:59 2026 PST");
  EXPECT_EQ(at("2026-03-08 10:00:00"), "Sun Mar 08 03:00:00 2026 PDT");
  EXPECT_EQ(at("2026-11-01 08:59:59"), "Sun Nov 01 01:59:59 2026 PDT");
  EXPECT_EQ(at("2026-11-01 09:00:00"), "Sun Nov 01 01:00:00 2026 PST");
  EXPECT_EQ(at("2000-04-02 10:00:00"), "Sun Apr 02 03:00:00 2000 PDT");
  EXPECT_EQ(at("2000-10-29 09:00:00"), "Sun Oct 29 01:00:00 2000 PST");
  EXPECT_THROW(at("1980-01-01 00:00"), Broken);
}

TEST(ValueText, intervals_are_verbose) {
  EXPECT_EQ(span("0 sec"), "@ 0");
  EXPECT_EQ(span("1 year 2 mons 1 day 02:01:05.5"), "@ 1 year 2 mons 1 day 2 hours 1 min 5.5 secs");
  EXPECT_EQ(span("-1 day"), "@ 1 day ago");
  EXPECT_EQ(span("-1 day 3 hours"), "@ 1 day -3 hours ago");
  EXPECT_EQ(span("1 day -00:00:01"), "@ 1 day -1 sec");
  EXPECT_EQ(span("1 day -00:01:00"), "@ 1 day -1 mins");
  EXPECT_EQ(span("1 day -00:00:00.5"), "@ 1 day -0.5 secs");
}

TEST(ValueText, other_values_are_as_everywhere) {
  EXPECT_EQ(value_text(Value()), "");
  EXPECT_EQ(value_text(Value::boolean(true)), "t");
  EXPECT_EQ(value_text(Value::int8(-3)), "-3");
}

}  // namespace
}  // namespace racewindow
