// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/source_place.h"
#include "sim/sql/value.h"
#include "sim/store/store.h"

namespace racewindow {

class ActorRuntime;  // sim/actor.h
struct Request;      // sim/request.h

// A pool of the scenario, as Scenario::pool names it.
struct PoolHandle {
  std::size_t index = 0;
};

// One client of a pool, as its actor's requests name it. Its number is free again when the last
// Session of it is gone, and then the pool has its connection back.
class PoolClient {
 public:
  PoolClient(ActorRuntime& actor, std::uint8_t pool);
  ~PoolClient();
  PoolClient(const PoolClient&) = delete;
  PoolClient& operator=(const PoolClient&) = delete;
  [[nodiscard]] std::uint8_t pool() const { return pool_; }
  [[nodiscard]] std::uint8_t number() const { return number_; }

 private:
  ActorRuntime* actor_;
  std::uint8_t pool_;
  std::uint8_t number_;
};

// SQL text as guard code writes it, with the place it was written at. PostgreSQL's grammar, $1
// parameters.
struct Sql {
  Sql(const Text* sql, SourcePlace place, const Text* called)
      : text(sql), where(place), name(called) {}
  template <std::size_t N>
  Sql(const char (&literal)[N],  // NOLINT(google-explicit-constructor): call sites read like SQL
      std::source_location location = std::source_location::current())
      : text(intern(std::string_view(literal, N - 1))), where(location) {}
  Sql(const std::string& built,  // NOLINT(google-explicit-constructor)
      std::source_location location = std::source_location::current())
      : text(intern(built)), where(location) {}

  const Text* text;
  SourcePlace where;
  const Text* name = nullptr;  // what the trace calls the statement; null: nothing
};

// C++ values to SQL parameters.
inline Value to_value(const Value& v) {
  return v;
}
inline Value to_value(std::nullptr_t) {
  return {};
}
inline Value to_value(bool v) {
  return Value::boolean(v);
}
template <class T>
requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) Value to_value(T v) {
  if (!std::in_range<std::int64_t>(v)) throw std::invalid_argument("a parameter exceeds bigint");
  return Value::int8(static_cast<std::int64_t>(v));
}
inline Value to_value(std::string_view v) {
  return Value::text(v);
}
inline Value to_value(const char* v) {
  return Value::text(v);
}
inline Value to_value(const std::string& v) {
  return Value::text(v);
}
inline Value to_value(Timestamp v) {
  return Value::timestamptz(v);
}
inline Value to_value(const Interval& v) {
  return Value::interval(v);
}
inline Value to_value(Duration v) {
  return Value::interval({0, 0, v.microseconds});
}
inline Value to_value(const Uuid& v) {
  return Value::uuid(v.text);
}
template <class T>
Value to_value(const std::optional<T>& v) {
  return v ? to_value(*v) : Value();
}

// A value that is not of the C++ type asked for: the guard's mistake.
[[noreturn]] void wrong_type(const Value& value, std::string_view wanted);

// SQL values to C++: std::nullopt for NULL. Throws std::invalid_argument where the value is of
// another type, or out of the type's range.
template <class T>
std::optional<T> from_value(const Value& v) {
  if (v.is_null()) return std::nullopt;
  const Type type = v.type();
  if constexpr (std::is_same_v<T, Value>) {
    return v;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (type != Type::boolean) wrong_type(v, "a boolean");
    return v.as_bool();
  } else if constexpr (std::is_integral_v<T>) {
    if (type != Type::int4 && type != Type::int8) wrong_type(v, "an integer");
    if (!std::in_range<T>(v.as_int())) wrong_type(v, "an integer in the range of its C++ type");
    return static_cast<T>(v.as_int());
  } else if constexpr (std::is_same_v<T, Timestamp>) {
    if (type != Type::timestamptz) wrong_type(v, "a timestamp");
    return v.as_timestamp();
  } else if constexpr (std::is_same_v<T, Uuid>) {
    if (type != Type::uuid) wrong_type(v, "a uuid");
    return Uuid{std::string(v.as_text())};
  } else {
    if (type != Type::text && type != Type::uuid) wrong_type(v, "a text");
    return T(v.as_text());
  }
}

// The rows that a query returned; owns its cells.
class Rows {
 public:
  Rows() = default;
  Rows(std::size_t width, std::vector<Value> cells, std::size_t count)
      : width_(width), count_(count), cells_(std::move(cells)) {}
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] const Value& at(std::size_t row, std::size_t column) const {
    return cells_.at(row * width_ + column);
  }
  template <class T>
  [[nodiscard]] std::optional<T> get(std::size_t row, std::size_t column) const {
    return from_value<T>(at(row, column));
  }

 private:
  std::size_t width_ = 0;
  std::size_t count_ = 0;
  std::vector<Value> cells_;
};

// A database connection as guard code holds it: the actor's own, or a client of a pool, for as long
// as a copy of it lives. Every call is one step of the schedule: the actor
// stands still before the statement is carried out, until the scheduler grants it.
// Errors: SqlError, with SQLSTATE and the server's message. Never two calls in one expression:
// GCC and Clang evaluate operands in opposite orders.
class Session {
 public:
  explicit Session(ActorRuntime& actor, std::shared_ptr<const PoolClient> client = nullptr)
      : actor_(&actor), client_(std::move(client)) {}

  // The rows of a SELECT, or of RETURNING.
  template <class... Args>
  Rows query(Sql sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> params{to_value(args)...};
    return run(sql, params).rows;
  }
  Rows query(Sql sql, const std::vector<Value>& params) { return run(sql, params).rows; }

  // The first column of the first row; std::nullopt when there is no row or it is NULL.
  template <class T, class... Args>
  std::optional<T> value(Sql sql, const Args&... args) {
    const Rows rows = query(sql, args...);
    return rows.empty() ? std::nullopt : rows.template get<T>(0, 0);
  }

  // The number of rows that were inserted, updated, deleted (or returned by a SELECT).
  template <class... Args>
  std::int64_t exec(Sql sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> params{to_value(args)...};
    return run(sql, params).affected;
  }
  std::int64_t exec(Sql sql, const std::vector<Value>& params) { return run(sql, params).affected; }

  // Several statements as one atomic step (D1's batch): all take effect or none.
  struct Command {
    template <class... Args>
    explicit Command(Sql text, const Args&... args) : sql(text), params{to_value(args)...} {}
    Sql sql;
    std::vector<Value> params;
  };
  std::int64_t batch(const std::vector<Command>& commands);

 private:
  struct Answer {
    Rows rows;
    std::int64_t affected = 0;
  };
  Answer run(const Sql& sql, std::span<const Value> params);
  [[nodiscard]] Request make_request(SourcePlace where) const;

  ActorRuntime* actor_;
  std::shared_ptr<const PoolClient> client_;  // null: the actor's own connection
};

}  // namespace racewindow
