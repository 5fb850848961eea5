// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/value.h"

#include <cstring>
#include <memory>
#include <mutex>

#include "sim/digest_map.h"
#include "sim/sql/datetime.h"
#include "sim/sql/encoding.h"
#include "sim/sql/numeric.h"

namespace racewindow {
namespace {

// What is interned, by digest. Leaked on purpose: interned values must outlive every static that
// holds one.
struct Pool {
  std::mutex mutex;
  DigestMap<const Text*> texts;
  DigestMap<const Interval*> intervals;
};
Pool& pool() {
  static auto& instance = *new Pool;
  return instance;
}

// Days of 24 hours and months of 30 days, as the server compares intervals.
__extension__ using Wide = __int128;
Wide span_of(const Interval& i) {
  constexpr std::int64_t kDay = 86'400'000'000;
  return (Wide{i.months} * 30 + i.days) * kDay + i.microseconds;
}

std::string_view without_padding(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string quoted(std::string_view text) {
  std::string literal = "'";
  for (const char c : text) {
    if (c == '\'') literal += '\'';
    literal += c;
  }
  return literal += '\'';
}

}  // namespace

std::string_view type_name(Type type) {
  switch (type) {
    case Type::null:
      return "unknown";
    case Type::boolean:
      return "boolean";
    case Type::int4:
      return "integer";
    case Type::int8:
      return "bigint";
    case Type::text:
      return "text";
    case Type::timestamptz:
      return "timestamp with time zone";
    case Type::interval:
      return "interval";
    case Type::uuid:
      return "uuid";
    case Type::bpchar:
      return "character";
    case Type::oid:
      return "oid";
    case Type::numeric:
      return "numeric";
    case Type::void_:
      return "void";
  }
  return "";
}

const Text* intern(std::string_view bytes) {
  const Digest digest = Hasher().add(bytes).digest();
  Pool& p = pool();
  const std::lock_guard lock(p.mutex);
  const auto [entry, is_new] = p.texts.insert(digest, nullptr);
  if (is_new) {
    char* copy = new char[bytes.size() + 1];  // one more: a terminator for C interfaces
    std::memcpy(copy, bytes.data(), bytes.size());
    copy[bytes.size()] = '\0';
    const bool is_valid = find_invalid_utf8(bytes) == std::string_view::npos;
    *entry = new Text{std::string_view(copy, bytes.size()), digest, is_valid};
  }
  return *entry;
}

Value Value::interval(const Interval& interval) {
  const Digest digest = Hasher()
                            .add(static_cast<std::uint64_t>(interval.months))
                            .add(static_cast<std::uint64_t>(interval.days))
                            .add(static_cast<std::uint64_t>(interval.microseconds))
                            .digest();
  Value value;
  value.type_ = Type::interval;
  Pool& p = pool();
  const std::lock_guard lock(p.mutex);
  const auto [entry, is_new] = p.intervals.insert(digest, nullptr);
  if (is_new) *entry = new Interval(interval);
  value.interval_ = *entry;
  return value;
}

void Value::add_to(Hasher& hasher) const {
  const Type kind = type_ == Type::int4 ? Type::int8 : type_;
  hasher.add(static_cast<std::uint64_t>(kind));
  switch (type_) {
    case Type::null:
    case Type::void_:
      break;
    case Type::boolean:
    case Type::int4:
    case Type::int8:
    case Type::oid:
    case Type::timestamptz:
      hasher.add(static_cast<std::uint64_t>(integer_));
      break;
    case Type::text:
    case Type::uuid:
    case Type::bpchar:
    case Type::numeric:
      hasher.add(text_->digest);
      break;
    case Type::interval:
      hasher.add(static_cast<std::uint64_t>(interval_->months))
          .add(static_cast<std::uint64_t>(interval_->days))
          .add(static_cast<std::uint64_t>(interval_->microseconds));
      break;
  }
}

std::strong_ordering compare(const Value& a, const Value& b) {
  switch (a.type()) {
    case Type::text:
    case Type::uuid:
      if (a.interned() == b.interned()) return std::strong_ordering::equal;
      return a.as_text() <=> b.as_text();
    case Type::bpchar:
      return without_padding(a.as_text()) <=> without_padding(b.as_text());
    case Type::numeric:
      return compare_numeric(a.as_text(), b.as_text());
    case Type::interval:
      return span_of(a.as_interval()) <=> span_of(b.as_interval());
    default:
      return a.as_int() <=> b.as_int();
  }
}

std::string to_text(const Value& value) {
  switch (value.type()) {
    case Type::null:
    case Type::void_:
      return "";
    case Type::boolean:
      return value.as_bool() ? "t" : "f";
    case Type::int4:
    case Type::int8:
    case Type::oid:
      return std::to_string(value.as_int());
    case Type::text:
    case Type::uuid:
    case Type::bpchar:
    case Type::numeric:
      return std::string(value.as_text());
    case Type::timestamptz:
      return timestamptz_text(value.as_timestamp());
    case Type::interval:
      return interval_text(value.as_interval());
  }
  return "";
}

std::string to_literal(const Value& value) {
  switch (value.type()) {
    case Type::null:
      return "NULL";
    case Type::boolean:
      return value.as_bool() ? "true" : "false";
    case Type::int4:
    case Type::int8:
    case Type::oid:
      return std::to_string(value.as_int());
    case Type::numeric:
      return std::string(value.as_text());
    default:
      return quoted(to_text(value));
  }
}

}  // namespace racewindow
