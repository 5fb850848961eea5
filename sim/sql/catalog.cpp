// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/catalog.h"

#include <algorithm>
#include <limits>

#include "sim/sql/bound.h"

namespace racewindow {
namespace {

template <class Relation>
const Relation* find_named(const std::vector<const Relation*>& relations, std::string_view name,
                           std::string_view schema) {
  const auto found =
      std::find_if(relations.begin(), relations.end(), [&](const Relation* relation) {
        return relation->name == name && relation->schema == schema;
      });
  return found == relations.end() ? nullptr : *found;
}

bool has_index(const Table& table, std::string_view name) {
  const auto named = [&](const auto& index) { return index.name == name; };
  return std::any_of(table.keys.begin(), table.keys.end(), named) ||
         std::any_of(table.indexes.begin(), table.indexes.end(), named);
}

}  // namespace

const UniqueKey* Table::primary_key() const {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [](const auto& k) { return k.primary; });
  return found == keys.end() ? nullptr : &*found;
}

std::size_t Table::find_column(std::string_view column) const {
  for (std::size_t n = 0; n < columns.size(); ++n) {
    if (columns[n].name == column) return n;
  }
  return npos;
}

Catalog::Catalog() : schemas_{std::string(kPublic)} {}

const Table* Catalog::find(std::string_view name, std::string_view schema) const {
  return find_named(tables_, name, schema);
}

const Sequence* Catalog::find_sequence(std::string_view name, std::string_view schema) const {
  return find_named(sequences_, name, schema);
}

bool Catalog::has_schema(std::string_view name) const {
  return std::find(schemas_.begin(), schemas_.end(), name) != schemas_.end();
}

bool Catalog::has_relation(std::string_view name, std::string_view schema) const {
  return find(name, schema) != nullptr || find_sequence(name, schema) != nullptr ||
         std::any_of(tables_.begin(), tables_.end(), [&](const Table* table) {
           return table->schema == schema && has_index(*table, name);
         });
}

const Table& Catalog::add(Table table) {
  table.id = next_table_++;
  // A foreign key to the table itself was bound before there was an id.
  for (ForeignKey& key : table.foreign_keys) {
    if (key.referenced_table == ForeignKey::own_table) key.referenced_table = table.id;
  }
  const Table& added = keep(std::move(table));
  tables_.push_back(&added);
  return added;
}

const Table& Catalog::replace(Table table) {
  const auto old = std::find_if(tables_.begin(), tables_.end(),
                                [&](const Table* t) { return t->id == table.id; });
  *old = &keep(std::move(table));
  return **old;
}

const Table& Catalog::keep(Table table) {
  for (Column& column : table.columns) {
    if (column.identity == Identity::none || column.sequence) continue;
    Sequence sequence;
    sequence.schema = table.schema;
    sequence.table = table.id;
    const std::string base = table.name + "_" + column.name + "_seq";
    sequence.name = base;
    for (int n = 1; has_relation(sequence.name, sequence.schema); ++n) {
      sequence.name = base + std::to_string(n);
    }
    if (column.type == Type::int4) sequence.max = std::numeric_limits<std::int32_t>::max();
    column.sequence = add(std::move(sequence)).id;
  }
  all_tables_.push_back(std::make_unique<const Table>(std::move(table)));
  ++version_;
  return *all_tables_.back();
}

const Sequence& Catalog::add(Sequence sequence) {
  sequence.id = all_sequences_.size();
  all_sequences_.push_back(std::make_unique<const Sequence>(std::move(sequence)));
  sequences_.push_back(all_sequences_.back().get());
  ++version_;
  return *sequences_.back();
}

void Catalog::add_schema(std::string name) {
  schemas_.push_back(std::move(name));
  ++version_;
}

void Catalog::remove(const Table& table) {
  std::erase_if(sequences_, [&](const Sequence* s) { return s->table == table.id; });
  std::erase(tables_, &table);
  ++version_;
}

void Catalog::remove(const Sequence& sequence) {
  std::erase(sequences_, &sequence);
  ++version_;
}

void Catalog::remove_schema(std::string_view name) {
  std::erase(schemas_, name);
  ++version_;
}

}  // namespace racewindow
