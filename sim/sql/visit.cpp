// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/visit.h"

#include <algorithm>

namespace racewindow {
namespace {

void visit_all(const std::vector<Expr>& exprs, unsigned depth, const Visitor& visitor) {
  for (const Expr& expr : exprs) visit(expr, depth, visitor);
}

void visit_any(const std::optional<Expr>& expr, unsigned depth, const Visitor& visitor) {
  if (expr) visit(*expr, depth, visitor);
}

bool same_exprs(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_expr);
}

}  // namespace

void visit(const Expr& expr, unsigned depth, const Visitor& visitor) {
  if (!visitor.expr(expr, depth)) return;
  visit_all(expr.args, depth, visitor);
  if (expr.subquery) visit(*expr.subquery, depth + 1, visitor);
}

void visit(const Select& select, unsigned depth, const Visitor& visitor) {
  visitor.select(select);
  for (const RangeEntry& entry : select.from) {
    if (entry.subquery) visit(*entry.subquery, depth + 1, visitor);
    if (entry.series) {
      visit(entry.series->start, depth, visitor);
      visit(entry.series->stop, depth, visitor);
      visit(entry.series->step, depth, visitor);
    }
    visit_any(entry.on, depth, visitor);
  }
  visit_any(select.where, depth, visitor);
  visit_all(select.group_by, depth, visitor);
  for (const Aggregate& aggregate : select.aggregates) visit_all(aggregate.args, depth, visitor);
  visit_any(select.having, depth, visitor);
  visit_all(select.outputs, depth, visitor);
  visit_any(select.limit, depth, visitor);
  visit_any(select.offset, depth, visitor);
  for (const auto& row : select.values) visit_all(row, depth, visitor);
  for (const Select& arm : select.union_all) visit(arm, depth, visitor);
}

void for_each_column(const Expr& expr, const std::function<void(const Expr&, unsigned)>& found) {
  visit(expr, 0, {[&](const Expr& e, unsigned depth) {
          if (e.op == Op::column && e.level >= depth) found(e, e.level - depth);
          return true;
        }});
}

bool same_expr(const Expr& a, const Expr& b) {
  return a.op == b.op && a.type == b.type && a.function == b.function && a.level == b.level &&
         a.entry == b.entry && a.index == b.index && a.value == b.value && !a.subquery &&
         !b.subquery && same_exprs(a.args, b.args);
}

bool same_aggregate(const Aggregate& a, const Aggregate& b) {
  return a.function == b.function && a.distinct == b.distinct && same_exprs(a.args, b.args);
}

}  // namespace racewindow
