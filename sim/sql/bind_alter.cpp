// SPDX-License-Identifier: Apache-2.0
// ALTER TABLE with one action, and its RENAMEs: binds to the table as it is afterwards.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"
#include "sim/sql/table_binder.h"

namespace racewindow {
namespace {

using Kind = AlterTable::Kind;

AlterTable no_change(const Table* table, std::string notice) {
  AlterTable alter;
  alter.table = table;
  alter.notice = std::move(notice);
  return alter;
}

std::size_t column_of(const Table& table, const std::string& name) {
  const std::size_t column = table.find_column(name);
  if (column != Table::npos) return column;
  throw SqlError(sqlstate::undefined_column,
                 fmt::format("column \"{}\" of relation \"{}\" does not exist", name, table.name));
}

void refuse_if_referred_to(const Binding& binding, const Node& node, const Table& table,
                           std::string_view construct) {
  for (const Table* other : binding.catalog.tables()) {
    for (const ForeignKey& key : other->foreign_keys) {
      if (key.referenced_table == table.id) {
        node.refuse(fmt::format("{} of a table that foreign keys refer to", construct));
      }
    }
  }
}

bool mentions(const Expr& expr, std::size_t column) {
  return (expr.op == Op::column && expr.index == column) ||
         std::any_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr& arg) { return mentions(arg, column); });
}
bool mentions(const std::vector<std::size_t>& columns, std::size_t column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}
bool mentions(const UniqueKey& key, std::size_t column) {
  return mentions(key.columns, column) || (key.predicate && mentions(*key.predicate, column)) ||
         std::any_of(key.expressions.begin(), key.expressions.end(),
                     [&](const auto& expr) { return mentions(*expr, column); });
}

// Columns behind the one that goes move up by one.
void close_gap(Expr& expr, std::size_t column) {
  if (expr.op == Op::column && expr.index > column) --expr.index;
  for (Expr& arg : expr.args) close_gap(arg, column);
}
void close_gap(std::shared_ptr<const Expr>& expr, std::size_t column) {
  if (!expr) return;
  Expr moved = *expr;
  close_gap(moved, column);
  expr = std::make_shared<const Expr>(std::move(moved));
}
void close_gap(std::vector<std::size_t>& columns, std::size_t column) {
  for (std::size_t& index : columns) index -= index > column ? 1 : 0;
}

// The table without a column, and without the keys and constraints that are about it.
void drop_column(Table& table, std::size_t column) {
  std::erase_if(table.keys, [&](const UniqueKey& key) { return mentions(key, column); });
  std::erase_if(table.checks, [&](const Check& c) { return mentions(*c.condition, column); });
  std::erase_if(table.foreign_keys,
                [&](const ForeignKey& key) { return mentions(key.columns, column); });
  table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(column));
  for (UniqueKey& key : table.keys) {
    close_gap(key.columns, column);
    close_gap(key.predicate, column);
    for (auto& expr : key.expressions) close_gap(expr, column);
  }
  for (Check& check : table.checks) close_gap(check.condition, column);
  for (ForeignKey& key : table.foreign_keys) close_gap(key.columns, column);
}

void drop_not_null(Table& table, std::size_t column) {
  const UniqueKey* primary = table.primary_key();
  if (primary != nullptr && mentions(primary->columns, column)) {
    throw SqlError("42P16",
                   fmt::format("column \"{}\" is in a primary key", table.columns[column].name));
  }
  table.columns[column].not_null = false;
}

void refuse_identity(const Table& table, const Node& action, std::size_t column) {
  const Column& changed = table.columns[column];
  if (changed.identity == Identity::always) {
    throw SqlError(sqlstate::syntax_error,
                   fmt::format("column \"{}\" of relation \"{}\" is an identity column",
                               changed.name, table.name));
  }
  if (changed.identity != Identity::none) action.refuse("ALTER of a serial or identity column");
}

bool erase_constraint(Table& table, const std::string& name) {
  const auto named = [&](const auto& constraint) { return constraint.name == name; };
  return std::erase_if(table.keys,
                       [&](const UniqueKey& key) { return key.is_constraint && named(key); }) +
             std::erase_if(table.checks, named) + std::erase_if(table.foreign_keys, named) >
         0;
}

AlterTable bind_drop_constraint(const Binding& binding, const Node& action, AlterTable alter) {
  const std::string name = action.text("name");
  const auto keys = alter.altered.keys.size();
  if (!erase_constraint(alter.altered, name)) {
    const std::string message =
        fmt::format("constraint \"{}\" of relation \"{}\" does not exist", name, alter.table->name);
    if (!action.flag("missing_ok")) throw SqlError("42704", message);
    return no_change(alter.table, message + ", skipping");
  }
  if (keys != alter.altered.keys.size()) {
    refuse_if_referred_to(binding, action, *alter.table, "DROP CONSTRAINT of a key");
  }
  alter.kind = Kind::drop_constraint;
  return alter;
}

AlterTable bind_add_column(Binding& binding, const Node& action, AlterTable alter) {
  const Node column = action.child("def");
  const std::string name = column.text("colname");
  if (alter.table->find_column(name) != Table::npos) {
    const std::string message =
        fmt::format("column \"{}\" of relation \"{}\" already exists", name, alter.table->name);
    if (!action.flag("missing_ok")) throw SqlError("42701", message);
    return no_change(alter.table, message + ", skipping");
  }
  TableBinder table(binding, std::move(alter.altered));
  table.add_column(column);
  alter.altered = table.finish();
  alter.kind = Kind::add_column;
  alter.column = alter.altered.columns.size() - 1;
  return alter;
}

AlterTable bind_column_change(Binding& binding, const Node& action, const std::string& subtype,
                              AlterTable alter) {
  const std::string name = action.text("name");
  if (subtype == "AT_DropColumn" && action.flag("missing_ok") &&
      alter.table->find_column(name) == Table::npos) {
    return no_change(alter.table, fmt::format("column \"{}\" of relation \"{}\" does not exist, "
                                              "skipping",
                                              name, alter.table->name));
  }
  Table& altered = alter.altered;
  alter.column = column_of(altered, name);
  Column& column = altered.columns[alter.column];
  if (subtype == "AT_DropColumn") {
    refuse_if_referred_to(binding, action, *alter.table, "DROP COLUMN");
    if (!altered.indexes.empty()) action.refuse("DROP COLUMN of a table with other indexes");
    drop_column(altered, alter.column);
    alter.kind = Kind::drop_column;
  } else if (subtype == "AT_SetNotNull") {
    column.not_null = true;
    alter.kind = Kind::set_not_null;
  } else if (subtype == "AT_DropNotNull") {
    refuse_identity(altered, action, alter.column);
    drop_not_null(altered, alter.column);
    alter.kind = Kind::drop_not_null;
  } else {
    refuse_identity(altered, action, alter.column);
    column.default_value =
        action.has("def") ? TableBinder(binding, altered).bind_default(column, action.child("def"))
                          : nullptr;
    alter.kind = Kind::set_default;
  }
  return alter;
}

AlterTable bind_action(Binding& binding, const Node& action, AlterTable alter) {
  action.only({"subtype", "name", "def", "behavior", "missing_ok"});
  const std::string subtype = action.text("subtype");
  if (subtype == "AT_AddColumn") return bind_add_column(binding, action, std::move(alter));
  if (subtype == "AT_DropConstraint") {
    return bind_drop_constraint(binding, action, std::move(alter));
  }
  if (subtype == "AT_AddConstraint") {
    TableBinder table(binding, std::move(alter.altered));
    table.add_constraint(action.child("def"));
    alter.altered = table.finish();
    alter.kind = Kind::add_constraint;
    return alter;
  }
  if (subtype == "AT_SetRelOptions") return no_change(alter.table, "");  // how it is stored
  if (subtype == "AT_DropColumn" || subtype == "AT_SetNotNull" || subtype == "AT_DropNotNull" ||
      subtype == "AT_ColumnDefault") {
    return bind_column_change(binding, action, subtype, std::move(alter));
  }
  action.refuse(subtype == "AT_AlterColumnType" ? "ALTER COLUMN TYPE" : "this form of ALTER TABLE");
}

// The table that a statement alters; null with IF EXISTS where there is none.
const Table* altered_table(const Catalog& catalog, const Node& node, const QualifiedName& name) {
  if (!node.flag("missing_ok")) require_schema(catalog, name.schema);
  const Table* table = catalog.find(name.name, name.schema);
  if (table != nullptr || node.flag("missing_ok")) return table;
  if (catalog.has_relation(name.name, name.schema)) {
    node.refuse("ALTER TABLE of an index or sequence");
  }
  throw SqlError(sqlstate::undefined_table,
                 fmt::format("relation \"{}\" does not exist", name.written));
}

AlterTable bind_rename_constraint(const Node& node, AlterTable alter, const std::string& to) {
  const std::string from = node.text("subname");
  bool found = false;
  const auto rename = [&](auto& constraints) {
    for (auto& constraint : constraints) {
      if (constraint.name != from) continue;
      constraint.name = to;
      found = true;
    }
  };
  rename(alter.altered.keys);
  rename(alter.altered.checks);
  rename(alter.altered.foreign_keys);
  if (!found) {
    throw SqlError("42704", fmt::format("constraint \"{}\" for table \"{}\" does not exist", from,
                                        alter.table->name));
  }
  alter.kind = Kind::rename_constraint;
  return alter;
}

}  // namespace

AlterTable bind_alter_table(Binding& binding, const Node& node) {
  node.only({"relation", "cmds", "objtype", "missing_ok"});
  if (node.text("objtype") != "OBJECT_TABLE") node.refuse("ALTER of something else than a table");
  const QualifiedName name = qualified_name(node.part("relation", "RangeVar"));
  const Table* table = altered_table(binding.catalog, node, name);
  if (table == nullptr) {
    return no_change(nullptr, fmt::format("relation \"{}\" does not exist, skipping", name.name));
  }
  const std::vector<Node> actions = node.list("cmds");
  if (actions.size() > 1) node.refuse("ALTER TABLE with several actions");
  AlterTable alter;
  alter.table = table;
  alter.altered = *table;
  return bind_action(binding, actions[0], std::move(alter));
}

AlterTable bind_rename(const Binding& binding, const Node& node) {
  node.only(
      {"renameType", "relationType", "relation", "subname", "newname", "behavior", "missing_ok"});
  const std::string type = node.text("renameType");
  if (type != "OBJECT_TABLE" && type != "OBJECT_COLUMN" && type != "OBJECT_TABCONSTRAINT") {
    node.refuse("RENAME of something else than a table, column or constraint");
  }
  const QualifiedName name = qualified_name(node.part("relation", "RangeVar"));
  const Table* table = altered_table(binding.catalog, node, name);
  if (table == nullptr) {
    return no_change(nullptr, fmt::format("relation \"{}\" does not exist, skipping", name.name));
  }
  AlterTable alter;
  alter.table = table;
  alter.altered = *table;
  const std::string to = node.text("newname");
  if (type == "OBJECT_TABCONSTRAINT") return bind_rename_constraint(node, std::move(alter), to);
  if (type == "OBJECT_TABLE") {
    if (binding.catalog.has_relation(to, table->schema)) {
      throw SqlError("42P07", fmt::format("relation \"{}\" already exists", to));
    }
    alter.altered.name = to;
    alter.kind = Kind::rename_table;
    return alter;
  }
  alter.column = table->find_column(node.text("subname"));
  if (alter.column == Table::npos) {
    throw SqlError(sqlstate::undefined_column,
                   fmt::format("column \"{}\" does not exist", node.text("subname")));
  }
  if (table->find_column(to) != Table::npos) {
    throw SqlError("42701",
                   fmt::format("column \"{}\" of relation \"{}\" already exists", to, table->name));
  }
  alter.altered.columns[alter.column].name = to;
  alter.kind = Kind::rename_column;
  return alter;
}

}  // namespace racewindow
