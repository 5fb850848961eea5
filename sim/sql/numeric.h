// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/sql/bound.h"

// Type numeric: exact decimal numbers of any length, in the text form that the server prints, such
// as "-12.50": the digits after the point are the number's display scale, and part of its identity
// though not of its order. NaN and the infinities are refused, and so is division.
namespace racewindow {

// Throws SqlError 22P02.
[[nodiscard]] std::string parse_numeric(std::string_view text);
[[nodiscard]] std::strong_ordering compare_numeric(std::string_view a, std::string_view b);
// Op::add, subtract or multiply.
[[nodiscard]] std::string numeric_arithmetic(Op op, std::string_view a, std::string_view b);
// Rounded half away from zero to this many digits after the point.
[[nodiscard]] std::string round_numeric(std::string_view number, std::size_t scale);
// Rounded to an integer. Throws SqlError 22003 where the type does not hold it.
[[nodiscard]] std::int64_t numeric_to_integer(std::string_view number, Type type);

}  // namespace racewindow
