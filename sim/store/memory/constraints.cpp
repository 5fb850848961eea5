// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/sql/bound.h"
#include "sim/sql/visit.h"
#include "sim/store/memory/operand.h"

namespace racewindow::memory {

Constraints::Constraints(const Table& table) {
  for (std::size_t n = 0; n < table.columns.size(); ++n) {
    const Column& column = table.columns[n];
    if (!column.not_null) continue;
    not_null_.push_back(
        {n, SqlError(sqlstate::not_null_violation,
                     fmt::format("null value in column \"{}\" of relation \"{}\" violates "
                                 "not-null constraint",
                                 column.name, table.name))});
  }
  for (const Check& check : table.checks) {
    checks_.push_back(
        {&check, SqlError(sqlstate::check_violation,
                          fmt::format("new row for relation \"{}\" violates check constraint "
                                      "\"{}\"",
                                      table.name, check.name))});
  }
  std::ranges::sort(checks_, {}, [](const Condition& c) { return c.check->name; });
  for (const UniqueKey& key : table.keys) {
    std::vector<std::size_t> predicate_columns;
    if (key.predicate != nullptr) {
      for_each_column(*key.predicate, [&](const Expr& column, unsigned) {
        predicate_columns.push_back(column.index);
      });
    }
    keys_.push_back(
        {&key,
         SqlError(sqlstate::unique_violation,
                  fmt::format("duplicate key value violates unique constraint \"{}\"", key.name)),
         0, std::move(predicate_columns)});
  }
  std::ranges::stable_partition(keys_, [](const Key& key) { return key.key->primary; });
  for (std::size_t n = 0; n < keys_.size(); ++n) keys_[n].position = n;
}

RowLock Constraints::strength_of_update(std::span<const Value> before,
                                        std::span<const Value> after) const {
  for (const Key& key : keys_) {
    if (key.key->predicate != nullptr) continue;
    for (const std::size_t column : key.key->columns) {
      if (before[column] != after[column]) return RowLock::update;
    }
  }
  return RowLock::no_key_update;
}

const SqlError* Constraints::check_row(std::span<const Value> row, const EvalContext& base) const {
  for (const NotNull& rule : not_null_) {
    if (row[rule.column].is_null()) return &rule.violated;
  }
  if (checks_.empty()) return nullptr;
  const std::array<const Value*, 1> rows{row.data()};
  EvalContext context = base;
  context.rows = rows;
  for (const Condition& rule : checks_) {
    const Value holds = eval(*rule.check->condition, context);
    if (!holds.is_null() && !holds.is_true()) return &rule.violated;
  }
  return nullptr;
}

bool Constraints::Key::touched_by(const std::vector<Assignment>& assignments) const {
  return std::ranges::any_of(assignments, [this](const Assignment& assignment) {
    return std::ranges::find(key->columns, assignment.column) != key->columns.end() ||
           std::ranges::find(predicate_columns, assignment.column) != predicate_columns.end();
  });
}

namespace {

bool in_index(const UniqueKey& key, const Value* cells, const EvalContext& base) {
  if (key.predicate == nullptr) return true;
  const std::array<const Value*, 1> rows{cells};
  EvalContext context = base;
  context.rows = rows;
  return eval_condition(*key.predicate, context);
}

}  // namespace

KeyConflict find_conflict(const Constraints::Key& constraint, const Heap& heap,
                          std::span<const Value> row, const EvalContext& base,
                          std::uint32_t session, std::uint32_t except) {
  const UniqueKey& key = *constraint.key;
  for (const std::size_t column : key.columns) {
    if (row[column].is_null()) return {};
  }
  if (!in_index(key, row.data(), base)) return {};
  const auto is_open_elsewhere = [session](Stamp stamp) {
    return is_open(stamp) && session_of(stamp) != session;
  };
  for (const std::uint32_t slot : heap.versions()) {
    const Version& version = heap.version(slot);
    const bool gone = version.died != kNever && !is_open_elsewhere(version.died);
    if (gone || slot == except || version.keys_entered <= constraint.position) continue;
    const Value* cells = heap.cells(slot);
    const bool same = std::ranges::all_of(key.columns, [&](std::size_t column) {
      return !cells[column].is_null() && equal_values(cells[column], row[column]);
    });
    if (!same || !in_index(key, cells, base)) continue;
    if (is_open_elsewhere(version.born)) {
      return {KeyConflict::Kind::open, slot, session_of(version.born)};
    }
    if (version.died != kNever) return {KeyConflict::Kind::open, slot, session_of(version.died)};
    return {KeyConflict::Kind::duplicate, slot, 0};
  }
  return {};
}

}  // namespace racewindow::memory
