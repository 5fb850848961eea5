// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/value_text.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "sim/sql/calendar.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

int weekday(std::int64_t days) {
  constexpr int kThursday = 4;  // 1970-01-01
  const std::int64_t since_sunday = days + kThursday;
  return static_cast<int>(since_sunday - 7 * floor_divide(since_sunday, 7));
}

// The first Sunday of the month on or after that day.
std::int64_t sunday_from(std::int64_t year, int month, int day) {
  const std::int64_t days = days_from_civil({year, month, day});
  return days + (7 - weekday(days)) % 7;
}

// The United States' rules: since 2007 from the second Sunday of March to the first of November,
// before that from the first Sunday of April to the last of October; each at 2:00 local time.
bool is_summer(std::int64_t microseconds) {
  const std::int64_t year = civil_from_days(floor_divide(microseconds - 8 * kHour, kDay)).year;
  if (year < 1987) throw Broken("unsupported", "a timestamp before 1987 in time zone PST8PDT");
  const std::int64_t from = year >= 2007 ? sunday_from(year, 3, 8) : sunday_from(year, 4, 1);
  const std::int64_t to = year >= 2007 ? sunday_from(year, 11, 1) : sunday_from(year, 10, 25);
  return microseconds >= from * kDay + 10 * kHour && microseconds < to * kDay + 9 * kHour;
}

std::string with_fraction(std::string text, std::int64_t microseconds) {
  if (microseconds == 0) return text;
  text += fmt::format(".{:06}", microseconds);
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

std::string timestamp_text(std::int64_t microseconds) {
  const bool summer = is_summer(microseconds);
  const std::int64_t local = microseconds - (summer ? 7 : 8) * kHour;
  const std::int64_t days = floor_divide(local, kDay);
  const std::int64_t rest = local - days * kDay;
  const Civil date = civil_from_days(days);
  const std::string clock =
      fmt::format("{:02}:{:02}:{:02}", rest / kHour, rest / kMinute % 60, rest / kSecond % 60);
  return fmt::format("{} {} {:02} {} {:04} {}", kDays[static_cast<std::size_t>(weekday(days))],
                     kMonths[static_cast<std::size_t>(date.month - 1)], date.day,
                     with_fraction(clock, rest % kSecond), date.year, summer ? "PDT" : "PST");
}

// "@ 1 day -2 hours", and where the first part is negative "@ 1 day 2 hours ago".
std::string interval_text_verbose(const Interval& interval) {
  std::string text = "@";
  bool first = true;
  bool ago = false;
  const auto part = [&](std::int64_t amount, std::string_view unit, std::int64_t fraction = 0) {
    if (amount == 0 && fraction == 0) return;
    const bool negative = amount < 0 || fraction < 0;
    if (first) ago = negative;
    first = false;
    const std::string number = with_fraction(std::to_string(std::abs(amount)), std::abs(fraction));
    const std::int64_t shown = ago ? -amount : amount;
    // The server has "-1 mins", but "-1 sec".
    const bool one = fraction == 0 && (shown == 1 || (shown == -1 && unit == "sec"));
    text += fmt::format(" {}{} {}{}", negative == ago ? "" : "-", number, unit, one ? "" : "s");
  };
  const std::int64_t time = interval.microseconds;
  part(interval.months / 12, "year");
  part(interval.months % 12, "mon");
  part(interval.days, "day");
  part(time / kHour, "hour");
  part(time / kMinute % 60, "min");
  part(time / kSecond % 60, "sec", time % kSecond);
  if (first) text += " 0";
  return text + (ago ? " ago" : "");
}

}  // namespace

std::string value_text(const Value& value) {
  if (value.type() == Type::timestamptz) return timestamp_text(value.as_timestamp().microseconds);
  if (value.type() == Type::interval) return interval_text_verbose(value.as_interval());
  return to_text(value);
}

}  // namespace racewindow
