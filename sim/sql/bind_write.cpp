// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/bind_with.h"
#include "sim/sql/error.h"

namespace racewindow {
namespace {

std::size_t target_column(const Table& table, const Node& target) {
  const std::string name = target.text("name");
  const std::size_t column = table.find_column(name);
  if (column == Table::npos) {
    throw SqlError(
        sqlstate::undefined_column,
        fmt::format("column \"{}\" of relation \"{}\" does not exist", name, table.name));
  }
  return column;
}

bool castable(Type from, const Column& column) {
  return from == Type::null || can_cast(from, column.type, CastContext::assignment);
}

void check_assignable(Type from, const Column& column) {
  if (castable(from, column)) return;
  throw SqlError("42804", fmt::format("column \"{}\" is of type {} but expression is of type {}",
                                      column.name, type_name(column.type), type_name(from)));
}

Expr assigned(Binding& binding, Expr expr, const Column& column) {
  check_assignable(expr.type, column);
  return coerce_to_column(binding, std::move(expr), column);
}

// nextval of an identity column's sequence.
Expr next_value_of(const Column& column) {
  Expr next;
  next.op = Op::function;
  next.function = Function::nextval;
  next.type = Type::int8;
  next.args.push_back(
      constant_expr(Type::int8, Value::int8(static_cast<std::int64_t>(column.sequence.value()))));
  if (column.type == Type::int8) return next;
  Expr cast;
  cast.op = Op::cast;
  cast.type = column.type;
  cast.args.push_back(std::move(next));
  return cast;
}

Expr default_of(const Column& column) {
  if (column.identity != Identity::none) return next_value_of(column);
  return column.default_value ? *column.default_value : constant_expr(column.type, Value());
}

std::vector<std::size_t> insert_columns(const Table& table, const Node& insert) {
  std::vector<std::size_t> columns;
  for (const Node& target : insert.list("cols")) {
    const std::size_t column = target_column(table, target.only({"name"}));
    if (std::find(columns.begin(), columns.end(), column) != columns.end()) {
      throw SqlError("42701",
                     fmt::format("column \"{}\" specified more than once", target.text("name")));
    }
    columns.push_back(column);
  }
  if (!insert.has("cols")) {
    for (std::size_t n = 0; n < table.columns.size(); ++n) columns.push_back(n);
  }
  return columns;
}

// As many target columns as the source has; without a column list the first ones.
void fit_columns(std::vector<std::size_t>& columns, std::size_t width, bool listed) {
  if (width > columns.size()) {
    throw SqlError(sqlstate::syntax_error, "INSERT has more expressions than target columns");
  }
  if (width < columns.size() && listed) {
    throw SqlError(sqlstate::syntax_error, "INSERT has more target columns than expressions");
  }
  columns.resize(width);
}

void refuse_identity_values(const Insert& insert) {
  for (std::size_t n = 0; n < insert.columns.size(); ++n) {
    const Column& column = insert.table->columns[insert.columns[n]];
    if (column.identity != Identity::always) continue;
    const auto& rows = insert.value_is_default;
    const bool only_defaults =
        !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const auto& r) { return r[n]; });
    if (!only_defaults) {
      throw SqlError("428C9", fmt::format("cannot insert a non-DEFAULT value into column \"{}\"",
                                          column.name));
    }
  }
}

// VALUES of an INSERT: unlike elsewhere each value takes the type of its column, and may be
// DEFAULT.
void bind_insert_values(Binding& binding, Insert& insert, const Node& source, bool listed) {
  Scope scope;
  scope.clause = Clause::values;
  Select select;
  bool any_default = false;
  for (const Node& list : source.list("valuesLists")) {
    const auto items = list.list("items");
    if (select.values.empty()) {
      fit_columns(insert.columns, items.size(), listed);
    } else if (items.size() != select.values[0].size()) {
      throw SqlError(sqlstate::syntax_error, "VALUES lists must all be the same length");
    }
    std::vector<Expr> row;
    std::vector<bool> is_default;
    for (std::size_t n = 0; n < items.size(); ++n) {
      const Column& column = insert.table->columns[insert.columns[n]];
      is_default.push_back(items[n].is("SetToDefault"));
      row.push_back(is_default.back()
                        ? constant_expr(column.type, Value())
                        : assigned(binding, bind_expr(binding, scope, items[n]), column));
      any_default = any_default || is_default.back();
    }
    select.values.push_back(std::move(row));
    insert.value_is_default.push_back(std::move(is_default));
  }
  if (!any_default) insert.value_is_default.clear();
  for (const std::size_t column : insert.columns) {
    select.columns.push_back(
        {insert.table->columns[column].name, insert.table->columns[column].type});
  }
  insert.source = std::make_shared<const Select>(std::move(select));
}

void bind_insert_query(Binding& binding, Insert& insert, const Node& source, bool listed) {
  Select select = bind_select(binding, nullptr, source, true);
  fit_columns(insert.columns, select.columns.size(), listed);
  std::vector<Type> types;
  for (std::size_t n = 0; n < select.columns.size(); ++n) {
    const Column& column = insert.table->columns[insert.columns[n]];
    check_assignable(select.columns[n].type, column);
    types.push_back(column.type);
  }
  cast_outputs(binding, select, types);
  insert.source = std::make_shared<const Select>(std::move(select));
}

void bind_insert_source(Binding& binding, Insert& insert, const Node& node) {
  const bool listed = node.has("cols");
  if (!node.has("selectStmt")) {  // DEFAULT VALUES: one row without columns
    insert.columns.clear();
    Select one_row;
    one_row.values.emplace_back();
    insert.source = std::make_shared<const Select>(std::move(one_row));
    return;
  }
  const Node source = node.child("selectStmt");
  if (!source.is("SelectStmt")) source.refuse();
  if (source.has("valuesLists") && !source.has("sortClause") && !source.has("limitCount") &&
      !source.has("limitOffset") && !source.has("withClause")) {
    bind_insert_values(binding, insert, source.only({"valuesLists", "limitOption", "op"}), listed);
  } else {
    bind_insert_query(binding, insert, source, listed);
  }
}

std::vector<Assignment> bind_assignments(Binding& binding, Scope& scope, const Table& table,
                                         const std::vector<Node>& list) {
  scope.clause = Clause::update;
  std::vector<Assignment> assignments;
  for (const Node& target : list) {
    target.only({"name", "val"});
    const Node value = target.child("val");
    if (value.is("MultiAssignRef")) target.refuse(value.kind());
    Expr expr;
    const bool is_default = value.is("SetToDefault");
    if (!is_default) expr = bind_expr(binding, scope, value);
    const std::size_t index = target_column(table, target);
    const Column& column = table.columns[index];
    for (const Assignment& earlier : assignments) {
      if (earlier.column == index) {
        throw SqlError(sqlstate::syntax_error,
                       fmt::format("multiple assignments to same column \"{}\"", column.name));
      }
    }
    if (column.identity == Identity::always && !is_default) {
      throw SqlError("428C9",
                     fmt::format("column \"{}\" can only be updated to DEFAULT", column.name));
    }
    assignments.push_back(
        {index, is_default ? default_of(column) : assigned(binding, std::move(expr), column)});
  }
  return assignments;
}

const UniqueKey& bind_arbiter(Binding& binding, const Table& table, const Node& infer) {
  infer.only({"indexElems", "conname", "whereClause"});
  if (!infer.has("conname")) return bind_inferred_arbiter(binding, table, infer);
  const std::string name = infer.text("conname");
  for (const UniqueKey& key : table.keys) {
    if (key.is_constraint && key.name == name) return key;
  }
  throw SqlError(
      "42704", fmt::format("constraint \"{}\" for table \"{}\" does not exist", name, table.name));
}

OnConflict bind_on_conflict(Binding& binding, Scope& scope, const Table& table,
                            const Node& clause) {
  clause.only({"action", "infer", "targetList", "whereClause"});
  OnConflict conflict;
  conflict.update = clause.text("action") == "ONCONFLICT_UPDATE";
  if (conflict.update && !clause.has("infer")) {
    throw SqlError(sqlstate::syntax_error,
                   "ON CONFLICT DO UPDATE requires inference specification or constraint name");
  }
  if (clause.has("infer")) {
    conflict.arbiter = &bind_arbiter(binding, table, clause.part("infer", "InferClause"));
  }
  if (!conflict.update) return conflict;
  add_range(scope, range_of(table, "excluded"));
  conflict.assignments = bind_assignments(binding, scope, table, clause.list("targetList"));
  if (clause.has("whereClause")) {
    scope.clause = Clause::where;
    conflict.where = bind_condition(binding, scope, clause.child("whereClause"), "WHERE");
  }
  // RETURNING sees the row as stored, and not what was excluded.
  scope.ranges.back().reachable = false;
  scope.visible = columns_of(scope, 0);
  return conflict;
}

// The names of a statement that writes one table: entry 0 is its row.
Scope target_scope(const Binding& binding, const Node& statement, const Table*& table) {
  const TableReference reference =
      bind_table(binding.catalog, statement.part("relation", "RangeVar"));
  table = reference.table;
  Scope scope;
  add_range(scope, range_of(*table, reference.alias));
  return scope;
}

template <class Statement>
void bind_where(Binding& binding, Scope& scope, const Node& node, Statement& statement) {
  if (!node.has("whereClause")) return;
  scope.clause = Clause::where;
  statement.where = bind_condition(binding, scope, node.child("whereClause"), "WHERE");
}

template <class Statement>
void bind_returning(Binding& binding, Scope& scope, const Node& node, Statement& statement) {
  scope.clause = Clause::returning;
  Targets targets = bind_targets(binding, scope, node.list("returningList"));
  resolve_unknown(binding, targets.outputs);
  statement.returning_columns = columns_of(targets);
  statement.returning = std::move(targets.outputs);
}

void refuse_target_columns(const Node& relation) {
  if (relation.has("alias")) relation.part("alias", "Alias").only({"aliasname"});
}

}  // namespace

Insert bind_insert(Binding& binding, const Node& node) {
  node.only({"relation", "cols", "selectStmt", "onConflictClause", "returningList", "override",
             "withClause"});
  const WithScope with(binding, node, nullptr);
  if (node.text("override") != "OVERRIDING_NOT_SET") node.refuse("OVERRIDING");
  refuse_target_columns(node.part("relation", "RangeVar"));
  Insert insert;
  Scope scope = target_scope(binding, node, insert.table);
  insert.columns = insert_columns(*insert.table, node);
  bind_insert_source(binding, insert, node);
  refuse_identity_values(insert);
  for (const Column& column : insert.table->columns) {
    insert.defaults.push_back(column.identity == Identity::none
                                  ? default_of(column)
                                  : constant_expr(column.type, Value()));  // the store numbers it
  }
  if (node.has("onConflictClause")) {
    insert.on_conflict = bind_on_conflict(binding, scope, *insert.table,
                                          node.part("onConflictClause", "OnConflictClause"));
  }
  bind_returning(binding, scope, node, insert);
  return insert;
}

Update bind_update(Binding& binding, const Node& node) {
  node.only({"relation", "targetList", "fromClause", "whereClause", "returningList", "withClause"});
  const WithScope with(binding, node, nullptr);
  refuse_target_columns(node.part("relation", "RangeVar"));
  Update update;
  Scope scope = target_scope(binding, node, update.table);
  update.from = bind_joined(binding, scope, *update.table, node.list("fromClause"));
  bind_where(binding, scope, node, update);
  update.assignments = bind_assignments(binding, scope, *update.table, node.list("targetList"));
  bind_returning(binding, scope, node, update);
  return update;
}

Delete bind_delete(Binding& binding, const Node& node) {
  node.only({"relation", "usingClause", "whereClause", "returningList", "withClause"});
  const WithScope with(binding, node, nullptr);
  refuse_target_columns(node.part("relation", "RangeVar"));
  Delete remove;
  Scope scope = target_scope(binding, node, remove.table);
  remove.from = bind_joined(binding, scope, *remove.table, node.list("usingClause"));
  bind_where(binding, scope, node, remove);
  bind_returning(binding, scope, node, remove);
  return remove;
}

}  // namespace racewindow
