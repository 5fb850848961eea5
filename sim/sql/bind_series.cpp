// SPDX-License-Identifier: Apache-2.0
// generate_series in FROM.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/types.h"

namespace racewindow {
namespace {

// int4 or int8, whichever takes all arguments. Throws SqlError 42883 and 42725.
Type type_of_series(const Node& call, const std::vector<Expr>& args) {
  std::string types;
  Type type = Type::null;
  bool exists = args.size() == 2 || args.size() == 3;
  for (const Expr& arg : args) {
    types += fmt::format("{}{}", types.empty() ? "" : ", ", type_name(arg.type));
    if (arg.type == Type::null) continue;
    if (arg.type == Type::numeric || arg.type == Type::timestamptz) {
      call.refuse(fmt::format("generate_series of {}", type_name(arg.type)));
    }
    exists = exists && is_integer(arg.type);
    type = std::max(type, arg.type);
  }
  if (!exists) {
    throw SqlError("42883", fmt::format("function generate_series({}) does not exist", types));
  }
  if (type == Type::null) {
    throw SqlError("42725", fmt::format("function generate_series({}) is not unique", types));
  }
  return type;
}

}  // namespace

Series bind_series(Binding& binding, Scope& scope, const Node& item) {
  item.only({"functions", "alias"});
  const std::vector<Node> functions = item.list("functions");
  const std::vector<Node> parts = functions[0].list("items");
  const Node& call = parts[0];
  if (!call.is("FuncCall") || call.names("funcname").back() != "generate_series") item.refuse();
  if (parts.size() > 1 && !parts[1].kind().empty()) item.refuse("column definition list");
  call.only({"funcname", "args", "funcformat"});
  // Its arguments may refer to the entries before it, as if LATERAL stood there.
  Scope bare;
  bare.outer = scope.outer;
  bare.derived = true;
  bare.clause = Clause::from_function;
  std::vector<Expr> args;
  for (const Node& arg : call.list("args")) {
    if (arg.is("ColumnRef")) arg.refuse("column as an argument of a function in FROM");
    args.push_back(bind_expr(binding, bare, arg));
  }
  Series series;
  series.type = type_of_series(call, args);
  for (Expr& arg : args) arg = coerce(binding, std::move(arg), series.type);
  series.start = std::move(args[0]);
  series.stop = std::move(args[1]);
  const Value one = series.type == Type::int4 ? Value::int4(1) : Value::int8(1);
  series.step = args.size() == 3 ? std::move(args[2]) : constant_expr(series.type, one);
  return series;
}

}  // namespace racewindow
