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
    {"interval", Type::interval}, {"uuid", Type::uuid},    {"bpchar", Type::bpchar},
    {"numeric", Type::numeric},   {"oid", Type::oid}};

// Reads a literal as its type's input function does.
Expr read_literal(const Binding& binding, const Expr& literal, Type target) {
  try {
    return constant_expr(target, cast_value(literal.value, target));
  } catch (const Broken& broken) {
    throw Broken(broken.kind(),
                 fmt::format("{} at {}", broken.message(), binding.source.place(literal.index)));
  }
}

std::int32_t bind_length(const Node& modifier, std::string_view type) {
  constexpr std::int64_t kLengthMax = 10'485'760;
  if (!modifier.is("A_Const") || !modifier.has("ival")) modifier.refuse("typmods");
  const std::int64_t length = modifier.integer();
  const std::string_view name = type == "bpchar" ? "char" : type;
  if (length < 1) {
    throw SqlError("22023", fmt::format("length for type {} must be at least 1", name));
  }
  if (length > kLengthMax) {
    throw SqlError("22023", fmt::format("length for type {} cannot exceed {}", name, kLengthMax));
  }
  return static_cast<std::int32_t>(length);
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

WrittenType bind_type(const Node& type_name) {
  type_name.only({"names", "typemod", "typmods"});
  const auto names = type_name.names("names");
  const auto found = std::find_if(std::begin(kTypeNames), std::end(kTypeNames),
                                  [&](const TypeNameRow& row) { return row.name == names.back(); });
  const bool builtin = names.size() == 1 || (names.size() == 2 && names[0] == "pg_catalog");
  if (!builtin || found == std::end(kTypeNames)) {
    type_name.refuse(fmt::format("type {}", names.back()));
  }
  const std::vector<Node> modifiers = type_name.list("typmods");
  if (modifiers.empty()) return {found->type, std::nullopt};
  if (found->name == "bpchar" || found->name == "varchar") {
    if (modifiers.size() > 1) throw SqlError("22023", "invalid type modifier");
    return {found->type, bind_length(modifiers[0], found->name)};
  }
  type_name.refuse("typmods");
}

Expr fit_length(Expr expr, std::int32_t length_max, bool is_explicit) {
  Expr fit;
  fit.op = Op::function;
  fit.function = Function::fit_length;
  fit.type = expr.type;
  fit.args.push_back(std::move(expr));
  fit.args.push_back(constant_expr(Type::int4, Value::int4(length_max)));
  fit.args.push_back(constant_expr(Type::boolean, Value::boolean(is_explicit)));
  return fit;
}

bool can_cast(Type from, Type to, CastContext context) {
  if (from == to) return true;
  const bool from_string = from == Type::text || from == Type::bpchar;
  const bool to_string = to == Type::text || to == Type::bpchar;
  if ((from_string && to_string) || (is_integer(from) && to == Type::numeric) ||
      (from == Type::int4 && to == Type::int8) || (is_integer(from) && to == Type::oid) ||
      (from == Type::oid && to == Type::int8)) {
    return true;
  }
  if (context == CastContext::implicit) return false;
  if (from == Type::oid && to == Type::int4) return true;
  if (to_string || (is_number(from) && is_integer(to))) return true;
  if (context == CastContext::assignment) return false;
  return from_string || (from == Type::int4 && to == Type::boolean) ||
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

Expr coerce_to_column(Binding& binding, Expr expr, const Column& column) {
  Expr value = coerce(binding, std::move(expr), column.type);
  return column.length_max ? fit_length(std::move(value), *column.length_max, false) : value;
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
    if (common == Type::null || (is_number(common) && is_number(type))) {
      common = std::max(common, type);  // int4 < int8 < numeric
    } else if ((common == Type::oid && is_integer(type)) ||
               (type == Type::oid && is_integer(common))) {
      common = Type::oid;
    } else if (can_cast(common, type, CastContext::implicit)) {
      common = Type::text;  // of text and char(n)
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
