// SPDX-License-Identifier: Apache-2.0
#include "sim/store/sqlite/native.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace racewindow {
namespace {

// "line 2, column 7" of a byte offset in a text.
std::string place(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.find_last_of('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", line, offset - line_start + 1);
}

}  // namespace

NativeStatement prepare_native(sqlite3* database, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  NativeStatement owner(statement);
  if (code == SQLITE_OK) return owner;
  const int offset = sqlite3_error_offset(database);
  const std::string at = offset < 0 ? "" : place(sql, static_cast<std::size_t>(offset)) + " of ";
  throw Broken("unsupported", fmt::format("the sqlite store cannot prepare this: {}, in {}{}",
                                          sqlite3_errmsg(database), at, sql));
}

void bind_value(sqlite3_stmt* statement, int position, const Value& value) {
  switch (value.type()) {
    case Type::boolean:
    case Type::int4:
    case Type::int8:
    case Type::oid:
    case Type::timestamptz:
      sqlite3_bind_int64(statement, position, value.as_int());
      return;
    case Type::text:
    case Type::uuid: {
      const std::string_view bytes = value.as_text();
      sqlite3_bind_text(statement, position, bytes.data(), static_cast<int>(bytes.size()),
                        SQLITE_STATIC);
      return;
    }
    case Type::null:
    case Type::interval:
    case Type::bpchar:
    case Type::numeric:
    case Type::void_:
      sqlite3_bind_null(statement, position);
      return;
  }
}

std::optional<Value> read_value(sqlite3_value* value, Type type) {
  const int storage = sqlite3_value_type(value);
  if (storage == SQLITE_NULL) return Value();
  if (storage == SQLITE_INTEGER) {
    const std::int64_t integer = sqlite3_value_int64(value);
    switch (type) {
      case Type::boolean:
        return Value::boolean(integer != 0);
      case Type::int4:
        return Value::int4(integer);
      case Type::int8:
        return Value::int8(integer);
      case Type::timestamptz:
        return Value::timestamptz({integer});
      default:
        return std::nullopt;
    }
  }
  if (storage == SQLITE_TEXT && type == Type::void_) return Value::nothing();
  if (storage == SQLITE_TEXT && (type == Type::text || type == Type::uuid)) {
    // As a blob: as a text SQLite would copy it to put a NUL behind it.
    const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
    const std::string_view text(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    return type == Type::text ? Value::text(text) : Value::uuid(text);
  }
  return std::nullopt;
}

SqlError native_error(sqlite3* database) {
  const std::string message = sqlite3_errmsg(database);
  switch (sqlite3_extended_errcode(database)) {
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
      return {sqlstate::unique_violation, message};
    case SQLITE_CONSTRAINT_NOTNULL:
      return {sqlstate::not_null_violation, message};
    case SQLITE_CONSTRAINT_CHECK:
      return {sqlstate::check_violation, message};
    case SQLITE_CONSTRAINT_DATATYPE:
    case SQLITE_MISMATCH:
      return {"42804", message};  // datatype_mismatch
    case SQLITE_ERROR:
      if (message == "integer overflow") return {"22003", message};
      if (message == kMustWait) return {"", message};
      break;
    default:
      break;
  }
  throw Broken("unsupported", fmt::format("the sqlite store failed: {}", message));
}

}  // namespace racewindow
