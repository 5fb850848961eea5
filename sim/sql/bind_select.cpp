// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/sql/bind.h"
#include "sim/sql/bind_with.h"
#include "sim/sql/error.h"
#include "sim/sql/visit.h"

namespace racewindow {
namespace {

// LIMIT or OFFSET, which may not refer to the rows of the query itself.
std::optional<Expr> bind_bound(Binding& binding, const Scope& scope, const Node& select,
                               std::string_view field, std::string_view name) {
  if (!select.has(field)) return std::nullopt;
  Scope bare = scope;
  bare.clause = Clause::limit;
  bare.aggregates = nullptr;
  const Node node = select.child(field);
  if (node.is("A_Const") && node.flag("isnull")) return std::nullopt;  // LIMIT ALL
  Expr bound = coerce_argument(binding, bind_expr(binding, bare, node), Type::int8, name);
  for_each_column(bound, [&](const Expr&, unsigned level) {
    if (level > 0) return;
    throw SqlError("42P10", fmt::format("argument of {} must not contain variables", name));
  });
  return bound;
}

void bind_limit(Binding& binding, const Scope& scope, const Node& node, Select& select) {
  if (node.text("limitOption") == "LIMIT_OPTION_WITH_TIES") node.refuse("WITH TIES");
  select.offset = bind_bound(binding, scope, node, "limitOffset", "OFFSET");
  select.limit = bind_bound(binding, scope, node, "limitCount", "LIMIT");
}

Select bind_plain(Binding& binding, Scope& scope, const Node& node, bool keep_unknown) {
  Select select;
  bind_from(binding, scope, select, node.list("fromClause"));

  std::vector<Aggregate> aggregates;
  scope.clause = Clause::select_list;
  scope.aggregates = &aggregates;
  Targets targets = bind_targets(binding, scope, node.list("targetList"));
  const std::size_t visible = targets.outputs.size();
  if (node.has("whereClause")) {
    scope.clause = Clause::where;
    scope.aggregates = nullptr;
    select.where = bind_condition(binding, scope, node.child("whereClause"), "WHERE");
    scope.aggregates = &aggregates;
  }
  if (node.has("havingClause")) {
    scope.clause = Clause::having;
    select.having = bind_condition(binding, scope, node.child("havingClause"), "HAVING");
  }
  bind_order_by(binding, scope, select, targets, visible, node.list("sortClause"));
  bind_group_by(binding, scope, select, targets, node.list("groupClause"));
  if (const auto distinct = node.list("distinctClause"); !distinct.empty()) {
    if (!distinct[0].kind().empty()) distinct[0].refuse("DISTINCT ON");
    select.distinct = true;
    if (targets.outputs.size() > visible) {
      throw SqlError("42P10",
                     "for SELECT DISTINCT, ORDER BY expressions must appear in select list");
    }
  }
  bind_limit(binding, scope, node, select);

  if (!keep_unknown) resolve_unknown(binding, targets.outputs);
  select.columns = columns_of(targets);
  select.outputs = std::move(targets.outputs);
  select.aggregates = std::move(aggregates);
  select.grouped = !select.group_by.empty() || !select.aggregates.empty() || select.having;
  if (select.grouped) check_grouping(scope, select);
  check_lock_views(node, select);
  return select;
}

Select bind_values_query(Binding& binding, Scope& scope, const Node& node, bool keep_unknown) {
  Select select;
  select.values = bind_values(binding, scope, node);
  for (std::size_t column = 0; column < select.values[0].size(); ++column) {
    std::vector<Expr> exprs;
    for (const auto& row : select.values) exprs.push_back(row[column]);
    Type type = exprs[0].type;
    if (!keep_unknown || exprs.size() > 1) {
      type = unify(binding, exprs, "VALUES");
      for (std::size_t n = 0; n < exprs.size(); ++n) select.values[n][column] = std::move(exprs[n]);
    }
    select.columns.push_back({fmt::format("column{}", column + 1), type});
  }
  bind_union_order_by(select, node.list("sortClause"));
  bind_limit(binding, scope, node, select);
  return select;
}

bool is_single_arm(const Select& select) {
  return select.union_all.empty() || !select.order_by.empty() || select.limit || select.offset;
}

// The two sides of UNION ALL as one flat list of arms.
Select bind_union(Binding& binding, const Scope* outer, Scope& scope, const Node& node) {
  if (node.text("op") != "SETOP_UNION" || !node.flag("all")) node.refuse(node.text("op"));
  constexpr std::size_t kUnionDepthMax = 400;  // each level has several queries on the stack
  if (++binding.union_depth > kUnionDepthMax) {
    throw SqlError("54001", "stack depth limit exceeded");
  }
  Select select;
  for (const std::string_view side : {"larg", "rarg"}) {
    Select arms = bind_select(binding, outer, node.part(side, "SelectStmt"), true);
    if (select.columns.empty()) select.columns = arms.columns;
    if (arms.columns.size() != select.columns.size()) {
      throw SqlError(sqlstate::syntax_error,
                     "each UNION query must have the same number of columns");
    }
    std::vector<Type> types;
    for (std::size_t n = 0; n < arms.columns.size(); ++n) {
      const Type pair[] = {select.columns[n].type, arms.columns[n].type};
      types.push_back(side == "larg" ? pair[0] : common_type_or_throw(pair, "UNION"));
      select.columns[n].type = types.back();
    }
    if (is_single_arm(arms)) {
      select.union_all.push_back(std::move(arms));
    } else {
      for (Select& arm : arms.union_all) select.union_all.push_back(std::move(arm));
    }
    if (side == "rarg") {
      for (Select& arm : select.union_all) cast_outputs(binding, arm, types);
    }
  }
  bind_union_order_by(select, node.list("sortClause"));
  bind_limit(binding, scope, node, select);
  --binding.union_depth;
  return select;
}

}  // namespace

std::vector<std::vector<Expr>> bind_values(Binding& binding, Scope& scope, const Node& select) {
  scope.clause = Clause::values;
  std::vector<std::vector<Expr>> rows;
  for (const Node& list : select.list("valuesLists")) {
    std::vector<Expr> row;
    for (const Node& item : list.list("items")) row.push_back(bind_expr(binding, scope, item));
    if (!rows.empty() && row.size() != rows[0].size()) {
      throw SqlError(sqlstate::syntax_error, "VALUES lists must all be the same length");
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Select bind_select(Binding& binding, const Scope* outer, const Node& select, bool keep_unknown) {
  select.only({"distinctClause", "targetList", "fromClause", "whereClause", "groupClause",
               "havingClause", "valuesLists", "sortClause", "limitOffset", "limitCount",
               "limitOption", "lockingClause", "withClause", "op", "all", "larg", "rarg"});
  const WithScope with(binding, select, outer);
  Scope scope;
  scope.outer = outer;
  Select bound = select.text("op") != "SETOP_NONE" ? bind_union(binding, outer, scope, select)
                 : select.has("valuesLists")
                     ? bind_values_query(binding, scope, select, keep_unknown)
                     : bind_plain(binding, scope, select, keep_unknown);
  bind_locking(select, bound);
  return bound;
}

}  // namespace racewindow
