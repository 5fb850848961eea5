// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "sim/sql/bound.h"

// The scalar functions that a call can mean, by name and argument types. Those whose arguments are
// resolved while binding (sequences, settings, pg_sleep) are in bind_store_call.cpp.
namespace racewindow {

struct Overload {
  std::string_view name;
  Function function;
  Type result;
  std::size_t count;
  std::array<Type, 3> args;
};
inline constexpr Type kBool = Type::boolean;
inline constexpr Type kInt4 = Type::int4;
inline constexpr Type kInt8 = Type::int8;
inline constexpr Type kText = Type::text;
inline constexpr Type kVoid = Type::void_;
// In the order of preference for arguments of unknown type.
inline constexpr Overload kOverloads[] = {
    {"now", Function::now, Type::timestamptz, 0, {}},
    {"transaction_timestamp", Function::now, Type::timestamptz, 0, {}},
    {"clock_timestamp", Function::clock_timestamp, Type::timestamptz, 0, {}},
    {"length", Function::length, kInt4, 1, {kText}},
    {"char_length", Function::length, kInt4, 1, {kText}},
    {"character_length", Function::length, kInt4, 1, {kText}},
    {"lower", Function::lower, kText, 1, {kText}},
    {"upper", Function::upper, kText, 1, {kText}},
    {"abs", Function::abs, kInt4, 1, {kInt4}},
    {"abs", Function::abs, kInt8, 1, {kInt8}},
    {"mod", Function::mod, kInt4, 2, {kInt4, kInt4}},
    {"mod", Function::mod, kInt8, 2, {kInt8, kInt8}},
    {"substr", Function::substr, kText, 2, {kText, kInt4}},
    {"substr", Function::substr, kText, 3, {kText, kInt4, kInt4}},
    {"substring", Function::substr, kText, 2, {kText, kInt4}},
    {"substring", Function::substr, kText, 3, {kText, kInt4, kInt4}},
    {"replace", Function::replace, kText, 3, {kText, kText, kText}},
    {"position", Function::position, kInt4, 2, {kText, kText}},
    {"strpos", Function::position, kInt4, 2, {kText, kText}},
    {"btrim", Function::trim, kText, 1, {kText}},
    {"hashtext", Function::hashtext, kInt4, 1, {kText}},
    {"hashtextextended", Function::hashtextextended, kInt8, 2, {kText, kInt8}},
    {"pg_advisory_lock", Function::pg_advisory_lock, kVoid, 1, {kInt8}},
    {"pg_advisory_lock", Function::pg_advisory_lock, kVoid, 2, {kInt4, kInt4}},
    {"pg_advisory_lock_shared", Function::pg_advisory_lock_shared, kVoid, 1, {kInt8}},
    {"pg_advisory_lock_shared", Function::pg_advisory_lock_shared, kVoid, 2, {kInt4, kInt4}},
    {"pg_advisory_xact_lock", Function::pg_advisory_xact_lock, kVoid, 1, {kInt8}},
    {"pg_advisory_xact_lock", Function::pg_advisory_xact_lock, kVoid, 2, {kInt4, kInt4}},
    {"pg_advisory_xact_lock_shared", Function::pg_advisory_xact_lock_shared, kVoid, 1, {kInt8}},
    {"pg_advisory_xact_lock_shared",
     Function::pg_advisory_xact_lock_shared,
     kVoid,
     2,
     {kInt4, kInt4}},
    {"pg_try_advisory_lock", Function::pg_try_advisory_lock, kBool, 1, {kInt8}},
    {"pg_try_advisory_lock", Function::pg_try_advisory_lock, kBool, 2, {kInt4, kInt4}},
    {"pg_try_advisory_lock_shared", Function::pg_try_advisory_lock_shared, kBool, 1, {kInt8}},
    {"pg_try_advisory_lock_shared",
     Function::pg_try_advisory_lock_shared,
     kBool,
     2,
     {kInt4, kInt4}},
    {"pg_try_advisory_xact_lock", Function::pg_try_advisory_xact_lock, kBool, 1, {kInt8}},
    {"pg_try_advisory_xact_lock", Function::pg_try_advisory_xact_lock, kBool, 2, {kInt4, kInt4}},
    {"pg_try_advisory_xact_lock_shared",
     Function::pg_try_advisory_xact_lock_shared,
     kBool,
     1,
     {kInt8}},
    {"pg_try_advisory_xact_lock_shared",
     Function::pg_try_advisory_xact_lock_shared,
     kBool,
     2,
     {kInt4, kInt4}},
    {"pg_advisory_unlock", Function::pg_advisory_unlock, kBool, 1, {kInt8}},
    {"pg_advisory_unlock", Function::pg_advisory_unlock, kBool, 2, {kInt4, kInt4}},
    {"pg_advisory_unlock_shared", Function::pg_advisory_unlock_shared, kBool, 1, {kInt8}},
    {"pg_advisory_unlock_shared", Function::pg_advisory_unlock_shared, kBool, 2, {kInt4, kInt4}},
    {"pg_advisory_unlock_all", Function::pg_advisory_unlock_all, kVoid, 0, {}},
    {"lastval", Function::lastval, kInt8, 0, {}},
    {"txid_current", Function::txid_current, kInt8, 0, {}},
    {"pg_backend_pid", Function::pg_backend_pid, kInt4, 0, {}},
};

}  // namespace racewindow
