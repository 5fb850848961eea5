// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/sql/catalog.h"
#include "sim/sql/error.h"
#include "sim/store/memory/effects.h"

namespace racewindow::memory {

class RowWriter;

// The foreign keys from and to one table, as PostgreSQL's triggers keep them
// (src/backend/utils/adt/ri_triggers.c): each changed row is noted, and judged at the end of the
// statement, on the newest data. A row that refers locks the row it refers to FOR KEY SHARE.
class ForeignKeys {
 public:
  ForeignKeys(const Statement& statement, const Table& table, Storage& storage, Effects& effects);
  ~ForeignKeys();

  void start(const EvalContext& base, Outcome& outcome) {
    if (from_.empty() && to_.empty()) return;
    base_ = base;
    outcome_ = &outcome;
    changes_.clear();
  }
  // A row was inserted (before: kNone), updated, or deleted (after: kNone).
  void note(std::uint32_t before, std::uint32_t after) {
    if (!from_.empty() || !to_.empty()) changes_.push_back({before, after});
  }
  // Judges what was noted since the start, which may change rows of other tables. Returns the
  // violated key's error, or null.
  [[nodiscard]] const SqlError* check() { return changes_.empty() ? nullptr : check_changes(); }

 private:
  struct From {  // this table refers
    const ForeignKey* key = nullptr;
    const Table* referenced = nullptr;
    SqlError violated;
  };
  struct To {  // another one, or this, refers to this table
    const ForeignKey* key = nullptr;
    const Table* referencing = nullptr;
    SqlError violated;
    std::unique_ptr<RowWriter> writer;  // of the rows that refer, where the key changes them
  };
  struct Change {
    std::uint32_t before = kNone;
    std::uint32_t after = kNone;
  };

  [[nodiscard]] const SqlError* check_changes();
  [[nodiscard]] const SqlError* check_referenced(const From& from, const Change& change);
  [[nodiscard]] const SqlError* check_referencing(To& to, const Change& change);
  [[nodiscard]] const SqlError* change_referencing(To& to, std::uint32_t slot,
                                                   const Change& change);
  [[nodiscard]] std::uint32_t find(Heap& heap, const std::vector<std::size_t>& columns,
                                   const std::vector<Value>& key, bool newest);
  // Of the columns that refer.
  [[nodiscard]] std::vector<Value> defaults(const To& to) const;
  [[nodiscard]] RowWriter& writer_of(To& to);

  const Statement* statement_;
  const Table* table_;
  Storage* storage_;
  Effects* effects_;
  std::vector<From> from_;
  std::vector<To> to_;

  // Of the run.
  EvalContext base_;
  Outcome* outcome_ = nullptr;
  std::vector<Change> changes_;
};

}  // namespace racewindow::memory
