// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/semijoins.h"

#include "sim/sql/visit.h"
#include "sim/store/memory/operand.h"
#include "sim/store/memory/query.h"

namespace racewindow::memory {
namespace {

// What decides whether a subquery is made a join: which queries its columns belong to, whether it
// calls what may answer differently each time, and whether there are subqueries within.
struct Uses {
  bool own = false;
  bool outer = false;
  bool is_volatile = false;
  bool subquery = false;

  [[nodiscard]] Visitor visitor() {
    return {[this](const Expr& expr, unsigned depth) {
      if (expr.op == Op::column && expr.level == depth) own = true;
      if (expr.op == Op::column && expr.level == depth + 1) outer = true;
      if (expr.op == Op::function &&
          (acts_on_store(expr.function) || expr.function == Function::clock_timestamp)) {
        is_volatile = true;
      }
      if (expr.subquery) subquery = true;
      return true;
    }};
  }
};

Uses uses_of(const Expr& expr) {
  Uses uses;
  visit(expr, 0, uses.visitor());
  return uses;
}

Uses uses_of(const Select& select) {
  Uses uses;
  visit(select, 0, uses.visitor());
  return uses;
}

bool is_positive_constant(const std::optional<Expr>& limit) {
  return !limit ||
         (limit->op == Op::constant && !limit->value.is_null() && limit->value.as_int() > 0);
}

// PostgreSQL's convert_EXISTS_sublink_to_join: the WHERE of the subquery, and nothing else in it,
// refers to the query around it.
bool is_joined_exists(const Select& query) {
  if (!query.where || query.from.empty() || query.grouped || !query.locking.empty() ||
      query.offset || !is_positive_constant(query.limit)) {
    return false;
  }
  Select rest = query;
  rest.where.reset();
  rest.outputs.clear();
  const Uses condition = uses_of(*query.where);
  return condition.outer && !condition.is_volatile && !uses_of(rest).outer;
}

// PostgreSQL's convert_ANY_sublink_to_join.
bool is_joined_in(const Expr& in) {
  const Uses needle = uses_of(in.args.front());
  return needle.own && !needle.is_volatile && !uses_of(*in.subquery).outer;
}

bool is_exists(const Expr& expr) {
  return expr.op == Op::subquery_exists && is_joined_exists(*expr.subquery);
}

}  // namespace

Semijoins::Semijoins(Storage& storage, Effects& effects) : storage_(&storage), effects_(&effects) {}
Semijoins::~Semijoins() = default;

bool Semijoins::take(const Expr& conjunct) {
  const bool is_anti = conjunct.op == Op::logical_not && is_exists(conjunct.args.front());
  if (!is_anti && !is_exists(conjunct) &&
      !(conjunct.op == Op::subquery_in && is_joined_in(conjunct))) {
    return false;
  }
  Join join;
  join.conjunct = &conjunct;
  if (conjunct.op == Op::subquery_exists) {
    join.partners = *conjunct.subquery;
    join.partners.limit.reset();
    join.partners.order_by.clear();
    join.partners.distinct = false;
  }
  joins_.push_back(std::move(join));
  return true;
}

bool Semijoins::hold(const Snapshot& snapshot, const EvalContext& before, const EvalContext& now) {
  for (Join& join : joins_) {
    const Expr& conjunct = *join.conjunct;
    if (conjunct.op == Op::subquery_in) {  // the partner has the value that the row had
      const Value was = eval(conjunct.args.front(), before);
      const Value is = eval(conjunct.args.front(), now);
      if (is.is_null() || !equal_values(was, is)) return false;
    } else if (conjunct.op == Op::subquery_exists) {
      if (!some_partner(join, snapshot, before, now)) return false;
    }  // NOT EXISTS: it had no partner, and there is none to judge
  }
  return true;
}

bool Semijoins::some_partner(Join& join, const Snapshot& snapshot, const EvalContext& before,
                             const EvalContext& now) {
  if (join.query == nullptr) {
    join.query = std::make_unique<Query>(join.partners, *storage_, *effects_, true);
  }
  EvalContext base = before;
  base.rows = {};
  base.aggregates = {};
  base.outer = &before;
  join.query->run(snapshot, base);
  std::size_t kept = 0;
  for (std::size_t n = 0; n < join.query->row_count(); ++n) {
    if (join.query->matches_beside(n, now)) ++kept;
  }
  if (kept == join.query->row_count()) return true;
  const bool nested = uses_of(*join.partners.where).subquery;
  if (kept == 0 && !nested) return false;
  throw Broken("unsupported",
               "after a wait, an EXISTS that holds for some of the rows it held for before: which "
               "of them counts is up to a server's plan");
}

}  // namespace racewindow::memory
