// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include "sim/sql/datetime.h"
#include "sim/sql/error.h"
#include "sim/sql/hash.h"
#include "sim/sql/numeric.h"

namespace racewindow {
namespace {

Value integer(Type type, std::int64_t value, bool overflow = false) {
  if (type == Type::int4) {
    if (overflow || value != static_cast<std::int32_t>(value)) {
      throw SqlError("22003", "integer out of range");
    }
    return Value::int4(value);
  }
  if (overflow) throw SqlError("22003", "bigint out of range");
  return Value::int8(value);
}

Value integer_arithmetic(Op op, Type type, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (op) {
    case Op::add:
      return integer(type, result, __builtin_add_overflow(a, b, &result));
    case Op::subtract:
      return integer(type, result, __builtin_sub_overflow(a, b, &result));
    case Op::multiply:
      return integer(type, result, __builtin_mul_overflow(a, b, &result));
    default:
      break;
  }
  if (b == 0) throw SqlError("22012", "division by zero");
  // The one quotient that does not fit is the smallest number by -1, which C++ leaves undefined.
  if (op == Op::modulo) return integer(type, b == -1 ? 0 : a % b);
  if (b == -1) return integer(type, result, __builtin_sub_overflow(std::int64_t{0}, a, &result));
  return integer(type, a / b);
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

std::int64_t character_count(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); });
}

// Byte offset of a character, counted from 0; the end where there are fewer.
std::size_t character_offset(std::string_view text, std::int64_t character) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!continues_character(text[at]) && character-- == 0) break;
  }
  return at;
}

Value mapped(std::string_view text, char first, char last) {
  std::string result(text);
  for (char& c : result) {
    if (c >= first && c <= last) c = static_cast<char>(c ^ 0x20);
  }
  return Value::text(result);
}

Value substring(std::span<const Value> args) {
  const std::string_view text = args[0].as_text();
  const std::int64_t start = args[1].as_int();
  std::int64_t end = std::numeric_limits<std::int64_t>::max();
  if (args.size() == 3) {
    if (args[2].as_int() < 0) throw SqlError("22011", "negative substring length not allowed");
    end = start + args[2].as_int();
  }
  if (end <= 1) return Value::text("");
  const std::size_t from = character_offset(text, std::max<std::int64_t>(start, 1) - 1);
  const std::size_t to = character_offset(text, end - 1);
  return Value::text(text.substr(from, to - from));
}

Value replaced(std::string_view text, std::string_view what, std::string_view with) {
  if (what.empty()) return Value::text(text);
  std::string result;
  std::size_t at = 0;
  for (std::size_t hit = text.find(what); hit != text.npos; hit = text.find(what, at)) {
    result.append(text, at, hit - at).append(with);
    at = hit + what.size();
  }
  return Value::text(result.append(text, at));
}

Value trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return Value::text("");
  return Value::text(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

// As the server's varchar() and bpchar() do.
Value fitted(const Value& value, std::int64_t length_max, bool is_explicit) {
  const std::string_view text = value.as_text();
  std::string fit(text.substr(0, character_offset(text, length_max)));
  const bool only_blanks = text.find_first_not_of(' ', fit.size()) == text.npos;
  if (!is_explicit && !only_blanks) {
    throw SqlError("22001",
                   fmt::format("value too long for type character{}({})",
                               value.type() == Type::bpchar ? "" : " varying", length_max));
  }
  if (value.type() == Type::text) return Value::text(fit);
  fit.append(static_cast<std::size_t>(length_max - character_count(fit)), ' ');
  return Value::bpchar(fit);
}

}  // namespace

Value call_function(Function function, std::span<const Value> args) {
  switch (function) {
    case Function::length:
      return Value::int4(character_count(args[0].as_text()));
    case Function::lower:
      return mapped(args[0].as_text(), 'A', 'Z');
    case Function::upper:
      return mapped(args[0].as_text(), 'a', 'z');
    case Function::abs:
      if (args[0].as_int() >= 0) return args[0];
      return integer_arithmetic(Op::subtract, args[0].type(), 0, args[0].as_int());
    case Function::mod:
      return arithmetic(Op::modulo, args[0].type(), args[0], args[1]);
    case Function::substr:
      return substring(args);
    case Function::replace:
      return replaced(args[0].as_text(), args[1].as_text(), args[2].as_text());
    case Function::position: {
      const std::size_t at = args[0].as_text().find(args[1].as_text());
      if (at == std::string_view::npos) return Value::int4(0);
      return Value::int4(character_count(args[0].as_text().substr(0, at)) + 1);
    }
    case Function::trim:
      return trimmed(args[0].as_text());
    case Function::hashtext:
      return Value::int4(static_cast<std::int32_t>(hash_bytes(args[0].as_text())));
    case Function::hashtextextended:
      return Value::int8(static_cast<std::int64_t>(
          hash_bytes_extended(args[0].as_text(), static_cast<std::uint64_t>(args[1].as_int()))));
    case Function::fit_length:
      return fitted(args[0], args[1].as_int(), args[2].as_bool());
    default:
      break;  // eval computes the clock's, SideEffects those that act on the store
  }
  throw Broken("unsupported", "a function without an implementation was called");
}

bool matches_like(std::string_view string, std::string_view pattern) {
  while (!pattern.empty()) {
    const char p = pattern.front();
    pattern.remove_prefix(1);
    if (p == '%') {
      while (pattern.starts_with('%')) pattern.remove_prefix(1);
      if (pattern.empty()) return true;
      for (std::size_t at = 0; at <= string.size(); ++at) {
        if (matches_like(string.substr(at), pattern)) return true;
      }
      return false;
    }
    if (string.empty()) return false;
    if (p == '_') {
      string.remove_prefix(character_offset(string, 1));
      continue;
    }
    char literal = p;
    if (p == '\\') {
      if (pattern.empty()) {
        throw SqlError("22025", "LIKE pattern must not end with escape character");
      }
      literal = pattern.front();
      pattern.remove_prefix(1);
    }
    if (string.front() != literal) return false;
    string.remove_prefix(1);
  }
  return string.empty();
}

Value arithmetic(Op op, Type type, const Value& a, const Value& b) {
  if (type == Type::numeric) {
    return Value::numeric(numeric_arithmetic(op, a.as_text(), b.as_text()));
  }
  if (type == Type::int4 || type == Type::int8) {
    return integer_arithmetic(op, type, a.as_int(), b.as_int());
  }
  if (type == Type::timestamptz) {
    if (a.type() == Type::interval)
      return Value::timestamptz(add(b.as_timestamp(), a.as_interval()));
    const Interval by = op == Op::subtract ? multiply(b.as_interval(), -1) : b.as_interval();
    return Value::timestamptz(add(a.as_timestamp(), by));
  }
  if (a.type() == Type::timestamptz) {
    return Value::interval(difference(a.as_timestamp(), b.as_timestamp()));
  }
  if (op == Op::multiply) {
    return Value::interval(a.type() == Type::interval ? multiply(a.as_interval(), b.as_int())
                                                      : multiply(b.as_interval(), a.as_int()));
  }
  const Interval by = op == Op::subtract ? multiply(b.as_interval(), -1) : b.as_interval();
  return Value::interval(add(a.as_interval(), by));
}

}  // namespace racewindow
