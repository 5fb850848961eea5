// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/insertion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "sim/store/memory/new_row.h"
#include "sim/store/memory/query.h"
#include "sim/store/memory/row_writer.h"
#include "sim/store/row_order.h"

namespace racewindow::memory {
namespace {

// Where one column of the new row comes from: the source, unless it leaves the column out or says
// DEFAULT; then the sequence of an identity column, or the default.
struct ColumnSource {
  std::optional<std::size_t> source;
  const Sequence* sequence = nullptr;
  Operand default_value;
  Type type;
};

class Insertion final : public Modification {
 public:
  Insertion(const Statement& statement, const Insert& insert, Storage& storage, Effects& effects);
  const SqlError* run(const Command& command, const EvalContext& base, Outcome& outcome) override;

 private:
  void refuse_values_for_generated_columns();
  void make_row(std::size_t n, const EvalContext& base);
  const SqlError* insert_unless_conflict(const Command& command, const EvalContext& base);
  const SqlError* insert(const EvalContext& base);
  [[nodiscard]] std::uint32_t find_arbiter_conflict(const EvalContext& base) const;
  const SqlError* update_existing(std::uint32_t slot, const EvalContext& base);

  const Insert* insert_;
  Effects* effects_;
  RowWriter writer_;
  Query source_;
  std::vector<ColumnSource> columns_;
  std::optional<SqlError> refused_;
  std::optional<NewRow> update_;  // DO UPDATE
  Filter update_where_;
  std::vector<Value> row_;
};

Insertion::Insertion(const Statement& statement, const Insert& insert, Storage& storage,
                     Effects& effects)
    : insert_(&insert),
      effects_(&effects),
      writer_(statement, *insert.table, insert.returning, storage, effects),
      source_(*insert.source, storage, effects),
      row_(insert.table->columns.size()) {
  const Table& table = *insert.table;
  for (std::size_t n = 0; n < table.columns.size(); ++n) {
    ColumnSource column{{}, {}, Operand(insert.defaults[n]), table.columns[n].type};
    if (table.columns[n].sequence) {
      column.sequence = storage.catalog().sequence(*table.columns[n].sequence);
    }
    const auto given = std::ranges::find(insert.columns, n);
    if (given != insert.columns.end()) {
      column.source = static_cast<std::size_t>(given - insert.columns.begin());
    }
    columns_.push_back(column);
  }
  refuse_values_for_generated_columns();
  if (insert.on_conflict && insert.on_conflict->update) {
    update_.emplace(insert.on_conflict->assignments, writer_.constraints());
    if (insert.on_conflict->where) update_where_.add(*insert.on_conflict->where);
  }
}

void Insertion::refuse_values_for_generated_columns() {
  const auto& is_default = insert_->value_is_default;
  for (std::size_t n = 0; n < columns_.size(); ++n) {
    const Column& column = insert_->table->columns[n];
    const auto source = columns_[n].source;
    if (column.identity != Identity::always || !source) continue;
    const bool all_default =
        !is_default.empty() &&
        std::ranges::all_of(is_default, [&](const auto& row) { return row[*source]; });
    if (all_default) continue;
    refused_ = SqlError(
        "428C9", fmt::format("cannot insert a non-DEFAULT value into column \"{}\"", column.name));
  }
}

const SqlError* Insertion::run(const Command& command, const EvalContext& base, Outcome& outcome) {
  if (refused_) return &*refused_;
  const std::size_t first_change = outcome.changes.size();
  writer_.start(base, outcome);
  source_.run(command.snapshot, base);
  for (std::size_t n = 0; n < source_.row_count(); ++n) {
    make_row(n, base);
    const SqlError* error =
        insert_->on_conflict ? insert_unless_conflict(command, base) : insert(base);
    if (error != nullptr) return error;
  }
  // The source of an INSERT … SELECT has no order of its own to report.
  if (insert_->source->values.empty() && insert_->source->order_by.empty()) {
    sort_changes(outcome, first_change);
  }
  return writer_.finish();
}

void Insertion::make_row(std::size_t n, const EvalContext& base) {
  const std::span<const Value> source = source_.row(n);
  for (std::size_t at = 0; at < columns_.size(); ++at) {
    const ColumnSource& column = columns_[at];
    const bool given = column.source && (insert_->value_is_default.empty() ||
                                         !insert_->value_is_default[n][*column.source]);
    if (given) {
      row_[at] = source[*column.source];
    } else if (column.sequence != nullptr) {
      const std::int64_t next = effects_->next_value(*column.sequence);
      row_[at] = column.type == Type::int4 ? Value::int4(next) : Value::int8(next);
    } else {
      row_[at] = column.default_value.value(base);
    }
  }
}

const SqlError* Insertion::insert(const EvalContext& base) {
  if (const SqlError* error = writer_.insert(row_)) return error;
  writer_.return_row(base);
  return nullptr;
}

// As the server does (ExecInsert, ExecOnConflictUpdate in src/backend/executor/nodeModifyTable.c):
// NOT NULL and CHECK come first, then the arbiter keys, then the other keys. A row that is found
// there and gone by the time it is locked starts the search anew.
const SqlError* Insertion::insert_unless_conflict(const Command& command, const EvalContext& base) {
  if (const SqlError* violated = writer_.constraints().check_row(row_, base)) return violated;
  for (;;) {
    const std::uint32_t slot = find_arbiter_conflict(base);
    if (slot == kNone) return insert(base);
    const Stamp born = writer_.heap().version(slot).born;
    const bool of_this_command = born == command.stamp;
    if (!update_) {
      if (!of_this_command) effects_->require_seen(writer_.heap().version(slot));
      return nullptr;
    }
    if (of_this_command) {
      throw SqlError("21000", "ON CONFLICT DO UPDATE command cannot affect row a second time");
    }
    const RowLock strength = update_->changes_keys() ? RowLock::update : RowLock::no_key_update;
    const RowLocked row = effects_->lock_to_change(writer_.heap(), slot, strength);
    if (row.result != RowLocked::Result::locked || row.slot != slot) continue;
    effects_->require_seen(writer_.heap().version(slot));
    return update_existing(slot, base);
  }
}

std::uint32_t Insertion::find_arbiter_conflict(const EvalContext& base) const {
  const UniqueKey* arbiter = insert_->on_conflict->arbiter;
  for (const Constraints::Key& key : writer_.constraints().keys()) {
    if (arbiter != nullptr && key.key != arbiter) continue;
    const std::uint32_t slot = effects_->find_conflict(writer_.heap(), key, row_, base, kNone);
    if (slot != kNone) return slot;
  }
  return kNone;
}

const SqlError* Insertion::update_existing(std::uint32_t slot, const EvalContext& base) {
  const std::array<const Value*, 2> rows{writer_.heap().cells(slot), row_.data()};
  EvalContext context = base;
  context.rows = rows;
  if (!update_where_.passes(context)) return nullptr;
  const auto row = update_->make(writer_.heap().row(slot), context);
  if (const SqlError* error = writer_.update(slot, row, update_->touched())) return error;
  writer_.return_row(base);
  return nullptr;
}

}  // namespace

std::unique_ptr<Modification> make_insertion(const Statement& statement, const Insert& insert,
                                             Storage& storage, Effects& effects) {
  return std::make_unique<Insertion>(statement, insert, storage, effects);
}

}  // namespace racewindow::memory
