// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/eval.h"

namespace racewindow::memory {

// A scalar expression, prepared: columns of this query, parameters and constants are fetched in
// place, everything else goes to eval. Refers to the expression, which must outlive it.
class Operand {
 public:
  explicit Operand(const Expr& expr);

  [[nodiscard]] Value value(const EvalContext& context) const {
    return is_in_place() ? in_place(context) : eval(*expr_, context);
  }
  [[nodiscard]] bool is_in_place() const { return kind_ != Kind::expression; }
  // Requires: is_in_place().
  [[nodiscard]] const Value& in_place(const EvalContext& context) const {
    static constexpr Value kNull;
    if (kind_ == Kind::column) {
      const Value* row = context.rows[entry_];
      return row == nullptr ? kNull : row[index_];
    }
    return kind_ == Kind::param ? context.params[index_] : expr_->value;
  }

 private:
  enum class Kind : std::uint8_t { constant, param, column, expression };
  Kind kind_ = Kind::expression;
  std::uint16_t entry_ = 0;
  std::uint32_t index_ = 0;
  const Expr* expr_;
};

// SQL's `=` on two non-null values of one type (int4 and int8 count as one).
[[nodiscard]] inline bool equal_values(const Value& a, const Value& b) {
  if (!equal_is_same(a.type())) return compare(a, b) == 0;
  return a.as_int() == b.as_int();  // a number, or an interned payload
}

// A conjunction, taken apart: comparisons of two operands are decided in place, the rest by eval;
// equalities come first, being the fastest, and what goes to eval last. Passes where SQL's
// condition is true. Refers to the expressions, which must outlive it.
class Filter {
 public:
  // Adds one expression, split at its ANDs.
  void add(const Expr& condition);
  // Adds one conjunct as it is.
  void add_conjunct(const Expr& conjunct);

  [[nodiscard]] bool passes(const EvalContext& context) const {
    for (const Conjunct& conjunct : conjuncts_) {
      if (!holds(conjunct, context)) return false;
    }
    return true;
  }

 private:
  enum class Kind : std::uint8_t {
    equality,  // of operands that are in place, where equal means the same payload
    comparison,
    other,
  };
  struct Conjunct {
    Kind kind;
    Op op;
    Operand left;  // where kind is other, the whole condition
    Operand right;
  };
  void add(const Conjunct& conjunct);
  [[nodiscard]] static bool holds(const Conjunct& conjunct, const EvalContext& context) {
    if (conjunct.kind != Kind::equality) return holds_by_value(conjunct, context);
    const Value& left = conjunct.left.in_place(context);
    const Value& right = conjunct.right.in_place(context);
    return left.as_int() == right.as_int() && !left.is_null() && !right.is_null();
  }
  [[nodiscard]] static bool holds_by_value(const Conjunct& conjunct, const EvalContext& context);

  std::vector<Conjunct> conjuncts_;  // by kind
};

// Calls `use` with each conjunct of a condition.
template <class Use>
void for_each_conjunct(const Expr& condition, Use&& use) {
  if (condition.op != Op::logical_and) {
    use(condition);
    return;
  }
  for (const Expr& arg : condition.args) for_each_conjunct(arg, use);
}

}  // namespace racewindow::memory
