// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "sim/sql/error.h"

namespace racewindow {
namespace {

// Columns that every PostgreSQL table has besides its own.
bool is_system_column(std::string_view name) {
  constexpr std::string_view kNames[] = {"ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

std::optional<std::size_t> find_range(const Scope& scope, std::string_view name) {
  for (std::size_t n = 0; n < scope.ranges.size(); ++n) {
    if (scope.ranges[n].reachable && scope.ranges[n].alias == name) return n;
  }
  return std::nullopt;
}

[[noreturn]] void no_such_range(const Scope& scope, std::string_view name) {
  bool exists = false;
  for (const Scope* level = &scope; level != nullptr; level = level->outer) {
    for (const Range& range : level->ranges) {
      exists = exists || range.alias == name || (range.table && range.table->name == name);
    }
  }
  throw SqlError(sqlstate::undefined_table,
                 fmt::format("{} FROM-clause entry for table \"{}\"",
                             exists ? "invalid reference to" : "missing", name));
}

// A column by its bare name at this level only.
std::optional<Expr> find_bare(const Scope& scope, std::string_view name) {
  std::optional<Expr> found;
  for (const VisibleColumn& column : scope.visible) {
    if (column.name != name) continue;
    if (found) {
      throw SqlError("42702", fmt::format("column reference \"{}\" is ambiguous", name));
    }
    found = column_expr(scope, column.range, column.column);
  }
  return found;
}

// A column by its range and name at this level only; no value where the level has no such range.
std::optional<Expr> find_qualified(const Scope& scope, const Node& reference,
                                   std::string_view range_name, std::string_view name) {
  const auto range = find_range(scope, range_name);
  if (!range) return std::nullopt;
  const auto& columns = scope.ranges[*range].columns;
  std::optional<Expr> found;
  for (std::size_t n = 0; n < columns.size(); ++n) {
    if (columns[n].name != name) continue;
    if (found) {
      throw SqlError("42702", fmt::format("column reference \"{}\" is ambiguous", name));
    }
    found = column_expr(scope, *range, n);
  }
  if (found) return found;
  if (is_system_column(name)) reference.refuse("system column");
  throw SqlError(sqlstate::undefined_column,
                 fmt::format("column {}.{} does not exist", range_name, name));
}

}  // namespace

std::string_view clause_name(Clause clause) {
  switch (clause) {
    case Clause::select_list:
      return "SELECT";
    case Clause::having:
      return "HAVING";
    case Clause::order_by:
      return "ORDER BY";
    case Clause::where:
      return "WHERE";
    case Clause::join:
      return "JOIN conditions";
    case Clause::group_by:
      return "GROUP BY";
    case Clause::limit:
      return "LIMIT";
    case Clause::values:
      return "VALUES";
    case Clause::update:
      return "UPDATE";
    case Clause::returning:
      return "RETURNING";
    case Clause::check:
      return "check constraints";
    case Clause::default_value:
      return "DEFAULT expressions";
    case Clause::index_expression:
      return "index expressions";
    case Clause::index_predicate:
      return "index predicates";
    case Clause::from_function:
      return "functions in FROM";
  }
  return "";
}

Range range_of(const Table& table, std::string alias) {
  Range range{std::move(alias), &table, {}, true};
  for (const Column& column : table.columns) range.columns.push_back({column.name, column.type});
  return range;
}

void add_range(Scope& scope, Range range) {
  const auto same = [&](const Range& r) { return r.alias == range.alias; };
  if (std::any_of(scope.ranges.begin(), scope.ranges.end(), same)) {
    throw SqlError("42712", fmt::format("table name \"{}\" specified more than once", range.alias));
  }
  scope.ranges.push_back(std::move(range));
  const auto added = columns_of(scope, scope.ranges.size() - 1);
  scope.visible.insert(scope.visible.end(), added.begin(), added.end());
}

std::vector<VisibleColumn> columns_of(const Scope& scope, std::size_t index) {
  std::vector<VisibleColumn> columns;
  for (const OutputColumn& column : scope.ranges[index].columns) {
    columns.push_back({column.name, static_cast<std::uint16_t>(index),
                       static_cast<std::uint32_t>(columns.size())});
  }
  return columns;
}

Expr column_expr(const Scope& scope, std::size_t range, std::size_t column) {
  Expr expr;
  expr.op = Op::column;
  expr.type = scope.ranges[range].columns[column].type;
  expr.entry = static_cast<std::uint16_t>(range);
  expr.index = static_cast<std::uint32_t>(column);
  return expr;
}

std::size_t resolve_range(const Scope& scope, std::string_view name) {
  if (const auto range = find_range(scope, name)) return *range;
  no_such_range(scope, name);
}

Expr resolve_column(const Scope& scope, const Node& reference) {
  const auto fields = reference.names("fields");
  if (fields.size() > 2) reference.refuse("schema-qualified name");
  if (scope.clause == Clause::default_value) {
    throw SqlError("0A000", "cannot use column reference in DEFAULT expression");
  }
  std::uint16_t level = 0;
  bool barred = false;
  for (const Scope* query = &scope; query != nullptr; query = query->outer, ++level) {
    auto found = fields.size() == 1 ? find_bare(*query, fields[0])
                                    : find_qualified(*query, reference, fields[0], fields[1]);
    if (found) {
      if (barred) reference.refuse("reference to an outer query in a derived table");
      found->level = level;
      return *found;
    }
    barred = barred || query->derived;
  }
  if (fields.size() == 2) no_such_range(scope, fields[0]);
  if (is_system_column(fields[0])) reference.refuse("system column");
  for (const Scope* query = &scope; query != nullptr; query = query->outer) {
    if (find_range(*query, fields[0])) reference.refuse("reference to a whole row");
  }
  throw SqlError(sqlstate::undefined_column,
                 fmt::format("column \"{}\" does not exist", fields[0]));
}

}  // namespace racewindow
