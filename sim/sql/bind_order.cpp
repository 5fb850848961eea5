// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/visit.h"

namespace racewindow {
namespace {

// ORDER BY 2, GROUP BY 2: an integer literal is a position in the select list.
std::optional<std::size_t> find_position(const Node& node, std::string_view of,
                                         std::size_t visible) {
  if (!node.is("A_Const")) return std::nullopt;
  if (!node.has("ival")) {
    throw SqlError(sqlstate::syntax_error, fmt::format("non-integer constant in {}", of));
  }
  const std::int64_t position = node.integer();
  if (position < 1 || static_cast<std::size_t>(position) > visible) {
    throw SqlError("42P10", fmt::format("{} position {} is not in select list", of, position));
  }
  return static_cast<std::size_t>(position - 1);
}

// A bare name in ORDER BY or GROUP BY.
std::optional<std::string> bare_name(const Node& node) {
  if (!node.is("ColumnRef")) return std::nullopt;
  const auto fields = node.list("fields");
  if (fields.size() != 1 || !fields[0].is("String")) return std::nullopt;
  return fields[0].text("sval");
}

// The output of that name. Two are an error unless they say the same.
std::optional<std::size_t> find_named(const Targets& targets, std::size_t visible,
                                      std::string_view name, std::string_view of) {
  std::optional<std::size_t> found;
  for (std::size_t n = 0; n < visible; ++n) {
    if (targets.names[n] != name) continue;
    if (found && !same_expr(targets.outputs[*found], targets.outputs[n])) {
      throw SqlError("42702", fmt::format("{} \"{}\" is ambiguous", of, name));
    }
    if (!found) found = n;
  }
  return found;
}

SortKey sort_key(const Node& node) {
  node.only({"node", "sortby_dir", "sortby_nulls"});
  SortKey key;
  key.descending = node.text("sortby_dir") == "SORTBY_DESC";
  const std::string nulls = node.text("sortby_nulls");
  key.nulls_first =
      nulls == "SORTBY_NULLS_DEFAULT" ? key.descending : nulls == "SORTBY_NULLS_FIRST";
  return key;
}

// Whether the grouped columns contain a primary key of the range, on which its columns depend.
bool depends_on_key(const Scope& scope, const Select& select, std::size_t range) {
  const Table* table = scope.ranges[range].table;
  const UniqueKey* key = table == nullptr ? nullptr : table->primary_key();
  if (key == nullptr) return false;
  return std::all_of(key->columns.begin(), key->columns.end(), [&](std::size_t column) {
    const Expr wanted = column_expr(scope, range, column);
    return std::any_of(select.group_by.begin(), select.group_by.end(),
                       [&](const Expr& grouped) { return same_expr(grouped, wanted); });
  });
}

void check_grouped_column(const Scope& scope, const Select& select, const Expr& column,
                          unsigned depth) {
  Expr own = column;
  own.level = 0;
  for (const Expr& grouped : select.group_by) {
    if (same_expr(grouped, own)) return;
  }
  if (depends_on_key(scope, select, column.entry)) return;
  const Range& range = scope.ranges[column.entry];
  const std::string name = fmt::format("\"{}.{}\"", range.alias, range.columns[column.index].name);
  throw SqlError("42803",
                 depth == 0
                     ? fmt::format("column {} must appear in the GROUP BY clause or be used "
                                   "in an aggregate function",
                                   name)
                     : fmt::format("subquery uses ungrouped column {} from outer query", name));
}

}  // namespace

void bind_group_by(Binding& binding, Scope& scope, Select& select, const Targets& targets,
                   const std::vector<Node>& list) {
  scope.clause = Clause::group_by;
  scope.aggregates = nullptr;
  for (const Node& node : list) {
    std::optional<std::size_t> output = find_position(node, "GROUP BY", targets.names.size());
    if (const auto name = bare_name(node); !output && name) {
      // Unlike in ORDER BY, a column of FROM goes before an output of that name.
      const bool is_column = std::any_of(scope.visible.begin(), scope.visible.end(),
                                         [&](const VisibleColumn& c) { return c.name == *name; });
      if (!is_column) output = find_named(targets, targets.names.size(), *name, "GROUP BY");
    }
    std::vector<Expr> grouped{output ? targets.outputs[*output] : bind_expr(binding, scope, node)};
    resolve_unknown(binding, grouped);
    visit(grouped[0], 0, {[](const Expr& expr, unsigned depth) {
            if (expr.op == Op::aggregate && depth == 0) {
              throw SqlError("42803", "aggregate functions are not allowed in GROUP BY");
            }
            return depth == 0;
          }});
    select.group_by.push_back(std::move(grouped[0]));
  }
}

void bind_order_by(Binding& binding, Scope& scope, Select& select, Targets& targets,
                   std::size_t visible, const std::vector<Node>& list) {
  scope.clause = Clause::order_by;
  for (const Node& item : list) {
    SortKey key = sort_key(item);
    const Node node = item.child("node");
    std::optional<std::size_t> output = find_position(node, "ORDER BY", visible);
    if (const auto name = bare_name(node); !output && name) {
      output = find_named(targets, visible, *name, "ORDER BY");
    }
    if (!output) {
      Expr expr = bind_expr(binding, scope, node);
      const auto same = std::find_if(targets.outputs.begin(), targets.outputs.end(),
                                     [&](const Expr& e) { return same_expr(e, expr); });
      output = static_cast<std::size_t>(same - targets.outputs.begin());
      if (same == targets.outputs.end()) targets.outputs.push_back(std::move(expr));
    }
    key.output = static_cast<std::uint32_t>(*output);
    select.order_by.push_back(key);
  }
}

void bind_union_order_by(Select& select, const std::vector<Node>& list) {
  Targets targets;
  for (const OutputColumn& column : select.columns) {
    targets.names.push_back(column.name);
    targets.outputs.emplace_back();
    targets.outputs.back().index = static_cast<std::uint32_t>(targets.outputs.size());
  }
  for (const Node& item : list) {
    SortKey key = sort_key(item);
    const Node node = item.child("node");
    std::optional<std::size_t> output = find_position(node, "ORDER BY", targets.names.size());
    if (const auto name = bare_name(node); !output && name) {
      output = find_named(targets, targets.names.size(), *name, "ORDER BY");
      if (!output) {
        throw SqlError(sqlstate::undefined_column,
                       fmt::format("column \"{}\" does not exist", *name));
      }
    }
    if (!output) throw SqlError("0A000", "invalid UNION/INTERSECT/EXCEPT ORDER BY clause");
    key.output = static_cast<std::uint32_t>(*output);
    select.order_by.push_back(key);
  }
}

void check_grouping(const Scope& scope, const Select& select) {
  const Visitor check{[&](const Expr& expr, unsigned depth) {
    if (depth == 0) {
      for (const Expr& grouped : select.group_by) {
        if (same_expr(grouped, expr)) return false;
      }
    }
    if (expr.op == Op::column && expr.level == depth) {
      check_grouped_column(scope, select, expr, depth);
    }
    return true;
  }};
  for (const Expr& output : select.outputs) visit(output, 0, check);
  if (select.having) visit(*select.having, 0, check);
}

}  // namespace racewindow
