// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/datetime.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/calendar.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

// 4713-11-24 BC, the server's first timestamp. Its last (year 294276) is past the last that
// microseconds since 1970 can hold (year 294247), which is ours.
constexpr std::int64_t kFirstTimestamp = -210'866'803'200'000'000;

struct Split {
  std::int64_t days;
  std::int64_t rest;  // 0 … kDay-1
};
Split split_days(std::int64_t microseconds) {
  const std::int64_t days = microseconds / kDay - (microseconds % kDay < 0 ? 1 : 0);
  return {days, microseconds - days * kDay};
}

std::string clock_text(std::int64_t microseconds) {
  std::string text = fmt::format("{:02}:{:02}:{:02}", microseconds / kHour,
                                 microseconds / kMinute % 60, microseconds / kSecond % 60);
  if (const std::int64_t fraction = microseconds % kSecond; fraction != 0) {
    text += fmt::format(".{:06}", fraction);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text;
}

[[noreturn]] void timestamp_out_of_range() {
  throw SqlError("22008", "timestamp out of range");
}
[[noreturn]] void interval_out_of_range() {
  throw SqlError("22008", "interval out of range");
}

}  // namespace

std::string timestamptz_text(Timestamp timestamp) {
  const Split split = split_days(timestamp.microseconds);
  const Civil date = civil_from_days(split.days);
  const bool before_christ = date.year <= 0;
  return fmt::format("{:04}-{:02}-{:02} {}+00{}", before_christ ? 1 - date.year : date.year,
                     date.month, date.day, clock_text(split.rest), before_christ ? " BC" : "");
}

std::string interval_text(const Interval& interval) {
  std::string text;
  bool after_negative = false;
  const auto part = [&](std::int64_t amount, std::string_view unit) {
    if (amount == 0) return;
    text +=
        fmt::format("{}{}{} {}{}", text.empty() ? "" : " ", after_negative && amount > 0 ? "+" : "",
                    amount, unit, amount == 1 ? "" : "s");
    after_negative = amount < 0;
  };
  part(interval.months / 12, "year");
  part(interval.months % 12, "mon");
  part(interval.days, "day");
  if (text.empty() || interval.microseconds != 0) {
    const bool negative = interval.microseconds < 0;
    text += fmt::format("{}{}{}", text.empty() ? "" : " ",
                        negative         ? "-"
                        : after_negative ? "+"
                                         : "",
                        clock_text(negative ? -interval.microseconds : interval.microseconds));
  }
  return text;
}

Timestamp add(Timestamp timestamp, const Interval& interval) {
  Split split = split_days(timestamp.microseconds);
  if (interval.months != 0) {
    Civil date = civil_from_days(split.days);
    const std::int64_t months = date.year * 12 + (date.month - 1) + interval.months;
    date.year = months / 12 - (months % 12 < 0 ? 1 : 0);
    date.month = static_cast<int>(months - date.year * 12) + 1;
    date.day = std::min(date.day, days_in_month(date.year, date.month));
    split.days = days_from_civil(date);
  }
  Timestamp result;
  if (!accumulate(result.microseconds, split.days + interval.days, kDay) ||
      !accumulate(result.microseconds, 1, split.rest) ||
      !accumulate(result.microseconds, 1, interval.microseconds) ||
      result.microseconds < kFirstTimestamp) {
    timestamp_out_of_range();
  }
  return result;
}

Interval difference(Timestamp a, Timestamp b) {
  std::int64_t span = 0;
  if (__builtin_sub_overflow(a.microseconds, b.microseconds, &span)) interval_out_of_range();
  return {0, static_cast<std::int32_t>(span / kDay), span % kDay};
}

Interval add(const Interval& a, const Interval& b) {
  Interval sum = a;
  if (!accumulate(sum.months, b.months, 1) || !accumulate(sum.days, b.days, 1) ||
      !accumulate(sum.microseconds, b.microseconds, 1)) {
    interval_out_of_range();
  }
  return sum;
}

Interval multiply(const Interval& interval, std::int64_t factor) {
  Interval product;
  if (!accumulate(product.months, interval.months, factor) ||
      !accumulate(product.days, interval.days, factor) ||
      !accumulate(product.microseconds, interval.microseconds, factor)) {
    interval_out_of_range();
  }
  return product;
}

}  // namespace racewindow
