// SPDX-License-Identifier: Apache-2.0
// On the hot path of every store: one switch, and no allocation but for new texts and intervals.
#include "sim/sql/eval.h"

#include "sim/sql/functions.h"

namespace racewindow {
namespace {

// SQL's `=` on two non-null values of one type, or of int4 and int8. Payloads are numbers or
// interned, so equal means the same, except for types such as interval, of which '1 month' =
// '30 days'.
bool equal(const Value& a, const Value& b) {
  return equal_is_same(a.type()) ? a.as_int() == b.as_int() : compare(a, b) == 0;
}

bool distinct(const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) return a.is_null() != b.is_null();
  return !equal(a, b);
}

bool holds(Op op, const Value& a, const Value& b) {
  switch (op) {
    case Op::equal:
      return equal(a, b);
    case Op::not_equal:
      return !equal(a, b);
    case Op::less:
      return compare(a, b) < 0;
    case Op::less_equal:
      return compare(a, b) <= 0;
    case Op::greater:
      return compare(a, b) > 0;
    default:
      return compare(a, b) >= 0;
  }
}

// The cell of a column; NULL in the all-NULL row of a left join.
Value cell(const Expr& expr, const EvalContext& context) {
  const EvalContext* query = &context;
  for (unsigned level = expr.level; level > 0; --level) query = query->outer;
  const Value* row = query->rows[expr.entry];
  return row == nullptr ? Value() : row[expr.index];
}

// eval, with the leaves of expressions answered in place: most operands are one.
inline Value operand(const Expr& expr, const EvalContext& context) {
  switch (expr.op) {
    case Op::constant:
      return expr.value;
    case Op::param:
      return context.params[expr.index];
    case Op::column:
      return cell(expr, context);
    default:
      return eval(expr, context);
  }
}

Value logical_not(const Value& a) {
  return a.is_null() ? a : Value::boolean(!a.as_bool());
}

// AND is decided by the first false, OR by the first true; otherwise NULL beats the rest.
Value logical(const Expr& expr, const EvalContext& context, bool deciding) {
  bool unknown = false;
  for (const Expr& arg : expr.args) {
    const Value value = eval(arg, context);
    if (value.is_null()) {
      unknown = true;
    } else if (value.as_bool() == deciding) {
      return value;
    }
  }
  return unknown ? Value() : Value::boolean(!deciding);
}

Value greatest_or_least(const Expr& expr, const EvalContext& context) {
  Value best;
  for (const Expr& arg : expr.args) {
    const Value value = eval(arg, context);
    if (value.is_null()) continue;
    if (best.is_null() || (expr.op == Op::greatest ? compare(value, best) > 0  //
                                                   : compare(value, best) < 0)) {
      best = value;
    }
  }
  return best;
}

Value case_when(const Expr& expr, const EvalContext& context) {
  std::size_t n = 0;
  for (; n + 1 < expr.args.size(); n += 2) {
    if (eval(expr.args[n], context).is_true()) return eval(expr.args[n + 1], context);
  }
  return n < expr.args.size() ? eval(expr.args[n], context) : Value();
}

Value in_list(const Expr& expr, const EvalContext& context) {
  const Value needle = eval(expr.args[0], context);
  if (needle.is_null()) return needle;
  bool unknown = false;
  for (std::size_t n = 1; n < expr.args.size(); ++n) {
    const Value value = eval(expr.args[n], context);
    if (value.is_null()) {
      unknown = true;
    } else if (equal(needle, value)) {
      return Value::boolean(true);
    }
  }
  return unknown ? Value() : Value::boolean(false);
}

Value concatenated(const Value& a, const Value& b) {
  std::string text(a.as_text());
  return Value::text(text.append(b.as_text()));
}

Value function(const Expr& expr, const EvalContext& context) {
  if (expr.function == Function::now) return Value::timestamptz(context.now);
  if (expr.function == Function::clock_timestamp) return Value::timestamptz(context.clock);
  constexpr std::size_t kArgsMax = 3;
  Value args[kArgsMax];
  for (std::size_t n = 0; n < expr.args.size(); ++n) {
    args[n] = eval(expr.args[n], context);
    if (args[n].is_null()) return Value();
  }
  const std::span<const Value> given(args, expr.args.size());
  if (!acts_on_store(expr.function)) return call_function(expr.function, given);
  if (context.effects == nullptr) {
    throw Broken("unsupported", "a function that acts on the store, where only reading is allowed");
  }
  return context.effects->call(expr.function, given);
}

}  // namespace

Value eval(const Expr& expr, const EvalContext& context) {
  const auto arg = [&](std::size_t n) { return operand(expr.args[n], context); };
  switch (expr.op) {
    case Op::constant:
      return expr.value;
    case Op::param:
      return context.params[expr.index];
    case Op::column:
      return cell(expr, context);
    case Op::aggregate:
      return context.aggregates[expr.index];

    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: {
      const Value a = arg(0);
      const Value b = arg(1);
      return a.is_null() || b.is_null() ? Value() : Value::boolean(holds(expr.op, a, b));
    }
    case Op::is_distinct:
      return Value::boolean(distinct(arg(0), arg(1)));
    case Op::is_not_distinct:
      return Value::boolean(!distinct(arg(0), arg(1)));

    case Op::logical_and:
      return logical(expr, context, false);
    case Op::logical_or:
      return logical(expr, context, true);
    case Op::logical_not:
      return logical_not(arg(0));
    case Op::is_null:
      return Value::boolean(arg(0).is_null());
    case Op::is_not_null:
      return Value::boolean(!arg(0).is_null());
    case Op::is_true:
      return Value::boolean(arg(0).is_true());
    case Op::is_not_true:
      return Value::boolean(!arg(0).is_true());
    case Op::is_false:
      return Value::boolean(arg(0) == Value::boolean(false));
    case Op::is_not_false:
      return Value::boolean(arg(0) != Value::boolean(false));

    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo: {
      const Value a = arg(0);
      const Value b = arg(1);
      return a.is_null() || b.is_null() ? Value() : arithmetic(expr.op, expr.type, a, b);
    }
    case Op::negate: {
      const Value a = arg(0);
      if (a.is_null()) return a;
      if (expr.type == Type::interval) {
        return arithmetic(Op::multiply, expr.type, a, Value::int8(-1));
      }
      if (expr.type == Type::numeric) {
        return arithmetic(Op::multiply, expr.type, a, Value::numeric("-1"));
      }
      return arithmetic(Op::subtract, expr.type, Value::int8(0), a);
    }
    case Op::concat: {
      const Value a = arg(0);
      const Value b = arg(1);
      return a.is_null() || b.is_null() ? Value() : concatenated(a, b);
    }
    case Op::like:
    case Op::not_like: {
      const Value a = arg(0);
      const Value b = arg(1);
      if (a.is_null() || b.is_null()) return Value();
      return Value::boolean(matches_like(a.as_text(), b.as_text()) == (expr.op == Op::like));
    }

    case Op::coalesce:
      for (const Expr& candidate : expr.args) {
        if (const Value value = eval(candidate, context); !value.is_null()) return value;
      }
      return Value();
    case Op::greatest:
    case Op::least:
      return greatest_or_least(expr, context);
    case Op::nullif: {
      const Value a = arg(0);
      const Value b = arg(1);
      return !a.is_null() && !b.is_null() && equal(a, b) ? Value() : a;
    }
    case Op::case_when:
      return case_when(expr, context);
    case Op::cast:
      return cast_value(arg(0), expr.type);
    case Op::in_list:
      return in_list(expr, context);
    case Op::function:
      return function(expr, context);

    case Op::subquery_scalar:
      return context.subqueries->scalar(*expr.subquery, context);
    case Op::subquery_exists:
      return Value::boolean(context.subqueries->exists(*expr.subquery, context));
    case Op::subquery_in:
      return context.subqueries->in(arg(0), *expr.subquery, context);
  }
  return Value();
}

}  // namespace racewindow
