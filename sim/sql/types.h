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
struct WrittenType {
  Type type = Type::null;
  std::optional<std::int32_t> length_max;  // of varchar(n) and char(n), in characters
};
[[nodiscard]] WrittenType bind_type(const Node& type_name);
// The expression, of a type with that length, cut or padded to it; what does not fit is an error
// unless the cast is explicit.
[[nodiscard]] Expr fit_length(Expr expr, std::int32_t length_max, bool is_explicit);

[[nodiscard]] constexpr bool is_integer(Type type) {
  return type == Type::int4 || type == Type::int8;
}
[[nodiscard]] constexpr bool is_number(Type type) {
  return is_integer(type) || type == Type::numeric;
}

enum class CastContext : std::uint8_t { implicit, assignment, explicit_cast };
[[nodiscard]] bool can_cast(Type from, Type to, CastContext context);

// The expression with its type made `target`: a literal is read, a parameter gets its type,
// anything else is cast. Requires: can_cast, or an expression of unknown type. Throws SqlError
// 22P02 and its like for a literal, 42P08 for a parameter of two types.
[[nodiscard]] Expr coerce(Binding& binding, Expr expr, Type target);

// coerce to the type of a column, and to the length it has.
[[nodiscard]] Expr coerce_to_column(Binding& binding, Expr expr, const Column& column);

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
