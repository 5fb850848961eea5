// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/numeric.h"
#include "sim/sql/operators.h"

namespace racewindow {
namespace {

Expr make(Op op, Type type, std::vector<Expr> args) {
  Expr expr;
  expr.op = op;
  expr.type = type;
  expr.args = std::move(args);
  return expr;
}

std::vector<Expr> bind_list(Binding& binding, Scope& scope, const std::vector<Node>& nodes) {
  std::vector<Expr> exprs;
  for (const Node& node : nodes) exprs.push_back(bind_expr(binding, scope, node));
  return exprs;
}

// Literals: an integer is int4 or int8 by its size, a quoted text has no type yet.
Expr bind_constant(const Node& node) {
  node.only({"ival", "fval", "boolval", "sval", "isnull"});
  if (node.flag("isnull")) return constant_expr(Type::null, Value());
  if (node.has("boolval")) {
    return constant_expr(Type::boolean,
                         Value::boolean(node.part("boolval", "Boolean").flag("boolval")));
  }
  if (node.has("sval")) {
    Expr literal = constant_expr(Type::null, Value::text(node.part("sval", "String").text("sval")));
    literal.index = static_cast<std::uint32_t>(node.location());
    return literal;
  }
  if (node.has("ival")) return constant_expr(Type::int4, Value::int4(node.integer()));
  const std::string digits = node.part("fval", "Float").text("fval");
  std::int64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) {
    if (digits.find_first_of("eE") != digits.npos) node.refuse("number with an exponent");
    return constant_expr(Type::numeric, Value::numeric(parse_numeric(digits)));
  }
  // The smallest integer comes here because its digits alone are too large for one.
  return number == static_cast<std::int32_t>(number)
             ? constant_expr(Type::int4, Value::int4(number))
             : constant_expr(Type::int8, Value::int8(number));
}

Expr bind_param(Binding& binding, const Node& node) {
  constexpr std::int64_t kParamsMax = 65535;
  const std::int64_t number = node.only({"number"}).number("number");
  if (number < 1 || number > kParamsMax) {
    throw SqlError("42P02", fmt::format("there is no parameter ${}", number));
  }
  const auto index = static_cast<std::size_t>(number - 1);
  if (binding.params.size() <= index) binding.params.resize(index + 1, Type::null);
  Expr expr = make(Op::param, binding.params[index], {});
  expr.index = static_cast<std::uint32_t>(index);
  return expr;
}

Expr bind_cast(Binding& binding, Scope& scope, const Node& node) {
  node.only({"arg", "typeName"});
  const auto [target, length_max] = bind_type(node.part("typeName", "TypeName"));
  Expr arg = bind_expr(binding, scope, node.child("arg"));
  if (arg.type != Type::null && !can_cast(arg.type, target, CastContext::explicit_cast)) {
    throw SqlError(
        "42846", fmt::format("cannot cast type {} to {}", type_name(arg.type), type_name(target)));
  }
  Expr cast = coerce(binding, std::move(arg), target);
  return length_max ? fit_length(std::move(cast), *length_max, true) : cast;
}

Expr bind_boolean(Binding& binding, Scope& scope, const Node& node) {
  const std::string op = node.only({"boolop", "args"}).text("boolop");
  const bool is_and = op == "AND_EXPR";
  const bool is_or = op == "OR_EXPR";
  std::vector<Expr> args;
  for (const Node& arg : node.list("args")) {
    args.push_back(bind_condition(binding, scope, arg, is_and ? "AND" : is_or ? "OR" : "NOT"));
  }
  return make(is_and  ? Op::logical_and
              : is_or ? Op::logical_or
                      : Op::logical_not,
              Type::boolean, std::move(args));
}

Expr bind_null_test(Binding& binding, Scope& scope, const Node& node) {
  node.only({"arg", "nulltesttype"});
  return make(node.text("nulltesttype") == "IS_NULL" ? Op::is_null : Op::is_not_null, Type::boolean,
              {bind_expr(binding, scope, node.child("arg"))});
}

Expr bind_boolean_test(Binding& binding, Scope& scope, const Node& node) {
  struct Test {
    std::string_view type;
    std::string_view name;
    Op op;
  };
  constexpr Test kTests[] = {{"IS_TRUE", "IS TRUE", Op::is_true},
                             {"IS_NOT_TRUE", "IS NOT TRUE", Op::is_not_true},
                             {"IS_FALSE", "IS FALSE", Op::is_false},
                             {"IS_NOT_FALSE", "IS NOT FALSE", Op::is_not_false},
                             {"IS_UNKNOWN", "IS UNKNOWN", Op::is_null},
                             {"IS_NOT_UNKNOWN", "IS NOT UNKNOWN", Op::is_not_null}};
  const std::string type = node.only({"arg", "booltesttype"}).text("booltesttype");
  for (const Test& test : kTests) {
    if (test.type != type) continue;
    return make(test.op, Type::boolean,
                {bind_condition(binding, scope, node.child("arg"), test.name)});
  }
  node.refuse();
}

// x IN (a, b): one membership test when all can be brought to one type, else an `=` for each, which
// reports the pair that has none.
Expr bind_in(Binding& binding, const Node& node, std::string_view name, Expr left,
             std::vector<Expr> members) {
  const bool negated = name == "<>";
  std::vector<Expr> args;
  args.push_back(std::move(left));
  args.insert(args.end(), members.begin(), members.end());
  const CommonType common = common_type(types_of(args));
  Expr found;
  if (common.clash == Type::null) {
    for (Expr& arg : args) arg = coerce(binding, std::move(arg), common.type);
    found = make(Op::in_list, Type::boolean, std::move(args));
  } else {
    found = make(Op::logical_or, Type::boolean, {});
    for (Expr& member : members) {
      found.args.push_back(bind_operator(binding, node, "=", args[0], std::move(member)));
    }
  }
  return negated ? make(Op::logical_not, Type::boolean, {std::move(found)}) : found;
}

// x BETWEEN low AND high, by its definition.
Expr bind_between(Binding& binding, const Node& node, bool negated, const Expr& left, Expr low,
                  Expr high) {
  Expr above = bind_operator(binding, node, negated ? "<" : ">=", left, std::move(low));
  Expr below = bind_operator(binding, node, negated ? ">" : "<=", left, std::move(high));
  return make(negated ? Op::logical_or : Op::logical_and, Type::boolean,
              {std::move(above), std::move(below)});
}

Expr bind_nullif(Binding& binding, const Node& node, Expr left, Expr right) {
  const Type own = left.type;
  Expr equal = bind_operator(binding, node, "=", std::move(left), std::move(right));
  equal.op = Op::nullif;
  equal.type = equal.args[0].type;
  // The result is the first operand as it is compared: integers of two lengths as they are.
  return is_integer(own) && is_integer(equal.type) ? coerce(binding, std::move(equal), own) : equal;
}

Expr bind_operand(Binding& binding, Scope& scope, const Node& node) {
  if (auto regclass = bind_regclass(binding, node)) return std::move(*regclass);
  return bind_expr(binding, scope, node);
}

Expr bind_operation(Binding& binding, Scope& scope, const Node& node) {
  const std::string kind = node.only({"kind", "name", "lexpr", "rexpr"}).text("kind");
  const auto names = node.names("name");
  if (names.size() != 1) node.refuse("schema-qualified operator");
  const std::string& name = names[0];
  if (kind == "AEXPR_OP" && !node.has("lexpr")) {
    return bind_prefix_operator(node, name, bind_expr(binding, scope, node.child("rexpr")));
  }
  const bool is_in = kind == "AEXPR_IN";
  const bool is_between = kind == "AEXPR_BETWEEN" || kind == "AEXPR_NOT_BETWEEN";
  const bool is_distinct = kind == "AEXPR_DISTINCT" || kind == "AEXPR_NOT_DISTINCT";
  if (!is_in && !is_between && !is_distinct && kind != "AEXPR_OP" && kind != "AEXPR_LIKE" &&
      kind != "AEXPR_NULLIF") {
    node.refuse(kind);
  }
  Expr left = bind_operand(binding, scope, node.child("lexpr"));
  const Node right_node = node.child("rexpr");
  if (is_in || is_between) {
    if (!right_node.is("List")) right_node.refuse();
    std::vector<Expr> members = bind_list(binding, scope, right_node.list("items"));
    if (is_in) return bind_in(binding, node, name, std::move(left), std::move(members));
    return bind_between(binding, node, kind == "AEXPR_NOT_BETWEEN", left, std::move(members[0]),
                        std::move(members[1]));
  }
  Expr right = bind_operand(binding, scope, right_node);
  if (kind == "AEXPR_NULLIF") {
    return bind_nullif(binding, node, std::move(left), std::move(right));
  }
  Expr result = bind_operator(binding, node, name, std::move(left), std::move(right));
  if (is_distinct) result.op = kind == "AEXPR_DISTINCT" ? Op::is_distinct : Op::is_not_distinct;
  return result;
}

Expr bind_case(Binding& binding, Scope& scope, const Node& node) {
  node.only({"arg", "args", "defresult"});
  std::optional<Expr> tested;
  if (node.has("arg")) {
    std::vector<Expr> arg{bind_expr(binding, scope, node.child("arg"))};
    resolve_unknown(binding, arg);
    tested = std::move(arg[0]);
  }
  std::vector<Expr> conditions;
  std::vector<Expr> results;
  for (const Node& branch : node.list("args")) {
    branch.only({"expr", "result"});
    const Node when = branch.child("expr");
    conditions.push_back(
        tested ? bind_operator(binding, branch, "=", *tested, bind_expr(binding, scope, when))
               : bind_condition(binding, scope, when, "CASE/WHEN"));
    results.push_back(bind_expr(binding, scope, branch.child("result")));
  }
  // The server puts ELSE in front when it looks for the common type; its messages show that.
  Expr otherwise = node.has("defresult") ? bind_expr(binding, scope, node.child("defresult"))
                                         : constant_expr(Type::null, Value());
  results.insert(results.begin(), std::move(otherwise));
  const Type type = unify(binding, results, "CASE");
  Expr result = make(Op::case_when, type, {});
  for (std::size_t n = 0; n < conditions.size(); ++n) {
    result.args.push_back(std::move(conditions[n]));
    result.args.push_back(std::move(results[n + 1]));
  }
  if (node.has("defresult")) result.args.push_back(std::move(results[0]));
  return result;
}

Expr bind_unified(Binding& binding, Scope& scope, const Node& node, Op op, std::string_view name) {
  std::vector<Expr> args = bind_list(binding, scope, node.list("args"));
  const Type type = unify(binding, args, name);
  return make(op, type, std::move(args));
}

Expr bind_subquery(Binding& binding, Scope& scope, const Node& node) {
  node.only({"subLinkType", "testexpr", "operName", "subselect"});
  if (scope.clause >= Clause::check && scope.clause <= Clause::index_predicate) {
    const std::string_view clause = clause_name(scope.clause);
    throw SqlError("0A000",
                   fmt::format("cannot use subquery in {}", clause.substr(0, clause.size() - 1)));
  }
  const std::string kind = node.text("subLinkType");
  const bool exists = kind == "EXISTS_SUBLINK";
  const bool in = kind == "ANY_SUBLINK";
  if (!exists && !in && kind != "EXPR_SUBLINK") node.refuse(kind);
  std::vector<Expr> args;
  if (in) {
    if (const auto names = node.names("operName"); !names.empty() && names.back() != "=") {
      node.refuse(fmt::format("{} ANY (subquery)", names.back()));
    }
    args.push_back(bind_expr(binding, scope, node.child("testexpr")));
  }
  const Node inner = node.child("subselect");
  if (!inner.is("SelectStmt")) inner.refuse();
  Select select = bind_select(binding, &scope, inner);
  if (exists) {
    Expr expr = make(Op::subquery_exists, Type::boolean, {});
    expr.subquery = std::make_shared<const Select>(std::move(select));
    return expr;
  }
  if (select.columns.size() != 1) {
    throw SqlError(
        sqlstate::syntax_error,
        !in ? "subquery must return only one column"
            : fmt::format("subquery has too {} columns", select.columns.empty() ? "few" : "many"));
  }
  Expr expr = make(in ? Op::subquery_in : Op::subquery_scalar,
                   in ? Type::boolean : select.columns[0].type, {});
  if (in) {
    // Resolved as `=` between the tested value and a value of the column's type.
    const Expr member = make(Op::column, select.columns[0].type, {});
    Expr equal = bind_operator(binding, node, "=", std::move(args[0]), member);
    cast_outputs(binding, select, {equal.args[1].type});
    expr.args.push_back(std::move(equal.args[0]));
  }
  expr.subquery = std::make_shared<const Select>(std::move(select));
  return expr;
}

Expr bind_current(const Node& node) {
  if (node.only({"op", "typmod"}).text("op") != "SVFOP_CURRENT_TIMESTAMP") {
    node.refuse(node.text("op"));
  }
  Expr now = make(Op::function, Type::timestamptz, {});
  now.function = Function::now;
  return now;
}

}  // namespace

Expr bind_expr(Binding& binding, Scope& scope, const Node& node) {
  if (node.is("ColumnRef")) return resolve_column(scope, node.only({"fields"}));
  if (node.is("ParamRef")) return bind_param(binding, node);
  if (node.is("A_Const")) return bind_constant(node);
  if (node.is("A_Expr")) return bind_operation(binding, scope, node);
  if (node.is("BoolExpr")) return bind_boolean(binding, scope, node);
  if (node.is("TypeCast")) return bind_cast(binding, scope, node);
  if (node.is("FuncCall")) return bind_call(binding, scope, node);
  if (node.is("NullTest")) return bind_null_test(binding, scope, node);
  if (node.is("BooleanTest")) return bind_boolean_test(binding, scope, node);
  if (node.is("CaseExpr")) return bind_case(binding, scope, node);
  if (node.is("SubLink")) return bind_subquery(binding, scope, node);
  if (node.is("SQLValueFunction")) return bind_current(node);
  if (node.is("CoalesceExpr")) {
    return bind_unified(binding, scope, node.only({"args"}), Op::coalesce, "COALESCE");
  }
  if (node.is("MinMaxExpr")) {
    const bool greatest = node.only({"args", "op"}).text("op") == "IS_GREATEST";
    return bind_unified(binding, scope, node, greatest ? Op::greatest : Op::least,
                        greatest ? "GREATEST" : "LEAST");
  }
  node.refuse();
}

Expr bind_condition(Binding& binding, Scope& scope, const Node& node, std::string_view of) {
  return coerce_argument(binding, bind_expr(binding, scope, node), Type::boolean, of);
}

}  // namespace racewindow
