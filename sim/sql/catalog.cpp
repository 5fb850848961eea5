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

// What came or went on the way comes or goes in `all` too.
template <class Item>
void merge_into(std::vector<Item>& all, const std::vector<Item>& from,
                const std::vector<Item>& to) {
  const auto has = [](const std::vector<Item>& items, const Item& item) {
    return std::find(items.begin(), items.end(), item) != items.end();
  };
  std::erase_if(all, [&](const Item& item) { return has(from, item) && !has(to, item); });
  for (const Item& item : to) {
    if (!has(from, item)) all.push_back(item);
  }
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

Catalog::Catalog() : schemas_{std::string(kPublic)}, states_{{{}, {}, schemas_}} {}

void Catalog::changed() {
  version_ = states_.size();
  states_.push_back({tables_, sequences_, schemas_});
}

void Catalog::go_to(std::uint64_t version) {
  const State& state = states_[version];
  tables_ = state.tables;
  sequences_ = state.sequences;
  schemas_ = state.schemas;
  version_ = version;
}

std::uint64_t Catalog::merge(std::uint64_t base, std::uint64_t mine, std::uint64_t theirs) {
  const auto [known, is_new] = merged_.try_emplace({base, mine, theirs}, 0);
  if (!is_new) return known->second;
  const State& from = states_[base];
  const State& to = states_[mine];
  State merged = states_[theirs];
  merge_into(merged.tables, from.tables, to.tables);
  merge_into(merged.sequences, from.sequences, to.sequences);
  merge_into(merged.schemas, from.schemas, to.schemas);
  known->second = states_.size();
  states_.push_back(std::move(merged));
  return known->second;
}

Digest Catalog::digest(std::uint64_t version) const {
  const State& state = states_[version];
  Digest sum;
  for (const std::string& schema : state.schemas) sum += Hasher(1).add(schema).digest();
  for (const Sequence* sequence : state.sequences) {
    sum += Hasher(2).add(sequence->schema).add(sequence->name).digest();
  }
  for (const Table* table : state.tables) {
    Hasher hasher(3);
    hasher.add(table->identity).add(table->schema).add(table->name);
    for (const Column& column : table->columns) {
      hasher.add(column.name).add(static_cast<std::uint64_t>(column.type)).add(column.not_null);
    }
    for (const UniqueKey& key : table->keys) {
      hasher.add(key.name);
      for (const std::size_t column : key.columns) hasher.add(column);
    }
    for (const PlainIndex& index : table->indexes) hasher.add(index.name);
    for (const Check& check : table->checks) hasher.add(check.name);
    for (const ForeignKey& key : table->foreign_keys) hasher.add(key.name);
    sum += hasher.digest();
  }
  return sum;
}

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

// By the name it is created with; where that was another's, which has been renamed since, the next
// one that is free.
std::uint64_t Catalog::new_identity(const Table& table) const {
  for (std::uint64_t number = 0;; ++number) {
    const std::uint64_t identity = Hasher(number).add(table.schema).add(table.name).digest().lo;
    if (std::none_of(tables_.begin(), tables_.end(),
                     [&](const Table* other) { return other->identity == identity; })) {
      return identity;
    }
  }
}

const Table& Catalog::add(Table table) {
  table.id = identities_.size();
  table.identity = new_identity(table);
  identities_.push_back(table.identity);
  table.storage = next_storage_++;
  // A foreign key to the table itself was bound before there was an id.
  for (ForeignKey& key : table.foreign_keys) {
    if (key.referenced_table == ForeignKey::own_table) key.referenced_table = table.id;
  }
  const Table& added = keep(std::move(table));
  tables_.push_back(&added);
  changed();
  return added;
}

const Table& Catalog::replace(Table table) {
  const auto old = std::find_if(tables_.begin(), tables_.end(),
                                [&](const Table* t) { return t->id == table.id; });
  const bool same_rows = std::equal(
      table.columns.begin(), table.columns.end(), (*old)->columns.begin(), (*old)->columns.end(),
      [](const Column& a, const Column& b) { return a.type == b.type; });
  table.storage = same_rows ? (*old)->storage : next_storage_++;
  const Table& kept = keep(std::move(table));
  *std::find_if(tables_.begin(), tables_.end(), [&](const Table* t) { return t->id == kept.id; }) =
      &kept;
  changed();
  return kept;
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
  return *all_tables_.back();
}

const Sequence& Catalog::add(Sequence sequence) {
  sequence.id = all_sequences_.size();
  all_sequences_.push_back(std::make_unique<const Sequence>(std::move(sequence)));
  sequences_.push_back(all_sequences_.back().get());
  changed();
  return *sequences_.back();
}

void Catalog::add_schema(std::string name) {
  schemas_.push_back(std::move(name));
  changed();
}

void Catalog::remove(const Table& table) {
  std::erase_if(sequences_, [&](const Sequence* s) { return s->table == table.id; });
  std::erase(tables_, &table);
  changed();
}

void Catalog::remove(const Sequence& sequence) {
  std::erase(sequences_, &sequence);
  changed();
}

void Catalog::remove_schema(std::string_view name) {
  std::erase(schemas_, name);
  changed();
}

}  // namespace racewindow
