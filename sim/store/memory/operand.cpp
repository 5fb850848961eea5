// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/operand.h"

#include <algorithm>

namespace racewindow::memory {
namespace {

bool is_number(const Value& value) {
  return value.type() != Type::text && value.type() != Type::uuid && value.type() != Type::interval;
}

bool ordered(Op op, std::strong_ordering order) {
  switch (op) {
    case Op::less:
      return order < 0;
    case Op::less_equal:
      return order <= 0;
    case Op::greater:
      return order > 0;
    default:
      return order >= 0;
  }
}

// A cast between the integer types changes no number, and a comparison asks for nothing else. It
// may still fail from int8 to int4, so only the widening one is looked through.
const Expr& without_widening(const Expr& expr) {
  const bool widening =
      expr.op == Op::cast && expr.type == Type::int8 && expr.args.front().type == Type::int4;
  return widening ? expr.args.front() : expr;
}

}  // namespace

Operand::Operand(const Expr& expr) : expr_(&expr) {
  if (expr.op == Op::constant) {
    kind_ = Kind::constant;
  } else if (expr.op == Op::param) {
    kind_ = Kind::param;
    index_ = expr.index;
  } else if (expr.op == Op::column && expr.level == 0) {
    kind_ = Kind::column;
    entry_ = expr.entry;
    index_ = expr.index;
  }
}

void Filter::add(const Expr& condition) {
  for_each_conjunct(condition, [this](const Expr& conjunct) { add_conjunct(conjunct); });
}

void Filter::add_conjunct(const Expr& conjunct) {
  switch (conjunct.op) {
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: {
      const Operand left(without_widening(conjunct.args[0]));
      const Operand right(without_widening(conjunct.args[1]));
      const bool in_place = left.is_in_place() && right.is_in_place();
      const bool same = conjunct.op == Op::equal && equal_is_same(conjunct.args.front().type);
      add({in_place && same ? Kind::equality : Kind::comparison, conjunct.op, left, right});
      break;
    }
    default:
      add({Kind::other, conjunct.op, Operand(conjunct), Operand(conjunct)});
  }
}

void Filter::add(const Conjunct& conjunct) {
  conjuncts_.insert(std::ranges::upper_bound(conjuncts_, conjunct.kind, {}, &Conjunct::kind),
                    conjunct);
}

bool Filter::holds_by_value(const Conjunct& conjunct, const EvalContext& context) {
  const Value left = conjunct.left.value(context);
  if (conjunct.kind == Kind::other) return left.is_true();
  const Value right = conjunct.right.value(context);
  if (left.is_null() || right.is_null()) return false;
  if (conjunct.op == Op::equal) return equal_values(left, right);
  if (conjunct.op == Op::not_equal) return !equal_values(left, right);
  return ordered(conjunct.op,
                 is_number(left) ? left.as_int() <=> right.as_int() : compare(left, right));
}

}  // namespace racewindow::memory
