// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/overloads.h"
#include "sim/sql/visit.h"

namespace racewindow {
namespace {

struct AggregateName {
  std::string_view name;
  AggregateFunction function;
};
constexpr AggregateName kAggregates[] = {
    {"count", AggregateFunction::count},       {"min", AggregateFunction::min},
    {"max", AggregateFunction::max},           {"sum", AggregateFunction::sum},
    {"bool_and", AggregateFunction::bool_and}, {"every", AggregateFunction::bool_and},
    {"bool_or", AggregateFunction::bool_or}};

[[noreturn]] void no_such_function(std::string_view name, const std::vector<Expr>& args) {
  std::string types;
  for (const Expr& arg : args) {
    types += fmt::format("{}{}", types.empty() ? "" : ", ", type_name(arg.type));
  }
  throw SqlError("42883", fmt::format("function {}({}) does not exist", name, types));
}

bool fits(const Overload& overload, const std::vector<Expr>& args) {
  for (std::size_t n = 0; n < args.size(); ++n) {
    const Type given = args[n].type;
    if (given != Type::null && !can_cast(given, overload.args[n], CastContext::implicit)) {
      return false;
    }
  }
  return true;
}

// Calls that the server resolves to functions on types we do not have.
void refuse_other_overloads(const Node& call, std::string_view name,
                            const std::vector<Expr>& args) {
  const auto unknown = [&](std::size_t n) { return args[n].type == Type::null; };
  const auto numeric = [](const Expr& arg) { return arg.type == Type::numeric; };
  if ((name == "abs" || name == "mod") && std::any_of(args.begin(), args.end(), numeric)) {
    call.refuse(fmt::format("{} of numeric", name));
  }
  if (name == "abs" && unknown(0)) call.refuse("abs of an operand of unknown type");
  if (name == "mod" && unknown(0) && unknown(1)) {
    throw SqlError("42725", "function mod(unknown, unknown) is not unique");
  }
  if (name == "substring" && (unknown(1) || args[1].type == Type::text)) {
    call.refuse("substring by a pattern");
  }
}

Expr bind_scalar(Binding& binding, const Node& call, const std::string& name,
                 std::vector<Expr> args) {
  if (auto special = bind_store_call(binding, call, name, args)) return std::move(*special);
  const auto named = [&](const Overload& o) { return o.name == name && o.count == args.size(); };
  if (std::none_of(std::begin(kOverloads), std::end(kOverloads), named)) {
    if (name == "gen_random_uuid") {
      call.refuse("gen_random_uuid() (random: pass Context::random_uuid() as a parameter)");
    }
    // Of the functions that act on the store all forms are known.
    const auto same_name = [&](const Overload& o) { return o.name == name; };
    const auto known = std::find_if(std::begin(kOverloads), std::end(kOverloads), same_name);
    if (known != std::end(kOverloads) && acts_on_store(known->function)) {
      no_such_function(name, args);
    }
    call.refuse(fmt::format("function {} with {} argument{}", name, args.size(),
                            args.size() == 1 ? "" : "s"));
  }
  refuse_other_overloads(call, name, args);
  const auto chosen = std::find_if(std::begin(kOverloads), std::end(kOverloads),
                                   [&](const Overload& o) { return named(o) && fits(o, args); });
  if (chosen == std::end(kOverloads)) no_such_function(name, args);
  Expr expr;
  expr.op = Op::function;
  expr.type = chosen->result;
  expr.function = chosen->function;
  for (std::size_t n = 0; n < args.size(); ++n) {
    expr.args.push_back(coerce(binding, std::move(args[n]), chosen->args[n]));
  }
  return expr;
}

// The type an aggregate of one argument has; no value where there is no such aggregate.
std::optional<Type> aggregate_type(const Node& call, AggregateFunction function, Type arg) {
  switch (function) {
    case AggregateFunction::count_star:
    case AggregateFunction::count:
      return Type::int8;
    case AggregateFunction::min:
    case AggregateFunction::max:
      if (arg == Type::boolean || arg == Type::uuid || arg == Type::void_) return std::nullopt;
      return arg;
    case AggregateFunction::sum:
      if (arg == Type::int8) call.refuse("sum of bigint (its type is numeric)");
      if (arg == Type::interval || arg == Type::numeric) {
        call.refuse(fmt::format("sum of {}", type_name(arg)));
      }
      return arg == Type::int4 ? std::optional(Type::int8) : std::nullopt;
    case AggregateFunction::bool_and:
    case AggregateFunction::bool_or:
      return arg == Type::boolean ? std::optional(Type::boolean) : std::nullopt;
  }
  return std::nullopt;
}

void refuse_outer_aggregate(const Node& call, const Aggregate& aggregate) {
  bool own = false;
  bool outer = false;
  for (const Expr& arg : aggregate.args) {
    for_each_column(arg, [&](const Expr&, unsigned level) { (level == 0 ? own : outer) = true; });
  }
  if (outer && !own) call.refuse("aggregate of an outer query");
}

Expr bind_aggregate(Binding& binding, Scope& scope, const Node& call, AggregateFunction function,
                    const std::string& name) {
  if (scope.in_aggregate) throw SqlError("42803", "aggregate function calls cannot be nested");
  Aggregate aggregate;
  aggregate.function = function;
  aggregate.distinct = call.flag("agg_distinct");
  scope.in_aggregate = true;
  for (const Node& arg : call.list("args")) {
    aggregate.args.push_back(bind_expr(binding, scope, arg));
  }
  scope.in_aggregate = false;
  std::vector<Expr>& args = aggregate.args;
  if (call.flag("agg_star")) {
    if (function != AggregateFunction::count) no_such_function(name, args);
    aggregate.function = AggregateFunction::count_star;
  } else if (args.empty()) {
    throw SqlError("42809", fmt::format("{}(*) must be used to call a parameterless aggregate "
                                        "function",
                                        name));
  } else if (args.size() > 1) {
    no_such_function(name, args);
  } else {
    if (args[0].type == Type::null && function == AggregateFunction::sum) {
      call.refuse("sum of an operand of unknown type");
    }
    const bool of_boolean =
        function == AggregateFunction::bool_and || function == AggregateFunction::bool_or;
    if (args[0].type == Type::null && function != AggregateFunction::count) {
      args[0] = coerce(binding, std::move(args[0]), of_boolean ? Type::boolean : Type::text);
    }
    const auto type = aggregate_type(call, function, args[0].type);
    if (!type) no_such_function(name, args);
    aggregate.type = *type;
  }
  if (scope.aggregates == nullptr) {
    throw SqlError("42803", fmt::format("aggregate functions are not allowed in {}",
                                        clause_name(scope.clause)));
  }
  refuse_outer_aggregate(call, aggregate);
  Expr expr;
  expr.op = Op::aggregate;
  expr.type = aggregate.type;
  // Calls that say the same are computed once, and compare equal (GROUP BY, ORDER BY).
  const auto same = std::find_if(scope.aggregates->begin(), scope.aggregates->end(),
                                 [&](const Aggregate& a) { return same_aggregate(a, aggregate); });
  expr.index = static_cast<std::uint32_t>(same - scope.aggregates->begin());
  if (same == scope.aggregates->end()) scope.aggregates->push_back(std::move(aggregate));
  return expr;
}

}  // namespace

Expr bind_call(Binding& binding, Scope& scope, const Node& call) {
  call.only({"funcname", "args", "agg_star", "agg_distinct", "funcformat"});
  const auto names = call.names("funcname");
  if (names.size() > 1 && names[0] != "pg_catalog") call.refuse("schema-qualified name");
  const std::string& name = names.back();
  for (const AggregateName& aggregate : kAggregates) {
    if (aggregate.name == name) {
      return bind_aggregate(binding, scope, call, aggregate.function, name);
    }
  }
  if (call.flag("agg_distinct") || call.flag("agg_star")) {
    call.refuse(fmt::format("function {} as an aggregate", name));
  }
  std::vector<Expr> args;
  for (const Node& arg : call.list("args")) args.push_back(bind_expr(binding, scope, arg));
  return bind_scalar(binding, call, name, std::move(args));
}

}  // namespace racewindow
