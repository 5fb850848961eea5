// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/numeric.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/error.h"

namespace racewindow {
namespace {

// digits / 10^scale; no leading zeros, except that there is at least one digit before the point.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::size_t scale = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

void normalise(Decimal& number) {
  std::string& digits = number.digits;
  const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size());
  digits.erase(0, std::min(first, digits.size() - std::min(digits.size(), number.scale + 1)));
  if (digits.size() <= number.scale) digits.insert(0, number.scale + 1 - digits.size(), '0');
  if (digits.find_first_not_of('0') == digits.npos) number.negative = false;
}

Decimal read(std::string_view text) {
  Decimal number;
  number.negative = text.starts_with('-');
  if (number.negative) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  number.digits = text.substr(0, point);
  if (point < text.size()) {
    number.digits += text.substr(point + 1);
    number.scale = text.size() - point - 1;
  }
  return number;
}

std::string write(Decimal number) {
  normalise(number);
  std::string text = (number.negative ? "-" : "") + number.digits;
  if (number.scale > 0) text.insert(text.size() - number.scale, ".");
  return text;
}

// Brings both to one scale and one length.
void align(Decimal& a, Decimal& b) {
  const std::size_t scale = std::max(a.scale, b.scale);
  for (Decimal* number : {&a, &b}) {
    number->digits.append(scale - number->scale, '0');
    number->scale = scale;
  }
  const std::size_t length = std::max(a.digits.size(), b.digits.size());
  for (Decimal* number : {&a, &b}) {
    number->digits.insert(0, length - number->digits.size(), '0');
  }
}

// Requires: aligned. The sum of the magnitudes, or the larger less the smaller.
std::string add_digits(const std::string& a, const std::string& b) {
  std::string sum(a.size() + 1, '0');
  int carry = 0;
  for (std::size_t n = a.size(); n-- > 0;) {
    const int digit = (a[n] - '0') + (b[n] - '0') + carry;
    sum[n + 1] = static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  sum[0] = static_cast<char>('0' + carry);
  return sum;
}
std::string subtract_digits(const std::string& larger, const std::string& smaller) {
  std::string rest(larger.size(), '0');
  int borrow = 0;
  for (std::size_t n = larger.size(); n-- > 0;) {
    const int digit = larger[n] - smaller[n] - borrow;
    borrow = digit < 0 ? 1 : 0;
    rest[n] = static_cast<char>('0' + digit + 10 * borrow);
  }
  return rest;
}

Decimal sum(Decimal a, Decimal b) {
  align(a, b);
  if (a.negative == b.negative) return {a.negative, add_digits(a.digits, b.digits), a.scale};
  if (a.digits < b.digits) std::swap(a, b);
  return {a.negative, subtract_digits(a.digits, b.digits), a.scale};
}

Decimal product(const Decimal& a, const Decimal& b) {
  Decimal result{a.negative != b.negative, std::string(a.digits.size() + b.digits.size(), '0'),
                 a.scale + b.scale};
  for (std::size_t i = a.digits.size(); i-- > 0;) {
    int carry = 0;
    for (std::size_t j = b.digits.size(); j-- > 0;) {
      char& at = result.digits[i + j + 1];
      const int digit = (at - '0') + (a.digits[i] - '0') * (b.digits[j] - '0') + carry;
      at = static_cast<char>('0' + digit % 10);
      carry = digit / 10;
    }
    result.digits[i] = static_cast<char>('0' + carry);
  }
  return result;
}

}  // namespace

std::string parse_numeric(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\v\f\r";
  std::string_view rest = text.substr(std::min(text.find_first_not_of(kSpaces), text.size()));
  rest = rest.substr(0, rest.find_last_not_of(kSpaces) + 1);
  Decimal number;
  number.negative = rest.starts_with('-');
  if (number.negative || rest.starts_with('+')) rest.remove_prefix(1);
  bool after_point = false;
  for (const char c : rest) {
    if (c == '.' && !after_point) {
      after_point = true;
    } else if (is_digit(c)) {
      number.digits += c;
      if (after_point) ++number.scale;
    } else if (!number.digits.empty() && (c == 'e' || c == 'E')) {
      throw Broken("unsupported", fmt::format("notation of numeric \"{}\"", text));
    } else {
      number.digits.clear();
      break;
    }
  }
  if (number.digits.empty()) {
    throw SqlError("22P02", fmt::format("invalid input syntax for type numeric: \"{}\"", text));
  }
  return write(std::move(number));
}

std::strong_ordering compare_numeric(std::string_view a, std::string_view b) {
  if (a == b) return std::strong_ordering::equal;
  Decimal left = read(a);
  Decimal right = read(b);
  align(left, right);
  if (left.negative != right.negative) return right.negative <=> left.negative;
  return left.negative ? right.digits <=> left.digits : left.digits <=> right.digits;
}

std::string numeric_arithmetic(Op op, std::string_view a, std::string_view b) {
  Decimal left = read(a);
  Decimal right = read(b);
  if (op == Op::multiply) return write(product(left, right));
  if (op == Op::subtract) right.negative = !right.negative;
  return write(sum(std::move(left), std::move(right)));
}

std::string round_numeric(std::string_view text, std::size_t scale) {
  Decimal number = read(text);
  if (number.scale <= scale) {
    number.digits.append(scale - number.scale, '0');
    number.scale = scale;
    return write(std::move(number));
  }
  const std::size_t kept = number.digits.size() - (number.scale - scale);
  const bool up = number.digits[kept] >= '5';
  number.digits.resize(kept);
  number.scale = scale;
  if (!up) return write(std::move(number));
  return write(sum(std::move(number), Decimal{text.starts_with('-'), "1", scale}));
}

std::int64_t numeric_to_integer(std::string_view text, Type type) {
  const std::string rounded = round_numeric(text, 0);
  std::int64_t value = 0;
  bool fits = true;
  const bool negative = rounded.starts_with('-');
  for (const char c : std::string_view(rounded).substr(negative ? 1 : 0)) {
    fits = fits && !__builtin_mul_overflow(value, 10, &value) &&
           !__builtin_add_overflow(value, negative ? '0' - c : c - '0', &value);
  }
  if (!fits || (type == Type::int4 && value != static_cast<std::int32_t>(value))) {
    throw SqlError("22003", fmt::format("{} out of range", type_name(type)));
  }
  return value;
}

}  // namespace racewindow
