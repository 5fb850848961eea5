// SPDX-License-Identifier: Apache-2.0
// LOCK TABLE and TRUNCATE.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"

namespace racewindow {
namespace {

// The tables of a list, each once. `otherwise` throws for a relation that is no table.
template <class Otherwise>
std::vector<const Table*> tables_of(const Catalog& catalog, const std::vector<Node>& list,
                                    Otherwise otherwise) {
  std::vector<const Table*> tables;
  for (const Node& range_var : list) {
    range_var.only({"schemaname", "relname", "inh", "relpersistence"});  // none is inherited from
    const QualifiedName name = qualified_name(range_var);
    require_schema(catalog, name.schema);
    const Table* table = catalog.find(name.name, name.schema);
    if (table == nullptr) {
      if (catalog.has_relation(name.name, name.schema)) otherwise(name.name);
      throw SqlError(sqlstate::undefined_table,
                     fmt::format("relation \"{}\" does not exist", name.written));
    }
    if (std::find(tables.begin(), tables.end(), table) == tables.end()) tables.push_back(table);
  }
  return tables;
}

// Tables that refer to those truncated are truncated too, or an error.
void add_referring(const Catalog& catalog, bool cascade, Truncate& truncate) {
  std::vector<const Table*>& tables = truncate.tables;
  for (std::size_t n = 0; n < tables.size(); ++n) {
    for (const Table* other : catalog.tables()) {
      const bool refers =
          std::any_of(other->foreign_keys.begin(), other->foreign_keys.end(),
                      [&](const ForeignKey& key) { return key.referenced_table == tables[n]->id; });
      if (!refers || std::find(tables.begin(), tables.end(), other) != tables.end()) continue;
      if (!cascade) {
        throw SqlError("0A000", "cannot truncate a table referenced in a foreign key constraint");
      }
      tables.push_back(other);
      truncate.notices.push_back(fmt::format("truncate cascades to table \"{}\"", other->name));
    }
  }
}

}  // namespace

LockTable bind_lock_table(const Binding& binding, const Node& node) {
  node.only({"relations", "mode", "nowait"});
  LockTable lock;
  lock.tables = tables_of(binding.catalog, node.list("relations"), [](const std::string& name) {
    throw SqlError("42809", fmt::format("cannot lock relation \"{}\"", name));
  });
  lock.mode = static_cast<LockMode>(node.number("mode") - 1);  // PostgreSQL counts from 1
  lock.nowait = node.flag("nowait");
  return lock;
}

Truncate bind_truncate(const Binding& binding, const Node& node) {
  node.only({"relations", "restart_seqs", "behavior"});
  Truncate truncate;
  truncate.tables = tables_of(binding.catalog, node.list("relations"), [](const std::string& name) {
    throw SqlError("42809", fmt::format("\"{}\" is not a table", name));
  });
  truncate.restart_identity = node.flag("restart_seqs");
  add_referring(binding.catalog, node.text("behavior") == "DROP_CASCADE", truncate);
  return truncate;
}

}  // namespace racewindow
