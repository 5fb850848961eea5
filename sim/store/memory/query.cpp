// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/query.h"

#include <algorithm>
#include <limits>
#include <string>

#include "sim/sql/visit.h"

namespace racewindow::memory {
namespace {

// How many of the query's first range entries an expression needs to be evaluated.
std::size_t entries_needed(const Expr& expr) {
  std::size_t needed = 0;
  for_each_column(expr, [&needed](const Expr& column, unsigned level) {
    if (level == 0) needed = std::max(needed, column.entry + std::size_t{1});
  });
  return needed;
}

std::size_t output_count(const Select& select) {
  return select.outputs.empty() ? select.columns.size() : select.outputs.size();
}

std::vector<Operand> operands(const std::vector<Expr>& exprs) {
  std::vector<Operand> made;
  made.reserve(exprs.size());
  for (const Expr& expr : exprs) made.emplace_back(expr);
  return made;
}

}  // namespace

Query::Query(const Select& select, Storage& storage)
    : select_(&select),
      outputs_(operands(select.outputs)),
      grouping_(select),
      result_(output_count(select), select.columns.size()),
      rows_(select.from.size()) {
  for (const RangeEntry& entry : select.from) prepare_source(entry, storage);
  if (select.where) prepare_where(*select.where);
  if (select.having) having_.add(*select.having);
  for (const std::vector<Expr>& row : select.values) values_.push_back(operands(row));
  for (const Select& arm : select.union_all) {
    arms_.push_back(std::make_unique<Query>(arm, storage));
  }
}

void Query::prepare_source(const RangeEntry& entry, Storage& storage) {
  Source source;
  source.join = entry.join;
  if (entry.table != nullptr) {
    source.heap = &storage.heap(*entry.table);
  } else {
    source.derived = std::make_unique<Query>(*entry.subquery, storage);
  }
  if (entry.on) source.on.add(*entry.on);
  sources_.push_back(std::move(source));
}

// WHERE judges joined rows, those that a LEFT JOIN filled with NULLs too; a join after the last
// entry that a conjunct needs can only multiply the row, so the conjunct may be judged before it.
void Query::prepare_where(const Expr& where) {
  for_each_conjunct(where, [this](const Expr& conjunct) {
    const std::size_t needed = entries_needed(conjunct);
    Filter& filter = needed == 0 ? constant_ : sources_[needed - 1].where;
    filter.add_conjunct(conjunct);
  });
}

void Query::run(const Snapshot& snapshot, const EvalContext& base) {
  snapshot_ = snapshot;
  context_ = base;
  context_.rows = rows_;
  result_.clear();
  for (const Source& source : sources_) {
    if (source.derived != nullptr) source.derived->run(snapshot, base);
  }
  for (const std::unique_ptr<Query>& arm : arms_) {
    arm->run(snapshot, base);
    for (std::size_t n = 0; n < arm->row_count(); ++n) {
      for (const Value& value : arm->row(n)) result_.push(value);
      result_.end_row();
    }
  }
  for (const std::vector<Operand>& row : values_) {
    for (const Operand& value : row) result_.push(value.value(context_));
    result_.end_row();
  }
  if (arms_.empty() && values_.empty()) {
    if (select_->grouped) grouping_.clear();
    if (constant_.passes(context_)) join(0);
    if (select_->grouped) emit_groups();
  }
  arrange();
}

void Query::join(std::size_t level) {
  if (level == sources_.size()) {
    emit();
    return;
  }
  const Source& source = sources_[level];
  bool matched = false;
  if (source.heap != nullptr) {
    const Heap& heap = *source.heap;
    for (const std::uint32_t slot : heap.versions()) {
      const Version& version = heap.version(slot);
      if (!snapshot_.sees(version.born) || snapshot_.sees(version.died)) continue;
      matched |= match(level, heap.cells(slot));
    }
  } else {
    for (std::size_t n = 0; n < source.derived->row_count(); ++n) {
      matched |= match(level, source.derived->row(n).data());
    }
  }
  if (source.join == JoinKind::left && !matched) {
    rows_[level] = nullptr;
    if (source.where.passes(context_)) join(level + 1);
  }
}

bool Query::match(std::size_t level, const Value* row) {
  const Source& source = sources_[level];
  rows_[level] = row;
  if (!source.on.passes(context_)) return false;
  if (source.where.passes(context_)) join(level + 1);
  return true;
}

void Query::emit() {
  if (select_->grouped) {
    grouping_.add(context_);
  } else {
    emit_outputs();
  }
}

void Query::emit_outputs() {
  for (const Operand& output : outputs_) result_.push(output.value(context_));
  result_.end_row();
}

void Query::emit_groups() {
  for (std::size_t group = 0; group < grouping_.group_count(); ++group) {
    std::ranges::copy(grouping_.any_row(group), rows_.begin());
    context_.aggregates = grouping_.aggregates(group);
    if (having_.passes(context_)) emit_outputs();
  }
}

// VALUES alone says the order of its rows.
void Query::arrange() {
  const bool stated = !values_.empty() && select_->order_by.empty();
  if (!stated) result_.sort(select_->order_by);
  if (select_->distinct) result_.remove_duplicates();
  if (!select_->limit && !select_->offset) return;
  const auto offset = row_limit(select_->offset, "2201X", "OFFSET");
  const auto limit = row_limit(select_->limit, "2201W", "LIMIT");
  result_.cut(offset.value_or(0), limit.value_or(std::numeric_limits<std::size_t>::max()));
}

std::optional<std::size_t> Query::row_limit(const std::optional<Expr>& limit,
                                            std::string_view sqlstate,
                                            std::string_view name) const {
  if (!limit) return std::nullopt;
  const Value value = eval(*limit, context_);
  if (value.is_null()) return std::nullopt;
  if (value.as_int() < 0) throw SqlError(sqlstate, std::string(name) + " must not be negative");
  return static_cast<std::size_t>(value.as_int());
}

// -- subqueries --

const Query& Subqueries::run(const Select& query, const EvalContext& outer) {
  std::unique_ptr<Query>& prepared = queries_[&query];
  if (prepared == nullptr) prepared = std::make_unique<Query>(query, *storage_);
  EvalContext base = outer;
  base.rows = {};
  base.aggregates = {};
  base.outer = &outer;
  prepared->run(snapshot_, base);
  return *prepared;
}

Value Subqueries::scalar(const Select& query, const EvalContext& outer) {
  const Query& rows = run(query, outer);
  if (rows.row_count() > 1) {
    throw SqlError("21000", "more than one row returned by a subquery used as an expression");
  }
  return rows.row_count() == 0 ? Value() : rows.row(0).front();
}

bool Subqueries::exists(const Select& query, const EvalContext& outer) {
  return run(query, outer).row_count() > 0;
}

Value Subqueries::in(const Value& needle, const Select& query, const EvalContext& outer) {
  const Query& rows = run(query, outer);
  bool unknown = false;
  for (std::size_t n = 0; n < rows.row_count(); ++n) {
    const Value& value = rows.row(n).front();
    if (needle.is_null() || value.is_null()) {
      unknown = true;
    } else if (equal_values(needle, value)) {
      return Value::boolean(true);
    }
  }
  return unknown ? Value() : Value::boolean(false);
}

}  // namespace racewindow::memory
