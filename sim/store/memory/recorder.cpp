// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/recorder.h"

#include "sim/digest.h"

namespace racewindow::memory {
namespace {

// What a cell is of: the first word of its name.
enum class Cell : std::uint64_t { key, table, lock, sequence, snapshot, waits };

constexpr Hasher name(Cell cell) {
  return Hasher(static_cast<std::uint64_t>(cell));
}

}  // namespace

void Recorder::touch_keys(const Table& table, const Value* row) {
  bool named = false;
  for (const UniqueKey& key : table.keys) {
    touch_key(table, key, row, Access::write);
    named = named || key.covers_all_rows();
  }
  if (!named) footprint()->touch(name(Cell::table).add(table.identity).digest().lo, Access::write);
}

void Recorder::publish(const Table& table, const Value* before, const Value* after) {
  footprint()->publish(table, before, after, assigned_);
  touch_snapshot(Access::publish);
}

// By the first key that every row has.
void Recorder::touch_row(const Table& table, const Value* row, Access access) {
  for (const UniqueKey& key : table.keys) {
    if (!key.covers_all_rows()) continue;
    touch_key(table, key, row, access);
    return;
  }
  footprint()->touch(name(Cell::table).add(table.identity).digest().lo, access);
}

// Of a partial index, or one on expressions, no single key is told: they all count as one.
void Recorder::touch_key(const Table& table, const UniqueKey& key, const Value* row,
                         Access access) {
  Hasher hasher = name(Cell::key);
  hasher.add(table.identity).add(key.name);
  if (key.covers_all_rows()) {
    for (const std::size_t column : key.columns) {
      const Value& value = row[column];
      // Values that are equal without being the same have one name.
      if (value.is_null() || equal_is_same(value.type())) value.add_to(hasher);
    }
  }
  footprint()->touch(hasher.digest().lo, access);
}

void Recorder::touch_lock(const LockTag& tag, Access access) {
  Hasher hasher = name(Cell::lock);
  hasher.add(static_cast<std::uint64_t>(tag.kind)).add(tag.a);
  // A transaction is waited for as a whole.
  if (tag.kind != LockTag::Kind::transaction) hasher.add(tag.b);
  footprint()->touch(hasher.digest().lo, access);
}

void Recorder::touch_sequence(std::size_t id, Access access) {
  footprint()->touch(name(Cell::sequence).add(static_cast<std::uint64_t>(id)).digest().lo, access);
}

void Recorder::touch_snapshot(Access access) {
  footprint()->touch(name(Cell::snapshot).digest().lo, access);
}

void Recorder::touch_waits() {
  footprint()->touch(name(Cell::waits).digest().lo, Access::write);
}

}  // namespace racewindow::memory
