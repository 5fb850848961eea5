// SPDX-License-Identifier: Apache-2.0
// The input functions of timestamptz and interval.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/sql/calendar.h"
#include "sim/sql/datetime.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Reads a text from left to right.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) { skip_spaces(); }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  void skip_spaces() {
    while (is_space(peek())) ++at_;
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  // 1 … digits_max digits; -1 where there is none.
  std::int64_t number(int digits_max) {
    if (!is_digit(peek())) return -1;
    std::int64_t value = 0;
    for (int n = 0; n < digits_max && is_digit(peek()); ++n)
      value = value * 10 + (text_[at_++] - '0');
    return value;
  }
  // The digits after a decimal point, rounded to millionths.
  std::int64_t millionths() {
    std::int64_t value = 0;
    int digits = 0;
    for (; is_digit(peek()) && digits < 7; ++digits) value = value * 10 + (text_[at_++] - '0');
    while (is_digit(peek())) ++at_;
    for (; digits < 7; ++digits) value *= 10;
    return (value + 5) / 10;
  }
  std::string word() {
    std::string word;
    while (is_letter(peek())) word += static_cast<char>(text_[at_++] | 0x20);
    return word;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

[[noreturn]] void not_read(std::string_view what, std::string_view text) {
  throw Broken("unsupported", fmt::format("notation of {} \"{}\"", what, text));
}
[[noreturn]] void bad_syntax(Type type, std::string_view text) {
  throw SqlError("22007",
                 fmt::format("invalid input syntax for type {}: \"{}\"", type_name(type), text));
}

struct Unit {
  std::string_view name;
  int slot;  // a unit may occur once; synonyms share a slot
  std::int64_t months;
  std::int64_t days;
  std::int64_t microseconds;
};
constexpr int kHourSlot = 3;
constexpr int kMinuteSlot = 4;
constexpr int kSecondSlot = 5;
constexpr Unit kUnits[] = {
    {"microsecond", 0, 0, 0, 1},
    {"usec", 0, 0, 0, 1},
    {"us", 0, 0, 0, 1},
    {"millisecond", 1, 0, 0, 1000},
    {"msec", 1, 0, 0, 1000},
    {"ms", 1, 0, 0, 1000},
    {"second", 5, 0, 0, kSecond},
    {"sec", 5, 0, 0, kSecond},
    {"s", 5, 0, 0, kSecond},
    {"minute", 4, 0, 0, kMinute},
    {"min", 4, 0, 0, kMinute},
    {"m", 4, 0, 0, kMinute},
    {"hour", 3, 0, 0, kHour},
    {"hr", 3, 0, 0, kHour},
    {"h", 3, 0, 0, kHour},
    {"day", 6, 0, 1, 0},
    {"d", 6, 0, 1, 0},
    {"week", 7, 0, 7, 0},
    {"w", 7, 0, 7, 0},
    {"month", 8, 1, 0, 0},
    {"mon", 8, 1, 0, 0},
    {"year", 9, 12, 0, 0},
    {"yr", 9, 12, 0, 0},
    {"y", 9, 12, 0, 0},
    {"decade", 10, 120, 0, 0},
    {"century", 11, 1200, 0, 0},
    {"centuries", 11, 1200, 0, 0},
};
const Unit* find_unit(std::string_view word) {
  for (const Unit& unit : kUnits) {
    if (word == unit.name) return &unit;
    if (unit.name.size() > 1 && word.size() == unit.name.size() + 1 && word.back() == 's' &&
        word.starts_with(unit.name)) {
      return &unit;
    }
  }
  return nullptr;
}

// Collects the parts of an interval, each unit at most once.
struct IntervalReader {
  std::string_view text;
  Interval sum;
  unsigned seen = 0;

  void claim(int slot) {
    if ((seen >> slot & 1u) != 0) bad_syntax(Type::interval, text);
    seen |= 1u << slot;
  }
  void add_part(const Unit& unit, std::int64_t sign, std::int64_t whole, std::int64_t millionths) {
    claim(unit.slot);
    // A fraction of a day is time; a fraction of anything longer is days, which the server rounds.
    if (millionths != 0 && (unit.months != 0 || unit.days > 1)) not_read("interval", text);
    const std::int64_t fraction_of = unit.days == 1 ? kDay : unit.microseconds;
    const std::int64_t fraction = (millionths * (fraction_of / 1000) + 500) / 1000;
    if (!accumulate(sum.months, sign * whole, unit.months) ||
        !accumulate(sum.days, sign * whole, unit.days) ||
        !accumulate(sum.microseconds, sign * whole, unit.microseconds) ||
        !accumulate(sum.microseconds, sign, fraction)) {
      out_of_range();
    }
  }
  // The rest of hours:minutes[:seconds[.fraction]], after the hours.
  void add_clock(Cursor& cursor, std::int64_t sign, std::int64_t hour) {
    const std::int64_t minute = cursor.number(9);
    const std::int64_t second = cursor.take(':') ? cursor.number(9) : 0;
    const std::int64_t fraction = cursor.take('.') ? cursor.millionths() : 0;
    if (minute < 0 || second < 0) bad_syntax(Type::interval, text);
    if (minute > 59 || second > 60) out_of_range();
    for (const int slot : {kHourSlot, kMinuteSlot, kSecondSlot}) claim(slot);
    if (!accumulate(sum.microseconds, sign * hour, kHour) ||
        !accumulate(sum.microseconds, sign, minute * kMinute + second * kSecond + fraction)) {
      out_of_range();
    }
  }
  [[noreturn]] void out_of_range() const {
    throw SqlError("22015", fmt::format("interval field value out of range: \"{}\"", text));
  }
};

}  // namespace

Timestamp parse_timestamptz(std::string_view text) {
  Cursor cursor(text);
  if (std::none_of(text.begin(), text.end(), is_digit)) {
    constexpr std::array<std::string_view, 7> kWords = {
        "now", "today", "tomorrow", "yesterday", "infinity", "epoch", "allballs"};
    cursor.take('-');
    const std::string word = cursor.word();
    if (std::find(kWords.begin(), kWords.end(), word) == kWords.end()) {
      bad_syntax(Type::timestamptz, text);
    }
    not_read("timestamp", text);
  }
  const std::int64_t year = cursor.number(6);
  if (year < 1000 || !cursor.take('-')) not_read("timestamp", text);
  const std::int64_t month = cursor.number(2);
  if (month < 0 || !cursor.take('-')) not_read("timestamp", text);
  const std::int64_t day = cursor.number(2);
  if (day < 0) not_read("timestamp", text);

  std::int64_t hour = 0;
  std::int64_t minute = 0;
  std::int64_t second = 0;
  std::int64_t fraction = 0;
  if (!cursor.take('T')) cursor.skip_spaces();
  if (is_digit(cursor.peek())) {
    hour = cursor.number(2);
    if (!cursor.take(':') || (minute = cursor.number(2)) < 0) not_read("timestamp", text);
    if (cursor.take(':') && (second = cursor.number(2)) < 0) not_read("timestamp", text);
    if (cursor.take('.')) fraction = cursor.millionths();
    cursor.skip_spaces();
  }
  std::int64_t offset = 0;
  if (cursor.peek() == '+' || cursor.peek() == '-') {
    const std::int64_t sign = cursor.take('-') ? -1 : (cursor.take('+'), 1);
    const std::int64_t zone_hours = cursor.number(2);
    cursor.take(':');
    const std::int64_t zone_minutes = is_digit(cursor.peek()) ? cursor.number(2) : 0;
    if (zone_hours < 0) not_read("timestamp", text);
    if (zone_hours > 15 || zone_minutes > 59) {
      throw SqlError("22009", fmt::format("time zone displacement out of range: \"{}\"", text));
    }
    offset = sign * (zone_hours * kHour + zone_minutes * kMinute);
  } else if (const std::string zone = cursor.word(); zone != "" && zone != "z" && zone != "utc") {
    not_read("timestamp", text);
  }
  cursor.skip_spaces();
  if (!cursor.at_end()) not_read("timestamp", text);

  const bool valid_date =
      month >= 1 && month <= 12 && day >= 1 && day <= days_in_month(year, static_cast<int>(month));
  const std::int64_t time = hour * kHour + minute * kMinute + second * kSecond + fraction;
  if (!valid_date || minute > 59 || second > 60 || time > kDay) {
    throw SqlError("22008", fmt::format("date/time field value out of range: \"{}\"", text));
  }
  Timestamp result;
  const std::int64_t days = days_from_civil({year, static_cast<int>(month), static_cast<int>(day)});
  if (!accumulate(result.microseconds, days, kDay) ||
      !accumulate(result.microseconds, 1, time - offset)) {
    throw SqlError("22008", fmt::format("timestamp out of range: \"{}\"", text));
  }
  return result;
}

Interval parse_interval(std::string_view text) {
  Cursor cursor(text);
  if (cursor.peek() == 'P') not_read("interval", text);
  if (cursor.at_end()) bad_syntax(Type::interval, text);
  IntervalReader reader{text, {}, 0};
  while (!cursor.at_end()) {
    const std::int64_t sign = cursor.take('-') ? -1 : 1;
    if (sign == 1) cursor.take('+');
    const std::int64_t whole = cursor.number(18);
    if (whole < 0) {
      if (cursor.word() != "ago" || sign != 1 || reader.seen == 0) bad_syntax(Type::interval, text);
      reader.sum = multiply(reader.sum, -1);
      cursor.skip_spaces();
      if (!cursor.at_end()) not_read("interval", text);
      break;
    }
    if (cursor.take(':')) {
      reader.add_clock(cursor, sign, whole);
    } else {
      const std::int64_t fraction = cursor.take('.') ? cursor.millionths() : 0;
      cursor.skip_spaces();
      const bool bare = cursor.at_end();  // a last number without a unit counts seconds
      const Unit* unit = find_unit(bare ? "second" : cursor.word());
      if (unit == nullptr) bad_syntax(Type::interval, text);
      reader.add_part(*unit, sign, whole, fraction);
    }
    cursor.skip_spaces();
  }
  return reader.sum;
}

}  // namespace racewindow
