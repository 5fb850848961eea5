// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/digest.h"
#include "sim/sql/catalog.h"
#include "sim/sql/value.h"
#include "sim/store/memory/stamp.h"
#include "sim/store/memory/undo_log.h"
#include "sim/store/store.h"  // RowOrder

namespace racewindow::memory {

// One version of a row, as PostgreSQL's heap has it: who made it, who ended it, what replaced it.
struct Version {
  Stamp born = 0;
  Stamp died = kNever;
  Digest digest;                 // of its cells and the table
  std::uint32_t next = kNone;    // the version that replaced it, when it was updated
  std::uint32_t origin = kNone;  // the committed version that an open transaction replaced by this
  std::uint32_t row = 0;         // the same for all versions of a row
  std::uint32_t keys_entered = 0;  // how many of the table's unique keys know of it, in their order
};
inline constexpr std::uint32_t kAllKeys = ~std::uint32_t{0};

// The versions of one table's rows, in flat storage: a version is a slot number, its cells lie side
// by side. Every change is recorded in the undo log. Visibility and transactions are Storage's; the
// heap knows only slots. Adding a version moves the storage: pointers to cells do not outlive it.
// Versions are gone through in row order (store.h): a statement that has to wait on its way leaves
// a trace of that order in the state.
class Heap {
 public:
  // `identity` is what the table is called in digests.
  Heap(const Table& table, std::uint64_t identity, std::uint32_t index, RowOrder order,
       UndoLog& log)
      : table_(&table),
        identity_(identity),
        index_(index),
        width_(table.columns.size()),
        order_(order),
        log_(&log) {}

  [[nodiscard]] const Table& table() const { return *table_; }
  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] std::size_t width() const { return width_; }
  // The digest of a row: equal rows of one table have equal digests.
  [[nodiscard]] Digest digest_of(std::span<const Value> row) const {
    Hasher hasher(identity_);
    for (const Value& cell : row) cell.add_to(hasher);
    return hasher.digest();
  }
  // All versions that someone may still see, in row order.
  [[nodiscard]] std::span<const std::uint32_t> versions() const { return present_; }
  [[nodiscard]] const Version& version(std::uint32_t slot) const { return slots_[slot]; }
  [[nodiscard]] const Value* cells(std::uint32_t slot) const { return &cells_[slot * width_]; }
  [[nodiscard]] std::span<const Value> row(std::uint32_t slot) const {
    return {cells(slot), width_};
  }

  // A version of a new row. Requires: `row` does not point into this heap.
  std::uint32_t add(std::span<const Value> row, const Digest& digest, Stamp born,
                    std::uint32_t keys_entered);
  // The next version of `replaced`; `origin` as in Version.
  std::uint32_t add_next(std::span<const Value> row, const Digest& digest, Stamp born,
                         std::uint32_t keys_entered, std::uint32_t replaced, std::uint32_t origin);
  void stamp(std::uint32_t slot, Stamp born, Stamp died, std::uint32_t next);
  // The first `count` of the table's unique keys know of the version.
  void enter_keys(std::uint32_t slot, std::uint32_t count);
  // Nobody can see the version any more.
  void drop(std::uint32_t slot);
  // Takes back the record on top of the log. Requires: it is of this heap.
  void undo(const Undo& record);

 private:
  std::uint32_t place(std::span<const Value> row, const Version& version, bool new_row);
  [[nodiscard]] std::size_t position_for(std::span<const Value> row) const;
  void free(std::uint32_t slot);

  const Table* table_;
  std::uint64_t identity_;
  std::uint32_t index_;
  std::size_t width_;
  RowOrder order_;
  UndoLog* log_;
  std::uint32_t next_row_ = 0;
  std::vector<Version> slots_;
  std::vector<Value> cells_;
  std::vector<std::uint32_t> present_;
  // Slots to use again. A version dropped while checkpoints exist keeps its slot, because going
  // back brings it back with its cells; the slots added since are given up by going back.
  std::vector<std::uint32_t> free_;
};

}  // namespace racewindow::memory
