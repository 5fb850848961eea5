// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "sim/sql/scope.h"

namespace racewindow {

// While binding, an expression of type `null` is one whose type is not known yet: a quoted literal
// (a constant that holds its text, and in `index` its byte offset in the source), NULL, or a
// parameter. The place it stands in decides, through `coerce`.

// A type as it is written in a cast or a column definition. Refuses what is not supported.
[[nodiscard]] Type bind_type(const Node& type_name);

[[nodiscard]] constexpr bool is_integer(Type type) {
  return type == Type::int4 || type == Type::int8;
}

enum class CastContext : std::uint8_t { implicit, assignment, explicit_cast };
[[nodiscard]] bool can_cast(Type from, Type to, CastContext context);

// The expression with its type made `target`: a literal is read, a parameter gets its type,
// anything else is cast. Requires: can_cast, or an expression of unknown type. Throws SqlError
// 22P02 and its like for a literal, 42P08 for a parameter of two types.
[[nodiscard]] Expr coerce(Binding& binding, Expr expr, Type target);

// coerce for a condition: 42804 "argument of WHERE must be type boolean, not type integer".
[[nodiscard]] Expr coerce_argument(Binding& binding, Expr expr, Type target, std::string_view of);

// What is still unknown becomes text, as in a result column.
void resolve_unknown(Binding& binding, std::vector<Expr>& outputs);

// The one type that several expressions can be brought to: UNION, CASE, VALUES, IN.
struct CommonType {
  Type type = Type::text;
  Type clash = Type::null;  // not null: there is none, these two do not match
};
[[nodiscard]] CommonType common_type(std::span<const Type> types);
// The same, throwing 42804 "CASE types text and integer cannot be matched".
[[nodiscard]] Type common_type_or_throw(std::span<const Type> types, std::string_view of);
// Brings the expressions to their common type.
Type unify(Binding& binding, std::vector<Expr>& exprs, std::string_view of);

[[nodiscard]] std::vector<Type> types_of(std::span<const Expr> exprs);
[[nodiscard]] Expr constant_expr(Type type, Value value);

}  // namespace racewindow
