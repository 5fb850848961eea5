// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "sim/sql/bound.h"

namespace racewindow {

// The scalar functions of text and numbers, on arguments of which none is NULL. Strings are UTF-8;
// lower and upper change ASCII letters only, as collation C does.
[[nodiscard]] Value call_function(Function function, std::span<const Value> args);

// string LIKE pattern, with `\` as the escape character.
[[nodiscard]] bool matches_like(std::string_view string, std::string_view pattern);

// Arithmetic on two non-null operands: integers (`type` is int4 or int8), and timestamps with
// intervals. Throws SqlError 22003, 22012 and 22008.
[[nodiscard]] Value arithmetic(Op op, Type type, const Value& a, const Value& b);

}  // namespace racewindow
