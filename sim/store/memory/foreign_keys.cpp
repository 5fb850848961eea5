// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/foreign_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "sim/store/memory/row_writer.h"

namespace racewindow::memory {
namespace {

std::vector<Value> values_of(const Heap& heap, std::uint32_t slot,
                             const std::vector<std::size_t>& columns) {
  std::vector<Value> values;
  for (const std::size_t column : columns) values.push_back(heap.row(slot)[column]);
  return values;
}

bool any_null(const std::vector<Value>& values) {
  return std::ranges::any_of(values, [](const Value& value) { return value.is_null(); });
}

bool has_key(const Heap& heap, std::uint32_t slot, const std::vector<std::size_t>& columns,
             const std::vector<Value>& key) {
  const std::span<const Value> row = heap.row(slot);
  for (std::size_t n = 0; n < columns.size(); ++n) {
    const Value& cell = row[columns[n]];
    if (cell.is_null() || !equal_values(cell, key[n])) return false;
  }
  return true;
}

}  // namespace

ForeignKeys::ForeignKeys(const Statement& statement, const Table& table, Storage& storage,
                         Effects& effects)
    : statement_(&statement), table_(&table), storage_(&storage), effects_(&effects) {
  const auto by_id = [&](std::size_t id) -> const Table* {
    const auto& tables = storage.catalog().tables();
    const auto found =
        std::ranges::find_if(tables, [id](const Table* other) { return other->id == id; });
    return found == tables.end() ? nullptr : *found;
  };
  for (const ForeignKey& key : table.foreign_keys) {
    from_.push_back({&key, by_id(key.referenced_table),
                     SqlError("23503", fmt::format("insert or update on table \"{}\" violates "
                                                   "foreign key constraint \"{}\"",
                                                   table.name, key.name))});
  }
  for (const Table* other : storage.catalog().tables()) {
    for (const ForeignKey& key : other->foreign_keys) {
      if (key.referenced_table != table.id) continue;
      to_.push_back({&key, other,
                     SqlError("23503", fmt::format("update or delete on table \"{}\" violates "
                                                   "foreign key constraint \"{}\" on table \"{}\"",
                                                   table.name, key.name, other->name)),
                     nullptr});
    }
  }
}

ForeignKeys::~ForeignKeys() = default;

const SqlError* ForeignKeys::check_changes() {
  for (std::size_t n = 0; n < changes_.size(); ++n) {
    const Change change = changes_[n];
    for (To& to : to_) {
      if (change.before == kNone) continue;
      if (const SqlError* error = check_referencing(to, change)) return error;
    }
    for (const From& from : from_) {
      if (change.after == kNone) continue;
      if (const SqlError* error = check_referenced(from, change)) return error;
    }
  }
  changes_.clear();
  return nullptr;
}

// A version with this key: on the newest data, or above READ COMMITTED, where that is not asked
// for, on the transaction's snapshot. The command's own effects count.
std::uint32_t ForeignKeys::find(Heap& heap, const std::vector<std::size_t>& columns,
                                const std::vector<Value>& key, bool newest) {
  if (Footprint* footprint = storage_->recorder().footprint()) {
    footprint->read_rows(heap.table(), Footprint::kAllColumns);
    for (std::size_t n = 0; n < columns.size(); ++n) footprint->where(columns[n], key[n]);
  }
  return effects_->look_up(heap, newest,
                           [&](std::uint32_t slot) { return has_key(heap, slot, columns, key); });
}

const SqlError* ForeignKeys::check_referenced(const From& from, const Change& change) {
  Heap& heap = storage_->heap(*table_);
  const std::vector<Value> key = values_of(heap, change.after, from.key->columns);
  if (any_null(key)) return nullptr;
  if (change.before != kNone && has_key(heap, change.before, from.key->columns, key)) {
    return nullptr;  // it refers to what it referred to
  }
  if (effects_->is_removed(heap, change.after)) return nullptr;
  effects_->lock_table(*from.referenced, LockMode::row_share);
  Heap& referenced = storage_->heap(*from.referenced);
  const std::uint32_t slot = find(referenced, from.key->referenced_columns, key, false);
  if (slot == kNone) return &from.violated;
  const RowLocked row = effects_->lock_row(referenced, slot, RowLock::key_share, LockWait::block);
  if (row.result != RowLocked::Result::locked) return &from.violated;
  const bool still = has_key(referenced, row.slot, from.key->referenced_columns, key);
  return still ? nullptr : &from.violated;
}

const SqlError* ForeignKeys::check_referencing(To& to, const Change& change) {
  Heap& heap = storage_->heap(*table_);
  const std::vector<Value> key = values_of(heap, change.before, to.key->referenced_columns);
  if (any_null(key)) return nullptr;
  const bool deleted = change.after == kNone;
  if (!deleted && has_key(heap, change.after, to.key->referenced_columns, key)) return nullptr;
  const ReferentialAction action = deleted ? to.key->on_delete : to.key->on_update;
  // NO ACTION is content where another row has taken the key over.
  if (action == ReferentialAction::no_action &&
      find(heap, to.key->referenced_columns, key, true) != kNone) {
    return nullptr;
  }
  const bool changes =
      action != ReferentialAction::no_action && action != ReferentialAction::restrict;
  effects_->lock_table(*to.referencing, changes ? LockMode::row_exclusive : LockMode::row_share);
  Heap& referencing = storage_->heap(*to.referencing);
  for (;;) {
    const std::uint32_t slot = find(referencing, to.key->columns, key, true);
    if (slot == kNone) return nullptr;
    const bool removes = deleted && action == ReferentialAction::cascade;
    const RowLocked row =
        changes ? effects_->lock_to_change(referencing, slot,
                                           removes ? RowLock::update : RowLock::no_key_update)
                : effects_->lock_row(referencing, slot, RowLock::key_share, LockWait::block);
    if (row.result != RowLocked::Result::locked) continue;
    if (!has_key(referencing, row.slot, to.key->columns, key)) continue;
    if (!changes) return &to.violated;
    effects_->require_seen(referencing.version(row.slot));
    if (action == ReferentialAction::set_default && defaults(to) == key) {
      // It refers to the same row as before, which is gone unless another has taken the key over.
      return find(heap, to.key->referenced_columns, key, true) == kNone ? &to.violated : nullptr;
    }
    if (const SqlError* error = change_referencing(to, row.slot, change)) return error;
  }
}

const SqlError* ForeignKeys::change_referencing(To& to, std::uint32_t slot, const Change& change) {
  RowWriter& writer = writer_of(to);
  writer.start(base_, *outcome_);
  const bool deleted = change.after == kNone;
  const ReferentialAction action = deleted ? to.key->on_delete : to.key->on_update;
  if (deleted && action == ReferentialAction::cascade) {
    writer.remove(slot);
    return writer.finish();
  }
  const std::span<const Value> before = writer.heap().row(slot);
  std::vector<Value> row(before.begin(), before.end());
  const std::vector<Value> default_values = defaults(to);
  for (std::size_t n = 0; n < to.key->columns.size(); ++n) {
    const std::size_t column = to.key->columns[n];
    if (action == ReferentialAction::cascade) {
      row[column] = storage_->heap(*table_).row(change.after)[to.key->referenced_columns[n]];
    } else if (action == ReferentialAction::set_null) {
      row[column] = Value();
    } else {
      row[column] = default_values[n];
    }
  }
  const std::vector<bool> touched(writer.constraints().keys().size(), true);
  if (const SqlError* error = writer.update(slot, row, touched)) return error;
  return writer.finish();
}

std::vector<Value> ForeignKeys::defaults(const To& to) const {
  std::vector<Value> values;
  for (const std::size_t column : to.key->columns) {
    const Column& definition = to.referencing->columns[column];
    values.push_back(definition.default_value ? eval(*definition.default_value, base_) : Value());
  }
  return values;
}

RowWriter& ForeignKeys::writer_of(To& to) {
  if (to.writer == nullptr) {
    static const std::vector<Expr> no_returning;
    to.writer = std::make_unique<RowWriter>(*statement_, *to.referencing, no_returning, *storage_,
                                            *effects_);
  }
  return *to.writer;
}

}  // namespace racewindow::memory
