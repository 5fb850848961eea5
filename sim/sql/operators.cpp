// SPDX-License-Identifier: Apache-2.0
// A small edition of PostgreSQL's operator resolution (section 10.2 of its manual) over the
// supported types, whose only implicit cast is integer to bigint.
#include "sim/sql/operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "sim/sql/error.h"

namespace racewindow {
namespace {

struct OperatorName {
  std::string_view name;
  Op op;
};
constexpr OperatorName kOperators[] = {
    {"=", Op::equal},    {"<>", Op::not_equal},     {"<", Op::less},   {"<=", Op::less_equal},
    {">", Op::greater},  {">=", Op::greater_equal}, {"+", Op::add},    {"-", Op::subtract},
    {"*", Op::multiply}, {"/", Op::divide},         {"%", Op::modulo}, {"||", Op::concat},
    {"~~", Op::like},    {"!~~", Op::not_like}};

struct Signature {
  Op op;
  Type left;
  Type right;
  Type result;
};
// Operators on two operands of one type come first: an operand of unknown type is taken to be of
// the other's type where there is such an operator.
constexpr Signature kSignatures[] = {
    {Op::add, Type::int4, Type::int4, Type::int4},
    {Op::add, Type::int8, Type::int8, Type::int8},
    {Op::add, Type::numeric, Type::numeric, Type::numeric},
    {Op::add, Type::interval, Type::interval, Type::interval},
    {Op::add, Type::timestamptz, Type::interval, Type::timestamptz},
    {Op::add, Type::interval, Type::timestamptz, Type::timestamptz},
    {Op::subtract, Type::int4, Type::int4, Type::int4},
    {Op::subtract, Type::int8, Type::int8, Type::int8},
    {Op::subtract, Type::numeric, Type::numeric, Type::numeric},
    {Op::subtract, Type::interval, Type::interval, Type::interval},
    {Op::subtract, Type::timestamptz, Type::timestamptz, Type::interval},
    {Op::subtract, Type::timestamptz, Type::interval, Type::timestamptz},
    {Op::multiply, Type::int4, Type::int4, Type::int4},
    {Op::multiply, Type::int8, Type::int8, Type::int8},
    {Op::multiply, Type::numeric, Type::numeric, Type::numeric},
    {Op::multiply, Type::interval, Type::int8, Type::interval},
    {Op::multiply, Type::int8, Type::interval, Type::interval},
    {Op::divide, Type::int4, Type::int4, Type::int4},
    {Op::divide, Type::int8, Type::int8, Type::int8},
    {Op::modulo, Type::int4, Type::int4, Type::int4},
    {Op::modulo, Type::int8, Type::int8, Type::int8},
    {Op::concat, Type::text, Type::text, Type::text},
    {Op::like, Type::text, Type::text, Type::boolean},
    {Op::not_like, Type::text, Type::text, Type::boolean},
};

bool is_comparison(Op op) {
  return op >= Op::equal && op <= Op::greater_equal;
}

bool fits(Type given, Type wanted) {
  return given == Type::null || can_cast(given, wanted, CastContext::implicit);
}

// The first signature that takes these types as they are, or after implicit casts.
std::optional<Signature> find_signature(Op op, Type left, Type right) {
  if (is_comparison(op)) {
    const CommonType common = common_type(std::array{left, right});
    if (common.clash != Type::null || common.type == Type::void_) return std::nullopt;
    return Signature{op, common.type, common.type, Type::boolean};
  }
  const auto found = std::find_if(
      std::begin(kSignatures), std::end(kSignatures),
      [&](const Signature& s) { return s.op == op && fits(left, s.left) && fits(right, s.right); });
  return found == std::end(kSignatures) ? std::nullopt : std::optional(*found);
}

[[noreturn]] void no_such_operator(std::string_view left, std::string_view name,
                                   std::string_view right) {
  throw SqlError("42883", fmt::format("operator does not exist: {}{}{} {}", left,
                                      left.empty() ? "" : " ", name, right));
}

std::optional<Signature> resolve(const Node& at, Op op, std::string_view name, Type left,
                                 Type right) {
  const auto is_string = [](Type type) { return type == Type::text || type == Type::bpchar; };
  const bool has_text = is_string(left) || is_string(right);
  const bool has_unknown = left == Type::null || right == Type::null;
  // text || anything, and anything || unknown: both sides are cast to text.
  if (op == Op::concat && (has_text || has_unknown)) {
    return Signature{op, Type::text, Type::text, Type::text};
  }
  if (left == Type::null && right == Type::null && !is_comparison(op) && op < Op::like) {
    throw SqlError("42725", fmt::format("operator is not unique: unknown {} unknown", name));
  }
  // The server multiplies and divides intervals by double precision.
  if ((left == Type::interval || right == Type::interval) &&
      ((op == Op::multiply && has_unknown) ||
       (op == Op::divide && (has_unknown || is_integer(right))))) {
    at.refuse("interval by a double precision number");
  }
  const bool has_numeric = left == Type::numeric || right == Type::numeric;
  if (has_numeric && (op == Op::divide || op == Op::modulo)) at.refuse("division of numeric");
  if (op >= Op::like && left == Type::bpchar) at.refuse("LIKE on character(n)");
  return find_signature(op, left, right);
}

}  // namespace

Expr bind_operator(Binding& binding, const Node& at, std::string_view name, Expr left, Expr right) {
  const auto named = std::find_if(std::begin(kOperators), std::end(kOperators),
                                  [&](const OperatorName& row) { return row.name == name; });
  if (named == std::end(kOperators)) at.refuse(fmt::format("operator {}", name));
  const auto signature = resolve(at, named->op, name, left.type, right.type);
  if (!signature) no_such_operator(type_name(left.type), name, type_name(right.type));
  Expr expr;
  expr.op = named->op;
  expr.type = signature->result;
  expr.args.push_back(coerce(binding, std::move(left), signature->left));
  expr.args.push_back(coerce(binding, std::move(right), signature->right));
  return expr;
}

Expr bind_prefix_operator(const Node& at, std::string_view name, Expr operand) {
  if (name != "-" && name != "+") at.refuse(fmt::format("operator {}", name));
  if (operand.type == Type::null) {
    throw SqlError("42725", fmt::format("operator is not unique: {} unknown", name));
  }
  const bool numeric = is_number(operand.type);
  if (!numeric && (name == "+" || operand.type != Type::interval)) {
    no_such_operator("", name, type_name(operand.type));
  }
  if (name == "+") return operand;
  Expr expr;
  expr.op = Op::negate;
  expr.type = operand.type;
  expr.args.push_back(std::move(operand));
  return expr;
}

}  // namespace racewindow
