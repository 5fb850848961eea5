// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/sql/catalog.h"
#include "sim/sql/value.h"
#include "sim/store/footprint.h"
#include "sim/store/memory/lock.h"

namespace racewindow::memory {

// Puts what a step does to this store into a footprint, as cells that it names; without one it does
// nothing. Rows are named by their keys, and so are the locks on them: whoever changes, locks or
// inserts a row touches each of its unique keys. A row without a key is named by its table.
//
// What a transaction changes is touched when it is changed, since others come to wait there, and
// again when the transaction ends; readers find it only then, so then it is published.
class Recorder {
 public:
  using Access = Footprint::Access;

  void record_to(Footprint* footprint, Footprint::Space space) {
    footprint_ = footprint;
    space_ = space;
  }
  // null: nothing is recorded.
  [[nodiscard]] Footprint* footprint() const {
    if (active()) footprint_->set_space(space_);
    return footprint_;
  }
  [[nodiscard]] bool active() const { return footprint_ != nullptr; }

  void everything() {
    if (active()) footprint_->touch_everything();
  }
  // An image of a row that is written, or taken back, or that others no longer have to wait for.
  void wrote(const Table& table, const Value* row) {
    if (active()) touch_keys(table, row);
  }
  // What the statement to come assigns to, as bits.
  void assigns(std::uint64_t columns) { assigned_ = columns; }
  // From now on others find the row as it is after, and no longer as it was before; null: none.
  void published(const Table& table, const Value* before, const Value* after) {
    if (active()) publish(table, before, after);
  }
  void row(const Table& table, const Value* row, Access access) {
    if (active()) touch_row(table, row, access);
  }
  // One of the table's keys, as the row has it.
  void key(const Table& table, const UniqueKey& key, const Value* row, Access access) {
    if (active()) touch_key(table, key, row, access);
  }
  void lock(const LockTag& tag, Access access) {
    if (active()) touch_lock(tag, access);
  }
  void sequence(std::size_t id, Access access) {
    if (active()) touch_sequence(id, access);
  }
  // read: a snapshot is taken that outlives the statement. publish: what snapshots see changes.
  void snapshot(Access access) {
    if (active()) touch_snapshot(access);
  }
  // A session begins to wait: who waits for whom decides about deadlocks.
  void waits() {
    if (active()) touch_waits();
  }

 private:
  void touch_keys(const Table& table, const Value* row);
  void publish(const Table& table, const Value* before, const Value* after);
  void touch_row(const Table& table, const Value* row, Access access);
  void touch_key(const Table& table, const UniqueKey& key, const Value* row, Access access);
  void touch_lock(const LockTag& tag, Access access);
  void touch_sequence(std::size_t id, Access access);
  void touch_snapshot(Access access);
  void touch_waits();

  Footprint* footprint_ = nullptr;
  std::uint64_t assigned_ = 0;
  Footprint::Space space_ = Footprint::Space::database;
};

}  // namespace racewindow::memory
