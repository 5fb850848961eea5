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
    std::vector<std::size_t> depends;
    const auto depends_on = [&](const Expr& expr) {
      for_each_column(expr, [&](const Expr& column, unsigned) { depends.push_back(column.index); });
    };
    if (key.predicate != nullptr) depends_on(*key.predicate);
    for (const auto& expression : key.expressions) depends_on(*expression);
    keys_.push_back(
        {&key,
         SqlError(sqlstate::unique_violation,
                  fmt::format("duplicate key value violates unique constraint \"{}\"", key.name)),
         0, std::move(depends)});
  }
  std::ranges::stable_partition(keys_, [](const Key& key) { return key.key->primary; });
  for (std::size_t n = 0; n < keys_.size(); ++n) keys_[n].position = n;
}

RowLock Constraints::strength_of_update(std::span<const Value> before,
                                        std::span<const Value> after) const {
  for (const Key& key : keys_) {
    if (!key.key->covers_all_rows()) continue;
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
           std::ranges::find(depends, assignment.column) != depends.end();
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

namespace {

// Part n of what the key compares: a column of the row, or an expression over it.
Value key_part(const UniqueKey& key, std::size_t n, const Value* cells, const EvalContext& base) {
  if (key.expressions.empty()) return cells[key.columns[n]];
  const std::array<const Value*, 1> rows{cells};
  EvalContext context = base;
  context.rows = rows;
  return eval(*key.expressions[n], context);
}

bool same_key(const UniqueKey& key, const Value* a, const Value* b, const EvalContext& base) {
  const std::size_t parts = key.expressions.empty() ? key.columns.size() : key.expressions.size();
  for (std::size_t n = 0; n < parts; ++n) {
    const Value x = key_part(key, n, a, base);
    const Value y = key_part(key, n, b, base);
    if (x.is_null() || y.is_null()) {
      if (!key.nulls_not_distinct || x.is_null() != y.is_null()) return false;
    } else if (!equal_values(x, y)) {
      return false;
    }
  }
  return true;
}

}  // namespace

KeyConflict find_conflict(const Constraints::Key& constraint, const Heap& heap,
                          std::span<const Value> row, const EvalContext& base,
                          std::uint32_t session, std::uint32_t except) {
  const UniqueKey& key = *constraint.key;
  if (!in_index(key, row.data(), base)) return {};
  const auto is_open_elsewhere = [session](Stamp stamp) {
    return is_open(stamp) && session_of(stamp) != session;
  };
  for (const std::uint32_t slot : heap.versions()) {
    const Version& version = heap.version(slot);
    const bool gone = version.died != kNever && !is_open_elsewhere(version.died);
    if (gone || slot == except || version.keys_entered <= constraint.position) continue;
    const Value* cells = heap.cells(slot);
    if (!same_key(key, row.data(), cells, base) || !in_index(key, cells, base)) continue;
    const bool open = is_open_elsewhere(version.born) || version.died != kNever;
    return {open ? KeyConflict::Kind::open : KeyConflict::Kind::duplicate, slot};
  }
  return {};
}

}  // namespace racewindow::memory
