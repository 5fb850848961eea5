// SPDX-License-Identifier: Apache-2.0
#pragma once

// Debian's library is built with the preupdate hook; the header declares it only when told to.
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>

#include <memory>
#include <optional>
#include <string_view>

#include "sim/sql/error.h"
#include "sim/sql/value.h"

// SQLite's C interface as the hot path uses it. SQLiteCpp opens and configures the connection, but
// its Statement allocates on every column name and every bind, which at 0.7 µs a statement shows.
namespace racewindow {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using NativeStatement = std::unique_ptr<sqlite3_stmt, Finalize>;

// Prepares one statement for the life of the connection.
// Throws Broken("unsupported") with SQLite's message and the place it refers to.
[[nodiscard]] NativeStatement prepare_native(sqlite3* database, std::string_view sql);

// Binds without copying: interned text outlives every statement.
// Requires: any type but interval.
void bind_value(sqlite3_stmt* statement, int position, const Value& value);

// The value as one of `type`; nothing where SQLite's storage class does not fit that type.
[[nodiscard]] std::optional<Value> read_value(sqlite3_value* value, Type type);

// What a function says where its statement has to wait.
inline constexpr std::string_view kMustWait = "the statement has to wait";

// The error of the call that just failed: PostgreSQL's SQLSTATE for it, SQLite's message.
// Throws Broken("unsupported") where no SQLSTATE corresponds.
[[nodiscard]] SqlError native_error(sqlite3* database);

}  // namespace racewindow
