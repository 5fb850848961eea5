// SPDX-License-Identifier: Apache-2.0
// The expected texts are what PostgreSQL 15 prints with TimeZone UTC.
#include "sim/sql/datetime.h"

#include <gtest/gtest.h>

#include <functional>

#include "sim/sql/error.h"

namespace racewindow {
namespace {

std::string failure(const std::function<void()>& body) {
  try {
    body();
    return "no error";
  } catch (const SqlError& error) {
    return error.sqlstate() + " " + error.message();
  } catch (const Broken& broken) {
    return broken.kind() + ": " + broken.message();
  }
}

TEST(Timestamptz, IsReadAndPrinted) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"2026-01-31", "2026-01-31 00:00:00+00"},
      {"  2026-01-31 12:34  ", "2026-01-31 12:34:00+00"},
      {"2026-1-1 1:2", "2026-01-01 01:02:00+00"},
      {"2026-01-31T12:34:56Z", "2026-01-31 12:34:56+00"},
      {"2026-01-31 12:34:56.5 UTC", "2026-01-31 12:34:56.5+00"},
      {"2026-01-31 12:34:56.1234567", "2026-01-31 12:34:56.123457+00"},
      {"2026-01-31 12:00+02", "2026-01-31 10:00:00+00"},
      {"2026-01-31 00:00-03:30", "2026-01-31 03:30:00+00"},
      {"2026-01-31 00:00+0130", "2026-01-30 22:30:00+00"},
      {"2026-01-01 24:00", "2026-01-02 00:00:00+00"},
      {"2026-01-01 10:00:60", "2026-01-01 10:01:00+00"},
      {"2024-02-29", "2024-02-29 00:00:00+00"},
      {"1969-12-31 23:59:59.999999", "1969-12-31 23:59:59.999999+00"},
      {"20261-01-01", "20261-01-01 00:00:00+00"},
  };
  for (const auto& [text, printed] : cases) {
    EXPECT_EQ(timestamptz_text(parse_timestamptz(text)), printed) << text;
  }
}

TEST(Timestamptz, OfYearsBeforeChristIsPrintedWithBc) {
  EXPECT_EQ(timestamptz_text(add(parse_timestamptz("1000-01-01"), {-12 * 1000, 0, 0})),
            "0001-01-01 00:00:00+00 BC");
}

TEST(Timestamptz, RefusesWhatTheServerRefuses) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"abc", "22007 invalid input syntax for type timestamp with time zone: \"abc\""},
      {"", "22007 invalid input syntax for type timestamp with time zone: \"\""},
      {"2026-13-01", "22008 date/time field value out of range: \"2026-13-01\""},
      {"2026-02-30", "22008 date/time field value out of range: \"2026-02-30\""},
      {"2025-02-29", "22008 date/time field value out of range: \"2025-02-29\""},
      {"2026-01-01 25:00", "22008 date/time field value out of range: \"2026-01-01 25:00\""},
      {"2026-01-01 00:00:00+15:60",
       "22009 time zone displacement out of range: \"2026-01-01 00:00:00+15:60\""},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_EQ(failure([&] { (void)parse_timestamptz(text); }), error);
  }
}

TEST(Timestamptz, DoesNotGuessAtOtherNotations) {
  for (const std::string_view text : {"now", "infinity", "-infinity", "Jan 1 2026", "1/2/2026",
                                      "2026-01-01 noon", "2026-01-01 12:00 Europe/Berlin"}) {
    EXPECT_EQ(failure([&] { (void)parse_timestamptz(text); }),
              "unsupported: notation of timestamp \"" + std::string(text) + "\"");
  }
}

TEST(Interval, IsReadAndPrinted) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"1 day", "1 day"},
      {"2 Hours 30 min", "02:30:00"},
      {"90 sec", "00:01:30"},
      {"5", "00:00:05"},
      {"1 day 2", "1 day 00:00:02"},
      {"1.5 hours", "01:30:00"},
      {"1.5 days", "1 day 12:00:00"},
      {"02:03", "02:03:00"},
      {"02:03:04.5678919", "02:03:04.567892"},
      {"-02:03", "-02:03:00"},
      {"1 day 61:00:01", "1 day 61:00:01"},
      {"-1 day 02:00", "-1 days +02:00:00"},
      {"1 mon 2 day 3 week 4 year 100 ms 7 us", "4 years 1 mon 23 days 00:00:00.100007"},
      {"1 year -1 mon", "11 mons"},
      {"-1 year 1 day", "-1 years +1 day"},
      {"2 days ago", "-2 days"},
      {"1d2h", "1 day 02:00:00"},
      {"0 days", "00:00:00"},
      {"1 decade 1 century", "110 years"},
  };
  for (const auto& [text, printed] : cases) {
    EXPECT_EQ(interval_text(parse_interval(text)), printed) << text;
  }
}

TEST(Interval, RefusesWhatTheServerRefuses) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"x", "22007 invalid input syntax for type interval: \"x\""},
      {"", "22007 invalid input syntax for type interval: \"\""},
      {"1 foo", "22007 invalid input syntax for type interval: \"1 foo\""},
      {"1 hour 1 hour", "22007 invalid input syntax for type interval: \"1 hour 1 hour\""},
      {"1 hour 02:03", "22007 invalid input syntax for type interval: \"1 hour 02:03\""},
      {"00:61", "22015 interval field value out of range: \"00:61\""},
      {"99999999999 days", "22015 interval field value out of range: \"99999999999 days\""},
  };
  for (const auto& [text, error] : cases) {
    EXPECT_EQ(failure([&] { (void)parse_interval(text); }), error);
  }
}

TEST(Interval, DoesNotGuessAtOtherNotations) {
  for (const std::string_view text : {"P1D", "1.5 months", "1 day ago 2 hours"}) {
    EXPECT_EQ(failure([&] { (void)parse_interval(text); }),
              "unsupported: notation of interval \"" + std::string(text) + "\"");
  }
}

TEST(DateArithmetic, AMonthLaterIsTheLastDayWhereTheMonthIsShorter) {
  const auto later = [](std::string_view from, const Interval& by) {
    return timestamptz_text(add(parse_timestamptz(from), by));
  };
  EXPECT_EQ(later("2026-01-31", {1, 0, 0}), "2026-02-28 00:00:00+00");
  EXPECT_EQ(later("2024-01-31", {1, 0, 0}), "2024-02-29 00:00:00+00");
  EXPECT_EQ(later("2026-03-31", {-1, 0, 0}), "2026-02-28 00:00:00+00");
  EXPECT_EQ(later("2026-05-31", {1, 0, 0}), "2026-06-30 00:00:00+00");
  EXPECT_EQ(later("2026-01-15", {-13, 0, 0}), "2024-12-15 00:00:00+00");
  // Months go first, then days, then time.
  EXPECT_EQ(later("2026-01-31", {1, 1, 0}), "2026-03-01 00:00:00+00");
  EXPECT_EQ(later("2026-01-31 23:00", {1, 0, 2 * 3'600'000'000}), "2026-03-01 01:00:00+00");
}

TEST(DateArithmetic, ADifferenceIsDaysAndTheRest) {
  const auto between = [](std::string_view a, std::string_view b) {
    return interval_text(difference(parse_timestamptz(a), parse_timestamptz(b)));
  };
  EXPECT_EQ(between("2026-03-01 12:00", "2026-01-01"), "59 days 12:00:00");
  EXPECT_EQ(between("2026-01-01", "2026-03-01 12:00"), "-59 days -12:00:00");
  EXPECT_EQ(between("2026-01-01", "2026-01-01"), "00:00:00");
}

TEST(DateArithmetic, ReportsWhatIsOutOfRange) {
  const Timestamp late = parse_timestamptz("200000-01-01");
  EXPECT_EQ(failure([&] {
              (void)add(late, {12 * 1'000'000, 0, 0});
            }),
            "22008 timestamp out of range");
  EXPECT_EQ(failure([&] {
              (void)add(late, {-12 * 300'000, 0, 0});
            }),
            "22008 timestamp out of range");
  EXPECT_EQ(failure([] {
              (void)add(Interval{INT32_MAX, 0, 0}, Interval{1, 0, 0});
            }),
            "22008 interval out of range");
  EXPECT_EQ(failure([] {
              (void)multiply(Interval{0, 1, 0}, 1LL << 40);
            }),
            "22008 interval out of range");
}

// Every day of four centuries, forth and back.
TEST(DateArithmetic, DaysAndDatesAreInverse) {
  Timestamp day = parse_timestamptz("1899-12-31");
  for (int n = 0; n < 146'097; ++n) {
    day = add(day, {0, 1, 0});
    ASSERT_EQ(parse_timestamptz(timestamptz_text(day)), day) << timestamptz_text(day);
  }
  EXPECT_EQ(timestamptz_text(day), "2299-12-31 00:00:00+00");
}

}  // namespace
}  // namespace racewindow
