// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/sql/statement.h"
#include "sim/store/memory/constraints.h"
#include "sim/store/memory/operand.h"
#include "sim/store/memory/storage.h"
#include "sim/store/store.h"

namespace racewindow::memory {

// Writes single rows of one table for a statement: constraints, waiting, the change itself, and its
// report in the outcome (count, row change, RETURNING).
class RowWriter {
 public:
  RowWriter(const Statement& statement, const Table& table, const std::vector<Expr>& returning,
            Storage& storage);

  // Before the first row of a run.
  void start(const Command& command, const EvalContext& base, Outcome& outcome);

  // All return the violated constraint's error, or null when the row was written.
  [[nodiscard]] const SqlError* insert(std::span<const Value> row);
  // `touched` has, per key of constraints(), whether the update can change it.
  // Requires: require_modifiable(slot) returned.
  [[nodiscard]] const SqlError* update(std::uint32_t slot, std::span<const Value> row,
                                       const std::vector<bool>& touched);
  // Requires: require_modifiable(slot) returned.
  void remove(std::uint32_t slot);

  // Throws SqlError (40001) for a row that was changed after the snapshot was taken, Broken for one
  // that another open transaction has changed.
  void require_modifiable(std::uint32_t slot) const;
  // A conflicting version on key n of constraints(), or kNone. Throws Broken where it is for
  // another open transaction to decide.
  [[nodiscard]] std::uint32_t find_duplicate(std::size_t n, std::span<const Value> row,
                                             std::uint32_t except) const;

  [[nodiscard]] Heap& heap() const { return *heap_; }
  [[nodiscard]] const Constraints& constraints() const { return constraints_; }

 private:
  void report(RowChange::Kind kind, const Value* before, const Value* after);
  [[noreturn]] void would_wait(std::uint32_t session, const char* change, std::uint32_t slot) const;

  const Statement* statement_;
  Storage* storage_;
  Heap* heap_;
  Constraints constraints_;
  std::vector<Operand> returning_;

  // Of the run.
  Command command_;
  EvalContext base_;
  Outcome* outcome_ = nullptr;
};

}  // namespace racewindow::memory
