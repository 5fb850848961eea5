// SPDX-License-Identifier: Apache-2.0
// The explicit casts between the supported types (pg_cast, and the types' input functions).
#include <fmt/format.h>

#include <limits>

#include "sim/sql/datetime.h"
#include "sim/sql/eval.h"
#include "sim/sql/numeric.h"

namespace racewindow {
namespace {

[[noreturn]] void bad_syntax(Type type, std::string_view text) {
  throw SqlError("22P02",
                 fmt::format("invalid input syntax for type {}: \"{}\"", type_name(type), text));
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::int64_t parse_integer(std::string_view text, Type type) {
  std::string_view digits = trimmed(text);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  if (digits.empty()) bad_syntax(type, text);
  std::int64_t value = 0;
  for (const char c : digits) {
    if (!is_digit(c)) bad_syntax(type, text);
    const bool fits = !__builtin_mul_overflow(value, 10, &value) &&
                      !__builtin_add_overflow(value, negative ? '0' - c : c - '0', &value);
    if (!fits || (type == Type::int4 && value != static_cast<std::int32_t>(value))) {
      throw SqlError(
          "22003", fmt::format("value \"{}\" is out of range for type {}", text, type_name(type)));
    }
  }
  return value;
}

// An integer of 32 bits, which counts without its sign.
Value to_oid(std::int64_t value) {
  return Value::oid(static_cast<std::int64_t>(static_cast<std::uint32_t>(value)));
}

Value parse_oid(std::string_view text) {
  const std::int64_t value = parse_integer(text, Type::oid);
  if (value < std::numeric_limits<std::int32_t>::min() ||
      value > std::numeric_limits<std::uint32_t>::max()) {
    throw SqlError("22003", fmt::format("value \"{}\" is out of range for type oid", text));
  }
  return to_oid(value);
}

bool parse_boolean(std::string_view text) {
  struct Word {
    std::string_view word;
    std::size_t length_min;  // words may be cut short as long as they stay unambiguous
    bool value;
  };
  constexpr Word kWords[] = {{"true", 1, true}, {"yes", 1, true},    {"on", 2, true},
                             {"1", 1, true},    {"false", 1, false}, {"no", 1, false},
                             {"off", 2, false}, {"0", 1, false}};
  std::string given;
  for (const char c : trimmed(text)) given += lower(c);
  for (const Word& w : kWords) {
    if (given.size() >= w.length_min && w.word.starts_with(given)) return w.value;
  }
  bad_syntax(Type::boolean, text);
}

// 32 hexadecimal digits, a hyphen after any group of four, braces around the whole.
Value parse_uuid(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with('{')) {
    if (!rest.ends_with('}')) bad_syntax(Type::uuid, text);
    rest = rest.substr(1, rest.size() - 2);
  }
  std::string canonical;
  int digits = 0;
  for (std::size_t n = 0; n < rest.size(); ++n) {
    const char c = lower(rest[n]);
    if (c == '-' && digits % 4 == 0 && digits > 0 && digits < 32 && rest[n - 1] != '-') continue;
    if (!is_digit(c) && (c < 'a' || c > 'f')) bad_syntax(Type::uuid, text);
    if (digits == 8 || digits == 12 || digits == 16 || digits == 20) canonical += '-';
    canonical += c;
    ++digits;
  }
  if (digits != 32) bad_syntax(Type::uuid, text);
  return Value::uuid(canonical);
}

Value from_text(std::string_view text, Type target) {
  switch (target) {
    case Type::boolean:
      return Value::boolean(parse_boolean(text));
    case Type::int4:
      return Value::int4(parse_integer(text, target));
    case Type::int8:
      return Value::int8(parse_integer(text, target));
    case Type::timestamptz:
      return Value::timestamptz(parse_timestamptz(text));
    case Type::oid:
      return parse_oid(text);
    case Type::interval:
      return Value::interval(parse_interval(text));
    case Type::uuid:
      return parse_uuid(text);
    case Type::numeric:
      return Value::numeric(parse_numeric(text));
    case Type::bpchar:
      return Value::bpchar(text);
    case Type::text:
    case Type::null:
    case Type::void_:
      break;
  }
  return Value::text(text);
}

}  // namespace

Value cast_value(const Value& value, Type target) {
  const Type source = value.type();
  if (source == target || source == Type::null || target == Type::null) return value;
  if (source == Type::text) return from_text(value.as_text(), target);
  if (source == Type::bpchar) {
    const std::string_view text = value.as_text();
    return from_text(text.substr(0, text.find_last_not_of(' ') + 1), target);
  }
  if (target == Type::text || target == Type::bpchar) {
    return from_text(source == Type::boolean ? value.as_bool() ? "true" : "false" : to_text(value),
                     target);
  }
  if (target == Type::numeric && (source == Type::int4 || source == Type::int8)) {
    return Value::numeric(to_text(value));
  }
  if (source == Type::numeric && target == Type::int4) {
    return Value::int4(numeric_to_integer(value.as_text(), target));
  }
  if (source == Type::numeric && target == Type::int8) {
    return Value::int8(numeric_to_integer(value.as_text(), target));
  }
  if (source == Type::int4 && target == Type::int8) return Value::int8(value.as_int());
  if (source == Type::int4 && target == Type::oid) return to_oid(value.as_int());
  if (source == Type::int8 && target == Type::oid) {
    if (value.as_int() != static_cast<std::uint32_t>(value.as_int())) {
      throw SqlError("22003", "OID out of range");
    }
    return to_oid(value.as_int());
  }
  if (source == Type::oid && target == Type::int8) return Value::int8(value.as_int());
  if (source == Type::oid && target == Type::int4) {
    return Value::int4(static_cast<std::int32_t>(value.as_int()));
  }
  if (source == Type::int4 && target == Type::boolean) return Value::boolean(value.as_int() != 0);
  if (source == Type::boolean && target == Type::int4) return Value::int4(value.as_int());
  if (source == Type::int8 && target == Type::int4) {
    if (value.as_int() != static_cast<std::int32_t>(value.as_int())) {
      throw SqlError("22003", "integer out of range");
    }
    return Value::int4(value.as_int());
  }
  throw SqlError("42846",
                 fmt::format("cannot cast type {} to {}", type_name(source), type_name(target)));
}

}  // namespace racewindow
