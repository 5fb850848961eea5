// SPDX-License-Identifier: Apache-2.0
// The locks of definitions (PostgreSQL 15 manual, 13.3.1, and the notes of each command).
#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "sim/store/memory/definition.h"

namespace racewindow::memory {
namespace {

class Locks {
 public:
  explicit Locks(const Catalog& catalog) : catalog_(&catalog) {}

  void add(const Table& table, LockMode mode) { locks_.push_back({&table, mode}); }

  void operator()(const CreateTable& create) {
    if (!create.exists) refer(create.table.foreign_keys, ForeignKey::own_table);
  }
  void operator()(const DropTable& drop) { drop_all(drop.tables, drop.altered); }
  void operator()(const DropSchema& drop) { drop_all(drop.tables, drop.altered); }
  void operator()(const Truncate& truncate) {
    for (const Table* table : truncate.tables) add(*table, LockMode::access_exclusive);
    // Its indexes are built anew.
    for (const Table* table : truncate.tables) {
      if (!table->keys.empty() || !table->indexes.empty()) add(*table, LockMode::share);
    }
  }
  void operator()(const AlterTable& alter);
  void operator()(const CreateIndex& create) {
    add(*create.table, create.concurrently ? LockMode::share_update_exclusive : LockMode::share);
  }
  void operator()(const DropIndex& drop) {
    for (const DropIndex::Item& item : drop.indexes) {
      add(*item.table,
          drop.concurrently ? LockMode::share_update_exclusive : LockMode::access_exclusive);
    }
  }
  template <class Other>
  void operator()(const Other&) {}

  [[nodiscard]] std::vector<TableLock> take() { return std::move(locks_); }

 private:
  // A new foreign key puts triggers on the table it refers to, and one that goes removes them.
  void refer(const std::vector<ForeignKey>& keys, std::size_t own) {
    for (const ForeignKey& key : keys) {
      const Table* table = referenced(key, own);
      if (table == nullptr) continue;
      add(*table, LockMode::share_row_exclusive);
      add(*table, LockMode::access_share);
    }
  }
  void drop_all(const std::vector<const Table*>& tables, const std::vector<Table>& altered) {
    for (const Table* table : tables) add(*table, LockMode::access_exclusive);
    for (const Table& other : altered) add(*by_id(other.id), LockMode::access_exclusive);
    for (const Table* table : tables) {
      for (const ForeignKey& key : table->foreign_keys) {
        const Table* other = referenced(key, table->id);
        if (other != nullptr) add(*other, LockMode::access_exclusive);
      }
    }
  }
  // null: the table refers to itself.
  [[nodiscard]] const Table* referenced(const ForeignKey& key, std::size_t own) const {
    const std::size_t id = key.referenced_table;
    return id == ForeignKey::own_table || id == own ? nullptr : by_id(id);
  }
  [[nodiscard]] const Table* by_id(std::size_t id) const {
    const auto& tables = catalog_->tables();
    return *std::ranges::find(tables, id, &Table::id);
  }

  const Catalog* catalog_;
  std::vector<TableLock> locks_;
};

// Those of `keys` that `others` has not.
std::vector<ForeignKey> without(const std::vector<ForeignKey>& keys,
                                const std::vector<ForeignKey>& others) {
  std::vector<ForeignKey> rest;
  std::ranges::copy_if(keys, std::back_inserter(rest), [&](const ForeignKey& key) {
    return std::ranges::find(others, key.name, &ForeignKey::name) == others.end();
  });
  return rest;
}

void Locks::operator()(const AlterTable& alter) {
  if (alter.table == nullptr) return;
  const Table& table = *alter.table;
  std::vector<ForeignKey> added;
  std::vector<ForeignKey> dropped;
  if (alter.kind != AlterTable::Kind::no_change &&
      alter.kind != AlterTable::Kind::rename_constraint) {
    added = without(alter.altered.foreign_keys, table.foreign_keys);
    dropped = without(table.foreign_keys, alter.altered.foreign_keys);
  }
  const bool only_refers = alter.kind == AlterTable::Kind::add_constraint && !added.empty();
  add(table, only_refers ? LockMode::share_row_exclusive : LockMode::access_exclusive);
  refer(added, table.id);
  if (only_refers) {  // the rows that are there are judged by a query
    add(table, LockMode::access_share);
    for (const ForeignKey& key : added) {
      if (const Table* other = referenced(key, table.id)) add(*other, LockMode::row_share);
    }
  }
  if (alter.altered.keys.size() > table.keys.size()) add(table, LockMode::share);
  for (const ForeignKey& key : dropped) {
    if (const Table* other = referenced(key, table.id)) add(*other, LockMode::access_exclusive);
  }
}

}  // namespace

std::vector<TableLock> tables_to_lock(const Statement& statement, const Catalog& catalog) {
  Locks locks(catalog);
  std::visit(locks, statement.bound);
  return locks.take();
}

}  // namespace racewindow::memory
