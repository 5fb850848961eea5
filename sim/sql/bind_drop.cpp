// SPDX-License-Identifier: Apache-2.0
// DROP TABLE, INDEX, SEQUENCE and SCHEMA.
#include <fmt/format.h>

#include <algorithm>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"

namespace racewindow {
namespace {

// What a DROP statement says.
struct Drop {
  std::string_view kind;      // "table"
  std::string_view sqlstate;  // where there is none
  std::vector<std::string>& missing;
  bool if_exists;
};

void note_missing(const Drop& drop, std::string message) {
  if (!drop.if_exists) throw SqlError(drop.sqlstate, std::move(message));
  drop.missing.push_back(message + ", skipping");
}

// Calls `found` with the name of each object, or notes that its schema is missing.
template <class Found>
void for_each_object(const Binding& binding, const Node& node, const Drop& drop, Found found) {
  for (const Node& object : node.list("objects")) {
    const QualifiedName name = qualified_name(object, object.names("items"));
    if (binding.catalog.has_schema(name.schema)) {
      found(name);
    } else if (drop.if_exists) {
      drop.missing.push_back(fmt::format("schema \"{}\" does not exist, skipping", name.schema));
    } else {
      require_schema(binding.catalog, name.schema);
    }
  }
}

[[noreturn]] void wrong_kind(const QualifiedName& name, std::string_view kind) {
  throw SqlError("42809", fmt::format("\"{}\" is not {}", name.name, kind));
}

// "table s.t"
std::string described(const Table& table) {
  return table.schema == kPublic ? "table " + table.name
                                 : fmt::format("table {}.{}", table.schema, table.name);
}

bool refers_to(const Table& table, const std::vector<const Table*>& dropped) {
  return std::any_of(
      table.foreign_keys.begin(), table.foreign_keys.end(), [&](const ForeignKey& key) {
        return std::any_of(dropped.begin(), dropped.end(),
                           [&](const Table* t) { return t->id == key.referenced_table; });
      });
}

// The other tables that refer to those dropped, without their foreign keys to them. What is lost is
// added to `lost`.
std::vector<Table> without_references(const Binding& binding,
                                      const std::vector<const Table*>& dropped,
                                      std::vector<std::string>& lost) {
  std::vector<Table> altered;
  for (const Table* other : binding.catalog.tables()) {
    const bool goes = std::find(dropped.begin(), dropped.end(), other) != dropped.end();
    if (goes || !refers_to(*other, dropped)) continue;
    Table without = *other;
    std::erase_if(without.foreign_keys, [&](const ForeignKey& key) {
      const bool refers = std::any_of(dropped.begin(), dropped.end(), [&](const Table* t) {
        return t->id == key.referenced_table;
      });
      if (refers) lost.push_back(fmt::format("constraint {} on {}", key.name, described(*other)));
      return refers;
    });
    altered.push_back(std::move(without));
  }
  return altered;
}

void note_cascade(const std::vector<std::string>& lost, std::vector<std::string>& notices) {
  if (lost.empty()) return;
  notices.push_back(lost.size() == 1
                        ? "drop cascades to " + lost[0]
                        : fmt::format("drop cascades to {} other objects", lost.size()));
}

DropTable bind_drop_table(const Binding& binding, const Node& node) {
  DropTable drop;
  const Drop what{"table", sqlstate::undefined_table, drop.notices, node.flag("missing_ok")};
  for_each_object(binding, node, what, [&](const QualifiedName& name) {
    const Table* table = binding.catalog.find(name.name, name.schema);
    if (table == nullptr) {
      if (binding.catalog.has_relation(name.name, name.schema)) wrong_kind(name, "a table");
      note_missing(what, fmt::format("table \"{}\" does not exist", name.name));
    } else if (std::find(drop.tables.begin(), drop.tables.end(), table) == drop.tables.end()) {
      drop.tables.push_back(table);
    }
  });
  std::vector<std::string> lost;
  drop.altered = without_references(binding, drop.tables, lost);
  if (!lost.empty() && node.text("behavior") != "DROP_CASCADE") {
    throw SqlError("2BP01", drop.tables.size() == 1
                                ? fmt::format("cannot drop table {} because other objects depend "
                                              "on it",
                                              drop.tables[0]->name)
                                : "cannot drop desired object(s) because other objects depend "
                                  "on them");
  }
  note_cascade(lost, drop.notices);
  return drop;
}

// The table that has an index of this name, and its key where the index is unique.
struct FoundIndex {
  const Table* table = nullptr;
  const UniqueKey* key = nullptr;
};
FoundIndex find_index(const Catalog& catalog, const QualifiedName& name) {
  const auto named = [&](const auto& index) { return index.name == name.name; };
  for (const Table* table : catalog.tables()) {
    if (table->schema != name.schema) continue;
    const auto key = std::find_if(table->keys.begin(), table->keys.end(), named);
    if (key != table->keys.end()) return {table, &*key};
    if (std::any_of(table->indexes.begin(), table->indexes.end(), named)) return {table, nullptr};
  }
  return {};
}

DropIndex bind_drop_index(const Binding& binding, const Node& node) {
  DropIndex drop;
  drop.concurrently = node.flag("concurrent");
  if (drop.concurrently && node.list("objects").size() > 1) {
    throw SqlError("0A000", "DROP INDEX CONCURRENTLY does not support dropping multiple objects");
  }
  const Drop what{"index", "42704", drop.missing, node.flag("missing_ok")};
  for_each_object(binding, node, what, [&](const QualifiedName& name) {
    const FoundIndex found = find_index(binding.catalog, name);
    if (found.table == nullptr) {
      if (binding.catalog.has_relation(name.name, name.schema)) wrong_kind(name, "an index");
      note_missing(what, fmt::format("index \"{}\" does not exist", name.name));
      return;
    }
    if (found.key != nullptr && found.key->is_constraint) {
      throw SqlError("2BP01", fmt::format("cannot drop index {0} because constraint {0} on table "
                                          "{1} requires it",
                                          name.name, found.table->name));
    }
    drop.indexes.push_back({found.table, name.name});
  });
  return drop;
}

DropSequence bind_drop_sequence(const Binding& binding, const Node& node) {
  DropSequence drop;
  const Drop what{"sequence", sqlstate::undefined_table, drop.missing, node.flag("missing_ok")};
  for_each_object(binding, node, what, [&](const QualifiedName& name) {
    const Sequence* sequence = binding.catalog.find_sequence(name.name, name.schema);
    if (sequence == nullptr) {
      if (binding.catalog.has_relation(name.name, name.schema)) wrong_kind(name, "a sequence");
      note_missing(what, fmt::format("sequence \"{}\" does not exist", name.name));
    } else if (sequence->table) {
      if (node.text("behavior") == "DROP_CASCADE") node.refuse("CASCADE to a column's default");
      throw SqlError("2BP01", fmt::format("cannot drop sequence {} because other objects depend on "
                                          "it",
                                          name.name));
    } else {
      drop.sequences.push_back(sequence);
    }
  });
  return drop;
}

DropSchema bind_drop_schema(const Binding& binding, const Node& node) {
  DropSchema drop;
  const Drop what{"schema", "3F000", drop.notices, node.flag("missing_ok")};
  std::vector<std::string> lost;
  for (const Node& object : node.list("objects")) {
    const std::string name = object.text("sval");
    if (!binding.catalog.has_schema(name)) {
      note_missing(what, fmt::format("schema \"{}\" does not exist", name));
      continue;
    }
    for (const Table* table : binding.catalog.tables()) {
      if (table->schema != name) continue;
      drop.tables.push_back(table);
      lost.push_back(described(*table));
    }
    for (const Sequence* sequence : binding.catalog.sequences()) {
      if (sequence->schema != name || sequence->table) continue;
      drop.sequences.push_back(sequence);
      lost.push_back(fmt::format("sequence {}.{}", name, sequence->name));
    }
    if (!lost.empty() && node.text("behavior") != "DROP_CASCADE") {
      throw SqlError("2BP01", fmt::format("cannot drop schema {} because other objects depend on "
                                          "it",
                                          name));
    }
    drop.names.push_back(name);
  }
  drop.altered = without_references(binding, drop.tables, lost);
  note_cascade(lost, drop.notices);
  return drop;
}

}  // namespace

std::variant<DropTable, DropIndex, DropSequence, DropSchema> bind_drop(const Binding& binding,
                                                                       const Node& node) {
  node.only({"objects", "removeType", "behavior", "missing_ok", "concurrent"});
  const std::string type = node.text("removeType");
  if (type == "OBJECT_TABLE") return bind_drop_table(binding, node);
  if (type == "OBJECT_INDEX") return bind_drop_index(binding, node);
  if (type == "OBJECT_SEQUENCE") return bind_drop_sequence(binding, node);
  if (type == "OBJECT_SCHEMA") return bind_drop_schema(binding, node);
  node.refuse();
}

}  // namespace racewindow
