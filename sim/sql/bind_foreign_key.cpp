// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/error.h"
#include "sim/sql/names.h"
#include "sim/sql/table_binder.h"

namespace racewindow {
namespace {

ReferentialAction action_of(const std::string& letter) {
  return letter == "r"   ? ReferentialAction::restrict
         : letter == "c" ? ReferentialAction::cascade
         : letter == "n" ? ReferentialAction::set_null
         : letter == "d" ? ReferentialAction::set_default
                         : ReferentialAction::no_action;
}

// The table referred to; the table itself while it is being created.
const Table& referenced_table(const Catalog& catalog, const Table& table, const Node& range_var) {
  range_var.only({"schemaname", "relname", "inh", "relpersistence"});
  const QualifiedName name = qualified_name(range_var);
  if (name.name == table.name && name.schema == table.schema) return table;
  require_schema(catalog, name.schema);
  if (const Table* found = catalog.find(name.name, name.schema)) return *found;
  if (catalog.has_relation(name.name, name.schema)) {
    throw SqlError("42809", fmt::format("referenced relation \"{}\" is not a table", name.name));
  }
  throw SqlError(sqlstate::undefined_table,
                 fmt::format("relation \"{}\" does not exist", name.written));
}

std::vector<std::size_t> referenced_columns(const Table& table, const Node& constraint) {
  std::vector<std::size_t> columns;
  for (const std::string& name : constraint.names("pk_attrs")) {
    const std::size_t column = table.find_column(name);
    if (column == Table::npos) {
      throw SqlError(
          sqlstate::undefined_column,
          fmt::format("column \"{}\" referenced in foreign key constraint does not exist", name));
    }
    if (std::find(columns.begin(), columns.end(), column) != columns.end()) {
      throw SqlError("42830", "foreign key referenced-columns list must not contain duplicates");
    }
    columns.push_back(column);
  }
  if (!columns.empty()) return columns;
  const UniqueKey* key = table.primary_key();
  if (key != nullptr) return key->columns;
  throw SqlError("42704",
                 fmt::format("there is no primary key for referenced table \"{}\"", table.name));
}

void require_unique(const Table& table, const std::vector<std::size_t>& columns) {
  const auto matches = [&](const UniqueKey& key) {
    return key.covers_all_rows() && key.columns.size() == columns.size() &&
           std::is_permutation(columns.begin(), columns.end(), key.columns.begin());
  };
  if (std::any_of(table.keys.begin(), table.keys.end(), matches)) return;
  throw SqlError("42830",
                 fmt::format("there is no unique constraint matching given keys for referenced "
                             "table \"{}\"",
                             table.name));
}

bool can_refer(Type from, Type to) {
  return (is_integer(from) && is_integer(to)) || can_cast(from, to, CastContext::implicit);
}

}  // namespace

ForeignKey bind_foreign_key(const Catalog& catalog, const Table& table,
                            std::vector<std::size_t> columns, std::string name,
                            const Node& constraint) {
  if (constraint.text("fk_matchtype") != "s" && columns.size() > 1) {
    constraint.refuse("MATCH FULL");
  }
  const Table& referenced =
      referenced_table(catalog, table, constraint.part("pktable", "RangeVar"));
  ForeignKey key;
  key.name = std::move(name);
  key.columns = std::move(columns);
  key.referenced_columns = referenced_columns(referenced, constraint);
  // Whether there is such a key is asked first where columns are named.
  if (constraint.has("pk_attrs")) require_unique(referenced, key.referenced_columns);
  if (key.columns.size() != key.referenced_columns.size()) {
    throw SqlError("42830",
                   "number of referencing and referenced columns for foreign key disagree");
  }
  for (std::size_t n = 0; n < key.columns.size(); ++n) {
    const Type from = table.columns[key.columns[n]].type;
    const Type to = referenced.columns[key.referenced_columns[n]].type;
    if (!can_refer(from, to)) {
      throw SqlError("42804",
                     fmt::format("foreign key constraint \"{}\" cannot be implemented", key.name));
    }
  }
  if (&referenced != &table) key.referenced_table = referenced.id;
  key.on_delete = action_of(constraint.text("fk_del_action"));
  key.on_update = action_of(constraint.text("fk_upd_action"));
  return key;
}

}  // namespace racewindow
