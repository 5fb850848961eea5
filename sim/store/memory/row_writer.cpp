// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/row_writer.h"

#include <algorithm>

namespace racewindow::memory {

RowWriter::RowWriter(const Statement& statement, const Table& table,
                     const std::vector<Expr>& returning, Storage& storage, Effects& effects)
    : statement_(&statement),
      table_(&table),
      effects_(&effects),
      heap_(&storage.heap(table)),
      constraints_(table),
      foreign_keys_(statement, table, storage, effects) {
  for (const Expr& expr : returning) returning_.emplace_back(expr);
}

void RowWriter::start(const EvalContext& base, Outcome& outcome) {
  base_ = base;
  outcome_ = &outcome;
  foreign_keys_.start(base, outcome);
  if (!returning_.empty()) outcome.rows.columns = &statement_->columns;
}

const SqlError* RowWriter::insert(std::span<const Value> row) {
  if (const SqlError* violated = constraints_.check_row(row, base_)) return violated;
  written_ = effects_->insert(*heap_, row, !constraints_.keys().empty());
  report(RowChange::Kind::insert, nullptr, heap_->cells(written_));
  foreign_keys_.note(kNone, written_);
  return enter_keys(written_, nullptr);
}

const SqlError* RowWriter::update(std::uint32_t slot, std::span<const Value> row,
                                  const std::vector<bool>& touched) {
  if (const SqlError* violated = constraints_.check_row(row, base_)) return violated;
  const bool keys_change = std::ranges::find(touched, true) != touched.end();
  written_ = effects_->update(*heap_, slot, row, keys_change);
  report(RowChange::Kind::update, heap_->cells(slot), heap_->cells(written_));
  foreign_keys_.note(slot, written_);
  return keys_change ? enter_keys(written_, &touched) : nullptr;
}

void RowWriter::remove(std::uint32_t slot) {
  effects_->remove(*heap_, slot);
  written_ = slot;
  report(RowChange::Kind::remove, heap_->cells(slot), nullptr);
  foreign_keys_.note(slot, kNone);
}

// The row is in the table by now, as on the server: those who look for one of its keys meanwhile
// wait for us.
const SqlError* RowWriter::enter_keys(std::uint32_t slot, const std::vector<bool>* touched) {
  const std::vector<Constraints::Key>& keys = constraints_.keys();
  const auto next_touched = [&](std::size_t position) {
    while (position < keys.size() && touched != nullptr && !(*touched)[position]) ++position;
    return position;
  };
  for (std::size_t at = next_touched(0); at < keys.size();) {
    // Those in between are as they were, and conflict with nothing.
    const std::size_t next = next_touched(at + 1);
    const std::uint32_t entered = next == keys.size() ? kAllKeys : static_cast<std::uint32_t>(next);
    if (effects_->enter_key(*heap_, keys[at], slot, base_, entered) != kNone) {
      return &keys[at].duplicate;
    }
    at = next;
  }
  return nullptr;
}

void RowWriter::report(RowChange::Kind kind, const Value* before, const Value* after) {
  if (!effects_->just_happened()) return;
  Outcome& outcome = *outcome_;
  const std::size_t width = heap_->width();
  const auto append = [&outcome, width](const Value* cells) {
    if (cells == nullptr) return RowChange::npos;
    const std::size_t offset = outcome.change_cells.size();
    outcome.change_cells.insert(outcome.change_cells.end(), cells, cells + width);
    return offset;
  };
  RowChange& change = outcome.changes.emplace_back();  // written where it stays: twice as fast
  change.kind = kind;
  change.table = table_;
  change.before = append(before);
  change.after = append(after);
}

void RowWriter::return_row(const EvalContext& context) {
  ++outcome_->affected;
  if (returning_.empty()) return;
  rows_.assign(context.rows.begin(), context.rows.end());
  if (rows_.empty()) rows_.emplace_back();
  rows_.front() = heap_->cells(written_);
  EvalContext sees = context;
  sees.rows = rows_;
  for (const Operand& value : returning_) outcome_->rows.cells.push_back(value.value(sees));
  ++outcome_->rows.row_count;
}

}  // namespace racewindow::memory
