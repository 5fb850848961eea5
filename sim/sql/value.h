// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/digest.h"

namespace racewindow {

// The SQL types that statements may use. `int4` and `int8` share a representation; their ranges do
// not.
enum class Type : std::uint8_t {
  null,
  boolean,
  int4,
  int8,
  text,
  timestamptz,
  interval,
  uuid,
  bpchar,   // char(n)
  oid,      // of the system catalogs: an integer of 32 bits without a sign
  numeric,  // in the text form that the server prints: 1.0 and 1.00 are equal, yet not the same
  void_,    // of a function that returns nothing: not NULL, printed as the empty text
};

// PostgreSQL's name of the type, as it stands in messages ("bigint", "timestamp with time zone").
[[nodiscard]] std::string_view type_name(Type type);

// Microseconds since 1970-01-01 00:00:00 UTC, of virtual time.
struct Timestamp {
  std::int64_t microseconds = 0;
  friend constexpr auto operator<=>(const Timestamp&, const Timestamp&) = default;
};

// A span of virtual time in microseconds.
struct Duration {
  std::int64_t microseconds = 0;
  friend constexpr auto operator<=>(const Duration&, const Duration&) = default;
};
constexpr Timestamp operator+(Timestamp t, Duration d) {
  return {t.microseconds + d.microseconds};
}
constexpr Timestamp operator-(Timestamp t, Duration d) {
  return {t.microseconds - d.microseconds};
}
constexpr Duration operator-(Timestamp a, Timestamp b) {
  return {a.microseconds - b.microseconds};
}
constexpr Duration operator*(Duration d, std::int64_t n) {
  return {d.microseconds * n};
}
constexpr Duration operator+(Duration a, Duration b) {
  return {a.microseconds + b.microseconds};
}
constexpr Duration operator-(Duration a, Duration b) {
  return {a.microseconds - b.microseconds};
}
constexpr Duration microseconds(std::int64_t n) {
  return {n};
}
constexpr Duration milliseconds(std::int64_t n) {
  return {n * 1000};
}
constexpr Duration seconds(std::int64_t n) {
  return {n * 1'000'000};
}
constexpr Duration minutes(std::int64_t n) {
  return seconds(60 * n);
}
constexpr Duration hours(std::int64_t n) {
  return minutes(60 * n);
}

// PostgreSQL's interval: the three parts are kept apart, compared as days of 24 hours and months of
// 30 days (PostgreSQL 15, section 8.5.4).
struct Interval {
  std::int32_t months = 0;
  std::int32_t days = 0;
  std::int64_t microseconds = 0;
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

// A uuid in its canonical lower-case text form of 36 characters.
struct Uuid {
  std::string text;
};

// An interned text: equal content has one address for the life of the process, so that comparing
// two texts for equality compares pointers, and its digest is computed once. Entries are never
// freed.
struct Text {
  std::string_view bytes;
  Digest digest;
  bool is_valid;  // as UTF-8 without NUL: what is not, the server refuses as a parameter
};
[[nodiscard]] const Text* intern(std::string_view bytes);

// One SQL value: trivially copyable, 16 bytes. Text, bpchar, numeric, uuid and interval payloads
// are interned. Invariants: a value of type `null` or `void_` has payload 0; a boolean has payload
// 0 or 1.
class Value {
 public:
  constexpr Value() = default;  // NULL
  [[nodiscard]] static constexpr Value boolean(bool b) { return Value(Type::boolean, b ? 1 : 0); }
  [[nodiscard]] static constexpr Value int4(std::int64_t i) { return Value(Type::int4, i); }
  [[nodiscard]] static constexpr Value int8(std::int64_t i) { return Value(Type::int8, i); }
  // Requires: from 0 to 2^32 - 1.
  [[nodiscard]] static constexpr Value oid(std::int64_t i) { return Value(Type::oid, i); }
  [[nodiscard]] static constexpr Value timestamptz(Timestamp t) {
    return Value(Type::timestamptz, t.microseconds);
  }
  [[nodiscard]] static Value text(std::string_view bytes) {
    return Value(Type::text, intern(bytes));
  }
  [[nodiscard]] static Value text(const Text* text) { return Value(Type::text, text); }
  // Requires: the canonical lower-case form.
  [[nodiscard]] static Value uuid(std::string_view canonical) {
    return Value(Type::uuid, intern(canonical));
  }
  // Padded with blanks to the length of its type.
  [[nodiscard]] static Value bpchar(std::string_view padded) {
    return Value(Type::bpchar, intern(padded));
  }
  // Requires: the form in which the server prints it.
  [[nodiscard]] static Value numeric(std::string_view canonical) {
    return Value(Type::numeric, intern(canonical));
  }
  [[nodiscard]] static constexpr Value nothing() { return Value(Type::void_, std::int64_t{0}); }
  [[nodiscard]] static Value interval(const Interval& interval);

  [[nodiscard]] constexpr Type type() const { return type_; }
  [[nodiscard]] constexpr bool is_null() const { return type_ == Type::null; }
  [[nodiscard]] constexpr bool is_true() const { return type_ == Type::boolean && integer_ == 1; }

  // Requires: a value of that type (an integer for as_int: boolean, int4, int8, oid, timestamptz).
  [[nodiscard]] constexpr std::int64_t as_int() const { return integer_; }
  [[nodiscard]] constexpr bool as_bool() const { return integer_ != 0; }
  [[nodiscard]] constexpr Timestamp as_timestamp() const { return {integer_}; }
  // Of a text, bpchar, numeric or uuid.
  [[nodiscard]] std::string_view as_text() const { return text_->bytes; }
  [[nodiscard]] const Text* interned() const { return text_; }
  [[nodiscard]] const Interval& as_interval() const { return *interval_; }

  // Identity of representation: the same type and payload. (SQL's `=` is in eval.)
  friend constexpr bool operator==(const Value& a, const Value& b) {
    return a.type_ == b.type_ && a.integer_ == b.integer_;
  }

  // Content only, never an address. int4 and int8 of the same number have the same digest.
  void add_to(Hasher& hasher) const;

 private:
  constexpr Value(Type type, std::int64_t integer) : type_(type), integer_(integer) {}
  Value(Type type, const Text* text) : type_(type), integer_(0) { text_ = text; }

  Type type_ = Type::null;
  union {
    std::int64_t integer_ = 0;
    const Text* text_;
    const Interval* interval_;
  };
};
static_assert(sizeof(Value) == 16);

// Whether equal values of the type are the same value, so that `==` is SQL's `=` too.
[[nodiscard]] constexpr bool equal_is_same(Type type) {
  return type != Type::interval && type != Type::bpchar && type != Type::numeric;
}

// Total order of two non-null values of one type (text by bytes, collation C).
[[nodiscard]] std::strong_ordering compare(const Value& a, const Value& b);

// As PostgreSQL's text output prints it (timestamps in UTC: "2026-01-01 00:00:00+00"; booleans
// t/f); NULL is the empty string.
[[nodiscard]] std::string to_text(const Value& value);
// As a SQL literal, for traces and messages: 'it''s', 42, NULL, true.
[[nodiscard]] std::string to_literal(const Value& value);

}  // namespace racewindow
