// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/sql/error.h"
#include "sim/sql/eval.h"

namespace racewindow {
namespace {

struct TypeNameRow {
  std::string_view name;
  Type type;
};
// As the grammar or pg_type has them; varchar without a length behaves as text does.
constexpr TypeNameRow kTypeNames[] = {
    {"bool", Type::boolean},      {"int4", Type::int4},    {"int8", Type::int8},
    {"text", Type::text},         {"varchar", Type::text}, {"timestamptz", Type::timestamptz},
    {"interval", Type::interval}, {"uuid", Type::uuid}};

// Reads a literal as its type's input function does.
Expr read_literal(const Binding& binding, const Expr& literal, Type target) {
  try {
    return constant_expr(target, cast_value(literal.value, target));
  } catch (const Broken& broken) {
    throw Broken(broken.kind(),
                 fmt::format("{} at {}", broken.message(), binding.source.place(literal.index)));
  }
}

Expr type_parameter(Binding& binding, Expr param, Type target) {
  Type& known = binding.params[param.index];
  if (known != Type::null && known != target) {
    throw SqlError("42P08",
                   fmt::format("inconsistent types deduced for parameter ${}", param.index + 1));
  }
  known = target;
  param.type = target;
  return param;
}

}  // namespace

Type bind_type(const Node& type_name) {
  type_name.only({"names", "typemod"});
  const auto names = type_name.names("names");
  const auto found = std::find_if(std::begin(kTypeNames), std::end(kTypeNames),
                                  [&](const TypeNameRow& row) { return row.name == names.back(); });
  const bool builtin = names.size() == 1 || (names.size() == 2 && names[0] == "pg_catalog");
  if (!builtin || found == std::end(kTypeNames)) {
    type_name.refuse(fmt::format("type {}", names.back()));
  }
  return found->type;
}

bool can_cast(Type from, Type to, CastContext context) {
  if (from == to || (from == Type::int4 && to == Type::int8)) return true;
  if (context == CastContext::implicit) return false;
  if (to == Type::text || (from == Type::int8 && to == Type::int4)) return true;
  if (context == CastContext::assignment) return false;
  return from == Type::text || (from == Type::int4 && to == Type::boolean) ||
         (from == Type::boolean && to == Type::int4);
}

Expr constant_expr(Type type, Value value) {
  Expr expr;
  expr.op = Op::constant;
  expr.type = type;
  expr.value = value;
  return expr;
}

Expr coerce(Binding& binding, Expr expr, Type target) {
  if (expr.type == target) return expr;
  if (expr.type == Type::null) {
    return expr.op == Op::param ? type_parameter(binding, std::move(expr), target)
                                : read_literal(binding, expr, target);
  }
  if (expr.op == Op::constant && expr.type == Type::int4 && target == Type::int8) {
    return constant_expr(target, cast_value(expr.value, target));
  }
  Expr cast;
  cast.op = Op::cast;
  cast.type = target;
  cast.args.push_back(std::move(expr));
  return cast;
}

Expr coerce_argument(Binding& binding, Expr expr, Type target, std::string_view of) {
  if (expr.type != Type::null && !can_cast(expr.type, target, CastContext::assignment)) {
    throw SqlError("42804", fmt::format("argument of {} must be type {}, not type {}", of,
                                        type_name(target), type_name(expr.type)));
  }
  return coerce(binding, std::move(expr), target);
}

void resolve_unknown(Binding& binding, std::vector<Expr>& outputs) {
  for (Expr& output : outputs) {
    if (output.type == Type::null) output = coerce(binding, std::move(output), Type::text);
  }
}

CommonType common_type(std::span<const Type> types) {
  Type common = Type::null;
  for (const Type type : types) {
    if (type == Type::null || type == common) continue;
    if (common == Type::null || (is_integer(common) && is_integer(type))) {
      common = std::max(common, type);  // int4 < int8
    } else {
      return {common, type};
    }
  }
  return {common == Type::null ? Type::text : common, Type::null};
}

Type common_type_or_throw(std::span<const Type> types, std::string_view of) {
  const CommonType common = common_type(types);
  if (common.clash != Type::null) {
    throw SqlError("42804", fmt::format("{} types {} and {} cannot be matched", of,
                                        type_name(common.type), type_name(common.clash)));
  }
  return common.type;
}

Type unify(Binding& binding, std::vector<Expr>& exprs, std::string_view of) {
  const Type type = common_type_or_throw(types_of(exprs), of);
  for (Expr& expr : exprs) expr = coerce(binding, std::move(expr), type);
  return type;
}

std::vector<Type> types_of(std::span<const Expr> exprs) {
  std::vector<Type> types;
  for (const Expr& expr : exprs) types.push_back(expr.type);
  return types;
}

}  // namespace racewindow
