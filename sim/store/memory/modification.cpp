// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/modification.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>

#include "sim/store/memory/insertion.h"
#include "sim/store/memory/new_row.h"
#include "sim/store/memory/query.h"
#include "sim/store/memory/row_writer.h"

namespace racewindow::memory {
namespace {

// The rows that an UPDATE or DELETE may change, found as a query finds them: the table itself is
// its first range entry, FROM or USING gives the others.
Select targets(const Table& table, const std::vector<RangeEntry>& from,
               const std::optional<Expr>& where) {
  Select select;
  RangeEntry target;
  target.table = &table;
  for (const Column& column : table.columns) target.types.push_back(column.type);
  select.from.push_back(std::move(target));
  select.from.insert(select.from.end(), from.begin(), from.end());
  select.where = where;
  return select;
}

// What UPDATE and DELETE share: each row they found is locked, judged again where somebody else has
// changed it meanwhile, and then changed.
class Targeted : public Modification {
 public:
  Targeted(const Statement& statement, const Table& table, const std::vector<RangeEntry>& from,
           const std::optional<Expr>& where, const std::vector<Expr>& returning, Storage& storage,
           Effects& effects)
      : effects_(&effects),
        writer_(statement, table, returning, storage, effects),
        select_(targets(table, from, where)),
        query_(select_, storage, effects, true) {}

  const SqlError* run(const Command& command, const EvalContext& base, Outcome& outcome) override {
    writer_.start(base, outcome);
    query_.run(command.snapshot, base);
    for (std::size_t n = 0; n < query_.row_count(); ++n) {
      if (!lock(n)) continue;
      if (const SqlError* error = change(query_.match(n).front())) return error;
      writer_.return_row(query_.at(n));
    }
    return writer_.finish();
  }

 protected:
  RowWriter& writer() { return writer_; }
  [[nodiscard]] const RowWriter& writer() const { return writer_; }
  // How the change of a row, as it is now, locks it. Asked once for each version, the last time
  // for the one that is changed.
  [[nodiscard]] virtual RowLock strength(std::uint32_t slot, std::size_t n) = 0;
  [[nodiscard]] virtual const SqlError* change(std::uint32_t slot) = 0;
  // What expressions see in row n.
  [[nodiscard]] const EvalContext& at(std::size_t n) { return query_.at(n); }

 private:
  // False: the row is no longer there, or no longer one of those to change.
  bool lock(std::size_t n) {
    for (;;) {
      const std::uint32_t slot = query_.match(n).front();
      const RowLocked row = effects_->lock_to_change(writer_.heap(), slot, strength(slot, n));
      if (row.result != RowLocked::Result::locked) return false;
      if (row.slot == slot) return true;
      if (!query_.still_matches(n, 0, row.slot)) return false;
    }
  }

  Effects* effects_;
  RowWriter writer_;
  Select select_;
  Query query_;
};

class Updating final : public Targeted {
 public:
  Updating(const Statement& statement, const Update& update, Storage& storage, Effects& effects)
      : Targeted(statement, *update.table, update.from, update.where, update.returning, storage,
                 effects),
        new_row_(update.assignments, writer().constraints()) {
    for (const Assignment& assignment : update.assignments) {
      const Column& column = update.table->columns[assignment.column];
      if (column.identity != Identity::always) continue;
      refused_ = SqlError("428C9",
                          fmt::format("column \"{}\" can only be updated to DEFAULT", column.name));
    }
  }

  const SqlError* run(const Command& command, const EvalContext& base, Outcome& outcome) override {
    return refused_ ? &*refused_ : Targeted::run(command, base, outcome);
  }

 private:
  RowLock strength(std::uint32_t slot, std::size_t n) override {
    const std::span<const Value> before = writer().heap().row(slot);
    row_ = new_row_.make(before, at(n));
    return writer().constraints().strength_of_update(before, row_);
  }
  const SqlError* change(std::uint32_t slot) override {
    return writer().update(slot, row_, new_row_.touched());
  }

  NewRow new_row_;
  std::span<const Value> row_;  // what strength() made of the version that is changed next
  std::optional<SqlError> refused_;
};

class Removing final : public Targeted {
 public:
  Removing(const Statement& statement, const Delete& remove, Storage& storage, Effects& effects)
      : Targeted(statement, *remove.table, remove.from, remove.where, remove.returning, storage,
                 effects) {}

 private:
  RowLock strength(std::uint32_t /*slot*/, std::size_t /*n*/) override { return RowLock::update; }
  const SqlError* change(std::uint32_t slot) override {
    writer().remove(slot);
    return nullptr;
  }
};

}  // namespace

std::unique_ptr<Modification> make_modification(const Statement& statement, const Insert& insert,
                                                Storage& storage, Effects& effects) {
  return make_insertion(statement, insert, storage, effects);
}

std::unique_ptr<Modification> make_modification(const Statement& statement, const Update& update,
                                                Storage& storage, Effects& effects) {
  return std::make_unique<Updating>(statement, update, storage, effects);
}

std::unique_ptr<Modification> make_modification(const Statement& statement, const Delete& remove,
                                                Storage& storage, Effects& effects) {
  return std::make_unique<Removing>(statement, remove, storage, effects);
}

}  // namespace racewindow::memory
