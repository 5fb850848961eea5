// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/row_writer.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace racewindow::memory {

RowWriter::RowWriter(const Statement& statement, const Table& table,
                     const std::vector<Expr>& returning, Storage& storage)
    : statement_(&statement), storage_(&storage), heap_(&storage.heap(table)), constraints_(table) {
  for (const Expr& expr : returning) returning_.emplace_back(expr);
}

void RowWriter::start(const Command& command, const EvalContext& base, Outcome& outcome) {
  command_ = command;
  base_ = base;
  outcome_ = &outcome;
  if (!returning_.empty()) outcome.rows.columns = &statement_->columns;
}

const SqlError* RowWriter::insert(std::span<const Value> row) {
  if (const SqlError* violated = constraints_.check_row(row, base_)) return violated;
  for (std::size_t n = 0; n < constraints_.keys().size(); ++n) {
    if (find_duplicate(n, row, kNone) != kNone) return &constraints_.keys()[n].duplicate;
  }
  const std::uint32_t slot = storage_->insert(command_, *heap_, row);
  report(RowChange::Kind::insert, nullptr, heap_->cells(slot));
  return nullptr;
}

const SqlError* RowWriter::update(std::uint32_t slot, std::span<const Value> row,
                                  const std::vector<bool>& touched) {
  if (const SqlError* violated = constraints_.check_row(row, base_)) return violated;
  for (std::size_t n = 0; n < constraints_.keys().size(); ++n) {
    if (touched[n] && find_duplicate(n, row, slot) != kNone) {
      return &constraints_.keys()[n].duplicate;
    }
  }
  const std::uint32_t added = storage_->update(command_, *heap_, slot, row);
  report(RowChange::Kind::update, heap_->cells(slot), heap_->cells(added));
  return nullptr;
}

void RowWriter::remove(std::uint32_t slot) {
  storage_->remove(command_, *heap_, slot);
  report(RowChange::Kind::remove, heap_->cells(slot), nullptr);
}

void RowWriter::require_modifiable(std::uint32_t slot) const {
  const Version& version = heap_->version(slot);
  if (version.died == kNever) return;
  if (is_open(version.died)) would_wait(session_of(version.died), "changed", slot);
  throw SqlError("40001", version.next == kNone
                              ? "could not serialize access due to concurrent delete"
                              : "could not serialize access due to concurrent update");
}

std::uint32_t RowWriter::find_duplicate(std::size_t n, std::span<const Value> row,
                                        std::uint32_t except) const {
  const UniqueKey& key = *constraints_.keys()[n].key;
  const KeyConflict conflict = find_conflict(key, *heap_, row, command_.session, except);
  if (conflict.kind == KeyConflict::Kind::open) {
    const bool inserted = is_open(heap_->version(conflict.slot).born);
    would_wait(conflict.session, inserted ? "inserted" : "changed", conflict.slot);
  }
  return conflict.slot;
}

void RowWriter::would_wait(std::uint32_t session, const char* change, std::uint32_t slot) const {
  std::string row;
  for (const Value& cell : heap_->row(slot)) {
    row += (row.empty() ? "" : ", ") + to_literal(cell);
  }
  throw Broken(
      "wait",
      fmt::format("waiting is not modelled yet: session {} would wait for the open "
                  "transaction of session {}, which {} {} ({}), in {}",
                  command_.session, session, change, heap_->table().name, row, statement_->text));
}

void RowWriter::report(RowChange::Kind kind, const Value* before, const Value* after) {
  Outcome& outcome = *outcome_;
  const std::size_t width = heap_->width();
  const auto append = [&outcome, width](const Value* cells) {
    if (cells == nullptr) return RowChange::npos;
    const std::size_t offset = outcome.change_cells.size();
    outcome.change_cells.insert(outcome.change_cells.end(), cells, cells + width);
    return offset;
  };
  RowChange change{kind, &heap_->table(), append(before), RowChange::npos};
  change.after = append(after);
  outcome.changes.push_back(change);
  ++outcome.affected;
  if (returning_.empty()) return;
  const std::array<const Value*, 1> rows{after == nullptr ? before : after};
  EvalContext context = base_;
  context.rows = rows;
  for (const Operand& value : returning_) outcome.rows.cells.push_back(value.value(context));
  ++outcome.rows.row_count;
}

}  // namespace racewindow::memory
