// SPDX-License-Identifier: Apache-2.0
// Calls whose arguments name something that is resolved while binding: sequences, settings; and
// pg_sleep, whose argument the server takes as double precision.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"
#include "sim/sql/numeric.h"
#include "sim/sql/settings.h"

namespace racewindow {
namespace {

Expr make_call(Function function, Type type, std::vector<Expr> args) {
  Expr expr;
  expr.op = Op::function;
  expr.function = function;
  expr.type = type;
  expr.args = std::move(args);
  return expr;
}

bool is_literal(const Expr& expr) {
  return expr.op == Op::constant && expr.type == Type::null && !expr.value.is_null();
}

[[noreturn]] void no_such_call(std::string_view name, const std::vector<Expr>& args) {
  std::string types;
  for (const Expr& arg : args) {
    types += fmt::format("{}{}", types.empty() ? "" : ", ", type_name(arg.type));
  }
  throw SqlError("42883", fmt::format("function {}({}) does not exist", name, types));
}

const Sequence& sequence_named(const Binding& binding, std::string_view text) {
  const QualifiedName name = parse_qualified_name(binding.catalog, text);
  const Sequence* sequence = binding.catalog.find_sequence(name.name, name.schema);
  if (sequence != nullptr) return *sequence;
  if (binding.catalog.has_relation(name.name, name.schema)) {
    throw SqlError("42809", fmt::format("\"{}\" is not a sequence", name.name));
  }
  throw SqlError(sqlstate::undefined_table,
                 fmt::format("relation \"{}\" does not exist", name.written));
}

// nextval('s'), currval('s'), setval('s', value[, is_called]).
Expr bind_sequence_call(Binding& binding, const Node& call, const std::string& name,
                        std::vector<Expr> args) {
  const bool sets = name == "setval";
  if (sets ? args.size() < 2 || args.size() > 3 : args.size() != 1) no_such_call(name, args);
  if (!is_literal(args[0]))
    call.refuse(fmt::format("{} of a sequence not named by a literal", name));
  const Sequence& sequence = sequence_named(binding, args[0].value.as_text());
  args[0] = constant_expr(Type::int8, Value::int8(static_cast<std::int64_t>(sequence.id)));
  if (!sets) {
    return make_call(name == "nextval" ? Function::nextval : Function::currval, Type::int8,
                     std::move(args));
  }
  if (args.size() == 2) args.push_back(constant_expr(Type::boolean, Value::boolean(true)));
  const Type wanted[] = {Type::int8, Type::int8, Type::boolean};
  for (std::size_t n = 1; n < 3; ++n) {
    if (args[n].type != Type::null && !can_cast(args[n].type, wanted[n], CastContext::implicit)) {
      no_such_call(name, args);
    }
    args[n] = coerce(binding, std::move(args[n]), wanted[n]);
  }
  return make_call(Function::setval, Type::int8, std::move(args));
}

// pg_sleep(seconds), bound to microseconds.
Expr bind_sleep(Binding& binding, const Node& call, std::vector<Expr> args) {
  constexpr std::string_view kMicroseconds = "1000000";
  if (args.size() != 1) no_such_call("pg_sleep", args);
  Expr& seconds = args[0];
  if (is_literal(seconds)) {
    try {
      seconds = coerce(binding, seconds, Type::numeric);
    } catch (const SqlError& error) {
      throw SqlError(error.sqlstate(),
                     fmt::format("invalid input syntax for type double precision: \"{}\"",
                                 seconds.value.as_text()));
    }
  }
  if (seconds.type == Type::null && seconds.op == Op::param) {
    call.refuse("pg_sleep of a parameter (its type is double precision)");
  }
  if (seconds.type != Type::null && !is_number(seconds.type)) no_such_call("pg_sleep", args);
  Expr product;
  product.op = Op::multiply;
  product.type = Type::numeric;
  product.args.push_back(coerce(binding, std::move(seconds), Type::numeric));
  product.args.push_back(constant_expr(Type::numeric, Value::numeric(kMicroseconds)));
  return make_call(Function::pg_sleep, Type::void_,
                   {coerce(binding, std::move(product), Type::int8)});
}

// current_setting('name'), set_config('name', value, is_local).
Expr bind_setting_call(Binding& binding, const Node& call, const std::string& name,
                       std::vector<Expr> args) {
  const bool sets = name == "set_config";
  if (args.size() != (sets ? 3 : 1)) {
    if (!sets && args.size() == 2) call.refuse("current_setting with missing_ok");
    no_such_call(name, args);
  }
  if (!is_literal(args[0])) call.refuse(fmt::format("{} of a name that is no literal", name));
  const Setting& setting = find_setting(call, args[0].value.as_text());
  args[0] = constant_expr(Type::text, Value::text(setting.name));
  if (sets) {
    if (!is_literal(args[1])) call.refuse("set_config to a value that is no literal");
    const std::string value = canonical_value(setting, args[1].value.as_text());
    args[1] = constant_expr(Type::text, Value::text(value));
    args[2] = coerce_argument(binding, std::move(args[2]), Type::boolean, "set_config");
  }
  return make_call(sets ? Function::set_config : Function::current_setting, Type::text,
                   std::move(args));
}

}  // namespace

std::optional<Expr> bind_store_call(Binding& binding, const Node& call, const std::string& name,
                                    std::vector<Expr>& args) {
  if (name == "nextval" || name == "currval" || name == "setval") {
    return bind_sequence_call(binding, call, name, std::move(args));
  }
  if (name == "pg_sleep") return bind_sleep(binding, call, std::move(args));
  if (name == "current_setting" || name == "set_config") {
    return bind_setting_call(binding, call, name, std::move(args));
  }
  return std::nullopt;
}

}  // namespace racewindow
