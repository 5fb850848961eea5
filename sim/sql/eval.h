// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "sim/sql/bound.h"
#include "sim/sql/error.h"

namespace racewindow {

// Runs a subquery for eval: implemented by each store's query executor.
struct EvalContext;
class SubqueryRunner {
 public:
  virtual ~SubqueryRunner() = default;
  // `outer` is the context of the query around it.
  virtual Value scalar(const Select& query,
                       const EvalContext& outer) = 0;  // 21000 when more than one row
  virtual bool exists(const Select& query, const EvalContext& outer) = 0;
  virtual Value in(const Value& needle, const Select& query,
                   const EvalContext& outer) = 0;  // 3-valued
};

// Carries out the functions that act on the store: locks, sequences, pg_sleep.
class SideEffects {
 public:
  virtual ~SideEffects() = default;
  // `args` hold no NULL: with one, these functions are NULL and do nothing.
  virtual Value call(Function function, std::span<const Value> args) = 0;
};

// What the expression of one row sees. `rows[e]` points to the cells of range entry e, or is null
// for the all-NULL row of a left join.
struct EvalContext {
  std::span<const Value* const> rows;
  const EvalContext* outer = nullptr;
  std::span<const Value> params;      // already cast to Statement::param_types
  std::span<const Value> aggregates;  // of the current group
  Timestamp now;                      // start of the transaction
  Timestamp clock;                    // this moment
  SubqueryRunner* subqueries = nullptr;
  SideEffects* effects = nullptr;  // null: where only pure expressions may stand
};

// The value of a bound scalar expression, with SQL's three-valued logic.
// Throws SqlError for what the server reports at run time (22012 division by zero, 22003 out of
// range, 22P02 invalid input syntax).
[[nodiscard]] Value eval(const Expr& expr, const EvalContext& context);

// A condition: true only where it is true (not false, not NULL).
[[nodiscard]] inline bool eval_condition(const Expr& expr, const EvalContext& context) {
  return eval(expr, context).is_true();
}

// A value cast as PostgreSQL's explicit cast does; throws SqlError (22P02, 22003, 42846).
[[nodiscard]] Value cast_value(const Value& value, Type target);

}  // namespace racewindow
