// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "sim/sql/bound.h"

namespace racewindow {

// Walks over bound expressions and queries, subqueries included. `depth` counts the subqueries
// between the start and an expression: a column of that level belongs to the query it started from.
struct Visitor {
  // false: what is below the expression is left out.
  std::function<bool(const Expr&, unsigned depth)> expr;
  std::function<void(const Select&)> select = [](const Select&) {};
};
void visit(const Expr& expr, unsigned depth, const Visitor& visitor);
void visit(const Select& select, unsigned depth, const Visitor& visitor);

// Calls `found` for each column in the expression that belongs to this query (level 0) or one
// around it, with the level as seen from the expression.
void for_each_column(const Expr& expr, const std::function<void(const Expr&, unsigned)>& found);

// Whether two expressions say the same. Subqueries never do.
[[nodiscard]] bool same_expr(const Expr& a, const Expr& b);
[[nodiscard]] bool same_aggregate(const Aggregate& a, const Aggregate& b);

}  // namespace racewindow
