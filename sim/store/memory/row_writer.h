// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/sql/statement.h"
#include "sim/store/memory/constraints.h"
#include "sim/store/memory/effects.h"
#include "sim/store/memory/foreign_keys.h"
#include "sim/store/memory/operand.h"
#include "sim/store/memory/storage.h"
#include "sim/store/store.h"

namespace racewindow::memory {

// Writes single rows of one table for a statement: constraints, the change itself, and its report
// in the outcome (count, row change, RETURNING).
class RowWriter {
 public:
  RowWriter(const Statement& statement, const Table& table, const std::vector<Expr>& returning,
            Storage& storage, Effects& effects);

  // Before the first row of a run.
  void start(const EvalContext& base, Outcome& outcome);

  // Write one row. They return the violated constraint's error, or null when the row was written;
  // return_row() has to follow.
  [[nodiscard]] const SqlError* insert(std::span<const Value> row);
  // `touched` has, per key of constraints(), whether the update can change it.
  // Requires: the row is locked, and `slot` its newest version.
  [[nodiscard]] const SqlError* update(std::uint32_t slot, std::span<const Value> row,
                                       const std::vector<bool>& touched);
  // Requires: as for update.
  void remove(std::uint32_t slot);
  // After the last row: foreign keys are judged.
  [[nodiscard]] const SqlError* finish() { return foreign_keys_.check(); }
  // Counts the row just written, and adds what RETURNING says of it. `context`: of that, the other
  // range entries; the row itself is entry 0.
  void return_row(const EvalContext& context);

  [[nodiscard]] Heap& heap() const { return *heap_; }
  [[nodiscard]] const Constraints& constraints() const { return constraints_; }

 private:
  [[nodiscard]] const SqlError* enter_keys(std::uint32_t slot, const std::vector<bool>* touched);
  void report(RowChange::Kind kind, const Value* before, const Value* after);

  const Statement* statement_;
  const Table* table_;
  Effects* effects_;
  Heap* heap_;
  Constraints constraints_;
  ForeignKeys foreign_keys_;
  std::vector<Operand> returning_;

  // Of the run.
  EvalContext base_;
  Outcome* outcome_ = nullptr;
  std::uint32_t written_ = kNone;
  std::vector<const Value*> rows_;  // what RETURNING sees
};

}  // namespace racewindow::memory
