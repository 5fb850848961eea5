// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/modification.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include "sim/store/memory/insertion.h"
#include "sim/store/memory/new_row.h"
#include "sim/store/memory/row_writer.h"
#include "sim/store/row_order.h"

namespace racewindow::memory {
namespace {

// The rows that an UPDATE or DELETE changes: all are found before the first is changed, and they
// are changed in canonical order, because a key that two rows hold for a moment is an error.
class Targets {
 public:
  explicit Targets(const std::optional<Expr>& where) {
    if (where) where_.add(*where);
  }

  const std::vector<std::uint32_t>& find(const Heap& heap, const Snapshot& snapshot,
                                         const EvalContext& base) {
    slots_.clear();
    std::array<const Value*, 1> rows{};
    EvalContext context = base;
    context.rows = rows;
    for (const std::uint32_t slot : heap.versions()) {
      const Version& version = heap.version(slot);
      if (!snapshot.sees(version.born) || snapshot.sees(version.died)) continue;
      rows[0] = heap.cells(slot);
      if (where_.passes(context)) slots_.push_back(slot);
    }
    if (slots_.size() > 1) {
      std::ranges::sort(slots_, [&heap](std::uint32_t a, std::uint32_t b) {
        return compare_rows(heap.row(a), heap.row(b)) < 0;
      });
    }
    return slots_;
  }

 private:
  Filter where_;
  std::vector<std::uint32_t> slots_;
};

class Updating final : public Modification {
 public:
  Updating(const Statement& statement, const Update& update, Storage& storage)
      : writer_(statement, *update.table, update.returning, storage),
        targets_(update.where),
        new_row_(update.assignments, writer_.constraints()) {
    for (const Assignment& assignment : update.assignments) {
      const Column& column = update.table->columns[assignment.column];
      if (column.identity != Identity::always) continue;
      refused_ = SqlError("428C9",
                          fmt::format("column \"{}\" can only be updated to DEFAULT", column.name));
    }
  }

  const SqlError* run(const Command& command, const EvalContext& base, Outcome& outcome) override {
    if (refused_) return &*refused_;
    writer_.start(command, base, outcome);
    for (const std::uint32_t slot : targets_.find(writer_.heap(), command.snapshot, base)) {
      writer_.require_modifiable(slot);
      const std::array<const Value*, 1> rows{writer_.heap().cells(slot)};
      EvalContext context = base;
      context.rows = rows;
      const auto row = new_row_.make(writer_.heap().row(slot), context);
      if (const SqlError* error = writer_.update(slot, row, new_row_.touched())) return error;
    }
    return nullptr;
  }

 private:
  RowWriter writer_;
  Targets targets_;
  NewRow new_row_;
  std::optional<SqlError> refused_;
};

class Removing final : public Modification {
 public:
  Removing(const Statement& statement, const Delete& remove, Storage& storage)
      : writer_(statement, *remove.table, remove.returning, storage), targets_(remove.where) {}

  const SqlError* run(const Command& command, const EvalContext& base, Outcome& outcome) override {
    writer_.start(command, base, outcome);
    for (const std::uint32_t slot : targets_.find(writer_.heap(), command.snapshot, base)) {
      writer_.require_modifiable(slot);
      writer_.remove(slot);
    }
    return nullptr;
  }

 private:
  RowWriter writer_;
  Targets targets_;
};

}  // namespace

std::unique_ptr<Modification> make_modification(const Statement& statement, Storage& storage) {
  if (const auto* insert = std::get_if<Insert>(&statement.bound)) {
    return make_insertion(statement, *insert, storage);
  }
  if (const auto* update = std::get_if<Update>(&statement.bound)) {
    return std::make_unique<Updating>(statement, *update, storage);
  }
  return std::make_unique<Removing>(statement, std::get<Delete>(statement.bound), storage);
}

}  // namespace racewindow::memory
