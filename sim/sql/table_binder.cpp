// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/table_binder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/sql/error.h"
#include "sim/sql/visit.h"

namespace racewindow {
namespace {

constexpr std::size_t kNameMax = 63;

// Whether it is a serial type: an integer with a sequence.
bool set_type(Column& column, const Node& type) {
  const std::string name = type.names("names").back();
  const bool small = name == "serial" || name == "serial4";
  if (!small && name != "bigserial" && name != "serial8") {
    const WrittenType written = bind_type(type);
    column.type = written.type;
    column.length_max = written.length_max;
    return false;
  }
  type.only({"names", "typemod"});
  column.type = small ? Type::int4 : Type::int8;
  column.identity = Identity::by_default;
  column.not_null = true;
  return true;
}

[[noreturn]] void twice(const std::string& column) {
  throw SqlError("42701", fmt::format("column \"{}\" specified more than once", column));
}
[[noreturn]] void two_defaults(const Table& table, const Column& column) {
  throw SqlError(sqlstate::syntax_error,
                 fmt::format("multiple default values specified for column \"{}\" of table "
                             "\"{}\"",
                             column.name, table.name));
}

[[noreturn]] void default_and_identity(const Table& table, const Column& column) {
  throw SqlError(sqlstate::syntax_error,
                 fmt::format("both default and identity specified for column \"{}\" of table "
                             "\"{}\"",
                             column.name, table.name));
}

}  // namespace

TableBinder::TableBinder(Binding& binding, Table table)
    : binding_(binding), table_(std::move(table)), old_keys_(table_.keys.size()) {}

void TableBinder::add_column(const Node& definition) {
  definition.only({"colname", "typeName", "is_local", "constraints"});
  Column column;
  column.name = definition.text("colname");
  if (table_.find_column(column.name) != Table::npos) twice(column.name);
  const bool is_serial = set_type(column, definition.part("typeName", "TypeName"));
  bool nullable = false;
  for (const Node& constraint : definition.list("constraints")) {
    const std::string kind = constraint.text("contype");
    if (kind == "CONSTR_NOTNULL" || kind == "CONSTR_NULL") {
      constraint.only({"contype", "conname"});
      (kind == "CONSTR_NULL" ? nullable : column.not_null) = true;
    } else if (kind == "CONSTR_DEFAULT") {
      constraint.only({"contype", "conname", "raw_expr"});
      if (column.default_value || is_serial) two_defaults(table_, column);
      if (column.identity != Identity::none) default_and_identity(table_, column);
      column.default_value = bind_default(column, constraint.child("raw_expr"));
    } else if (kind == "CONSTR_IDENTITY") {
      set_identity(column, constraint);
    } else {
      pending_.push_back({constraint, table_.columns.size()});
    }
    if (nullable && column.not_null) {
      throw SqlError(sqlstate::syntax_error,
                     fmt::format("conflicting NULL/NOT NULL declarations for column \"{}\" of "
                                 "table \"{}\"",
                                 column.name, table_.name));
    }
  }
  table_.columns.push_back(std::move(column));
}

Table TableBinder::finish() {
  add_range(scope_, range_of(table_, table_.name));
  // The primary key's index is made first.
  std::stable_partition(pending_.begin(), pending_.end(), [](const Pending& p) {
    return p.constraint.text("contype") == "CONSTR_PRIMARY";
  });
  for (const Pending& pending : pending_) add(pending);
  return std::move(table_);
}

void TableBinder::set_identity(Column& column, const Node& constraint) {
  if (constraint.has("options")) constraint.refuse("identity option");
  constraint.only({"contype", "conname", "generated_when"});
  if (!is_integer(column.type)) {
    throw SqlError("22023", "identity column type must be smallint, integer, or bigint");
  }
  if (column.default_value || column.identity != Identity::none)
    default_and_identity(table_, column);
  column.identity =
      constraint.text("generated_when") == "a" ? Identity::always : Identity::by_default;
  column.not_null = true;
}

std::shared_ptr<const Expr> TableBinder::bind_default(const Column& column, const Node& node) {
  Scope scope;
  scope.clause = Clause::default_value;
  Expr expr = bind_expr(binding_, scope, node);
  if (expr.type != Type::null && !can_cast(expr.type, column.type, CastContext::assignment)) {
    throw SqlError("42804",
                   fmt::format("column \"{}\" is of type {} but default expression is of type {}",
                               column.name, type_name(column.type), type_name(expr.type)));
  }
  return std::make_shared<const Expr>(coerce_to_column(binding_, std::move(expr), column));
}

void TableBinder::add_check(const Pending& pending) {
  const Node& constraint = pending.constraint;
  constraint.only({"contype", "conname", "raw_expr", "initially_valid"});
  scope_.clause = Clause::check;
  Expr condition = bind_condition(binding_, scope_, constraint.child("raw_expr"), "CHECK");
  // The default name has the column's when the condition is about just one.
  std::vector<std::size_t> used;
  for_each_column(condition, [&](const Expr& e, unsigned) { used.push_back(e.index); });
  std::string base = table_.name;
  if (!used.empty() && std::count(used.begin(), used.end(), used[0]) == std::ssize(used)) {
    base += "_" + table_.columns[used[0]].name;
  }
  table_.checks.push_back({constraint_name(constraint, base + "_check"),
                           std::make_shared<const Expr>(std::move(condition))});
}

void TableBinder::add(const Pending& pending) {
  const std::string kind = pending.constraint.text("contype");
  if (kind == "CONSTR_CHECK") {
    add_check(pending);
  } else if (kind == "CONSTR_PRIMARY" || kind == "CONSTR_UNIQUE") {
    add_key(pending, kind == "CONSTR_PRIMARY");
  } else if (kind == "CONSTR_FOREIGN") {
    add_foreign_key(pending);
  } else if (kind != "CONSTR_ATTR_NOT_DEFERRABLE" && kind != "CONSTR_ATTR_IMMEDIATE") {
    pending.constraint.refuse(kind == "CONSTR_GENERATED"   ? "generated column"
                              : kind == "CONSTR_EXCLUSION" ? "EXCLUDE"
                                                           : "DEFERRABLE");
  }
}

std::vector<std::size_t> TableBinder::key_columns(const Pending& pending, bool primary) const {
  std::vector<std::size_t> columns;
  if (pending.column) columns.push_back(*pending.column);
  const auto position = [&](const std::string& name) {
    const std::size_t column = table_.find_column(name);
    if (column != Table::npos) return column;
    throw SqlError(sqlstate::undefined_column,
                   fmt::format("column \"{}\" named in key does not exist", name));
  };
  for (const std::string& name : pending.constraint.names("keys")) {
    const std::size_t column = position(name);
    if (std::find(columns.begin(), columns.end(), column) != columns.end()) {
      throw SqlError("42701", fmt::format("column \"{}\" appears twice in {} constraint", name,
                                          primary ? "primary key" : "unique"));
    }
    columns.push_back(column);
  }
  // INCLUDE stores columns in the index for speed only.
  for (const std::string& name : pending.constraint.names("including")) (void)position(name);
  return columns;
}

void TableBinder::add_key(const Pending& pending, bool primary) {
  const Node& constraint = pending.constraint;
  constraint.only({"contype", "conname", "keys", "including", "nulls_not_distinct"});
  if (primary && table_.primary_key() != nullptr) {
    throw SqlError("42P16", fmt::format("multiple primary keys for table \"{}\" are not allowed",
                                        table_.name));
  }
  UniqueKey key;
  key.primary = primary;
  key.columns = key_columns(pending, primary);
  key.nulls_not_distinct = constraint.flag("nulls_not_distinct");
  std::string base = table_.name;
  for (const std::size_t column : key.columns) {
    if (primary) table_.columns[column].not_null = true;
    if (!primary) base += "_" + table_.columns[column].name;
  }
  // In CREATE TABLE a second constraint on the same columns adds nothing, as in the server.
  const auto same = [&](const UniqueKey& k) {
    return k.columns == key.columns && k.nulls_not_distinct == key.nulls_not_distinct;
  };
  const auto first = table_.keys.begin() + static_cast<std::ptrdiff_t>(old_keys_);
  if (!constraint.has("conname") && std::any_of(first, table_.keys.end(), same)) return;
  key.name = key_name(constraint, base + (primary ? "_pkey" : "_key"));
  table_.keys.push_back(std::move(key));
}

void TableBinder::add_foreign_key(const Pending& pending) {
  const Node& constraint = pending.constraint;
  constraint.only({"contype", "conname", "pktable", "fk_attrs", "pk_attrs", "fk_matchtype",
                   "fk_upd_action", "fk_del_action", "initially_valid"});
  std::vector<std::size_t> columns;
  if (pending.column) columns.push_back(*pending.column);
  for (const std::string& name : constraint.names("fk_attrs")) {
    columns.push_back(table_.find_column(name));
    if (columns.back() == Table::npos) {
      throw SqlError(
          sqlstate::undefined_column,
          fmt::format("column \"{}\" referenced in foreign key constraint does not exist", name));
    }
  }
  std::string base = table_.name;
  for (const std::size_t column : columns) base += "_" + table_.columns[column].name;
  std::string name = constraint_name(constraint, base + "_fkey");
  table_.foreign_keys.push_back(
      bind_foreign_key(binding_.catalog, table_, std::move(columns), std::move(name), constraint));
}

// The name of a key is that of its index too, and so no other relation's.
std::string TableBinder::key_name(const Node& constraint, const std::string& otherwise) const {
  std::string name = constraint_name(constraint, otherwise);
  if (!binding_.catalog.has_relation(name, table_.schema)) return name;
  if (constraint.has("conname")) {
    throw SqlError("42P07", fmt::format("relation \"{}\" already exists", name));
  }
  for (int n = 1; binding_.catalog.has_relation(name, table_.schema); ++n) {
    name = constraint_name(constraint, fmt::format("{}{}", otherwise, n));
  }
  return name;
}

bool TableBinder::has_constraint(std::string_view name) const {
  const auto named = [&](const auto& constraint) { return constraint.name == name; };
  return std::any_of(table_.keys.begin(), table_.keys.end(), named) ||
         std::any_of(table_.checks.begin(), table_.checks.end(), named) ||
         std::any_of(table_.foreign_keys.begin(), table_.foreign_keys.end(), named);
}

std::string TableBinder::constraint_name(const Node& constraint,
                                         const std::string& otherwise) const {
  std::string name = constraint.has("conname") ? constraint.text("conname") : otherwise;
  for (int n = 1; !constraint.has("conname") && has_constraint(name); ++n) {
    name = fmt::format("{}{}", otherwise, n);
  }
  if (has_constraint(name)) {
    throw SqlError("42710", fmt::format("constraint \"{}\" for relation \"{}\" already exists",
                                        name, table_.name));
  }
  if (name.size() > kNameMax) constraint.refuse("constraint name longer than 63 bytes");
  return name;
}

}  // namespace racewindow
