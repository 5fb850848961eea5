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

Query::Query(const Select& select, Storage& storage, Effects& effects, bool keep_matches)
    : select_(&select),
      storage_(&storage),
      effects_(&effects),
      keep_matches_(keep_matches || !select.locking.empty()),
      outputs_(operands(select.outputs)),
      semijoins_(storage, effects),
      grouping_(select),
      result_(output_count(select), select.columns.size()),
      rows_(select.from.size()),
      numbers_(select.from.size(), kNone) {
  for (const RangeEntry& entry : select.from) prepare_source(entry, storage);
  if (select.where) prepare_where(*select.where);
  if (select.having) having_.add(*select.having);
  for (const std::vector<Expr>& row : select.values) values_.push_back(operands(row));
  for (const Select& arm : select.union_all) {
    arms_.push_back(std::make_unique<Query>(arm, storage, effects));
  }
}

void Query::prepare_source(const RangeEntry& entry, Storage& storage) {
  Source source;
  source.join = entry.join;
  if (entry.table != nullptr) {
    source.heap = &storage.heap(*entry.table);
  } else if (entry.cte) {
    source.with = entry.cte;
  } else if (entry.series != nullptr) {
    source.series = entry.series.get();
  } else if (entry.is_lock_view) {
    source.is_lock_view = true;
  } else {
    source.derived = std::make_unique<Query>(*entry.subquery, storage, *effects_);
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
    if (!keep_matches_ || !semijoins_.take(conjunct)) unjoined_.add_conjunct(conjunct);
  });
}

void Query::run(const Snapshot& snapshot, const EvalContext& base) {
  snapshot_ = snapshot;
  context_ = base;
  context_.rows = rows_;
  result_.clear();
  matches_.clear();
  for (Source& source : sources_) {
    if (source.derived != nullptr) source.derived->run(snapshot, base);
    if (source.series != nullptr) make_series(source);
    if (source.is_lock_view) effects_->read_locks(source.cells);
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
    if (constant_.passes(context_)) join_from(0);
    if (select_->grouped) emit_groups();
  }
  arrange();
}

inline bool Query::match(std::size_t level, const Source& source, const Value* row,
                         std::uint32_t number) {
  rows_[level] = row;
  numbers_[level] = number;
  if (!source.on.passes(context_)) return false;
  if (source.where.passes(context_)) join_from(level + 1);
  return true;
}

// The row has been joined up to this entry.
void Query::join_from(std::size_t level) {
  if (level == sources_.size()) {
    emit();
  } else {
    join(level);
  }
}

void Query::join(std::size_t level) {
  const Source& source = sources_[level];
  bool matched = false;
  if (source.heap != nullptr) {
    const Heap& heap = *source.heap;
    for (const std::uint32_t slot : heap.versions()) {
      const Version& version = heap.version(slot);
      if (!snapshot_.sees(version.born) || snapshot_.sees(version.died)) continue;
      matched |= match(level, source, heap.cells(slot), slot);
    }
  } else {
    const std::size_t count = made_rows(source);
    for (std::size_t n = 0; n < count; ++n) {
      const auto number = static_cast<std::uint32_t>(n);
      matched |= match(level, source, cells(level, number), number);
    }
  }
  if (source.join == JoinKind::left && !matched) {
    rows_[level] = nullptr;
    numbers_[level] = kNone;
    if (source.where.passes(context_)) join_from(level + 1);
  }
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
  if (keep_matches_) matches_.insert(matches_.end(), numbers_.begin(), numbers_.end());
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
  const bool sorts = select_->grouped || select_->distinct;  // which the server does by sorting
  if (!stated && result_.row_count() > 1) {
    result_.sort(select_->order_by, sorts ? RowOrder::canonical : storage_->row_order());
  }
  if (select_->distinct) result_.remove_duplicates();
  if (!select_->limit && !select_->offset && select_->locking.empty()) return;
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  const std::size_t offset = row_limit(select_->offset, "2201X", "OFFSET").value_or(0);
  const std::size_t limit = row_limit(select_->limit, "2201W", "LIMIT").value_or(kAll);
  if (!select_->locking.empty()) lock_rows(limit == kAll ? kAll : offset + limit);
  result_.cut(offset, limit);
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

// -- rows that are locked or changed --

const Value* Query::cells(std::size_t level, std::uint32_t number) const {
  if (number == kNone) return nullptr;
  const Source& source = sources_[level];
  if (source.heap != nullptr) return source.heap->cells(number);
  if (source.with) return effects_->with()[*source.with].row(number).data();
  if (source.series != nullptr) return &source.cells[number];
  if (source.is_lock_view) return &source.cells[number * kLockColumns];
  return source.derived->row(number).data();
}

std::size_t Query::made_rows(const Source& source) const {
  if (source.with) return effects_->with()[*source.with].row_count;
  if (source.series != nullptr) return source.cells.size();
  if (source.is_lock_view) return source.cells.size() / kLockColumns;
  return source.derived->row_count();
}

void Query::make_series(Source& source) {
  source.cells.clear();
  const Value start = eval(source.series->start, context_);
  const Value stop = eval(source.series->stop, context_);
  const Value step = eval(source.series->step, context_);
  if (start.is_null() || stop.is_null() || step.is_null()) return;
  if (step.as_int() == 0) throw SqlError("22023", "step size cannot equal zero");
  const bool up = step.as_int() > 0;
  for (std::int64_t n = start.as_int(); up ? n <= stop.as_int() : n >= stop.as_int();) {
    source.cells.push_back(source.series->type == Type::int4 ? Value::int4(n) : Value::int8(n));
    if (__builtin_add_overflow(n, step.as_int(), &n)) break;
  }
}

const EvalContext& Query::at(std::size_t n) {
  bring(n);
  return context_;
}

void Query::bring(std::size_t n) {
  const std::span<const std::uint32_t> numbers = match(n);
  for (std::size_t level = 0; level < sources_.size(); ++level) {
    rows_[level] = cells(level, numbers[level]);
  }
}

bool Query::still_matches(std::size_t n, std::size_t entry, std::uint32_t slot) {
  before_.assign(match(n).begin(), match(n).end());
  matches_[result_.number(n) * sources_.size() + entry] = slot;
  return still_holds(n);
}

bool Query::matches_beside(std::size_t n, const EvalContext& outer) {
  context_.outer = &outer;
  bring(n);
  return conditions_hold();
}

// Row n, of which before_ says what it was.
bool Query::still_holds(std::size_t n) {
  bring(n);
  if (semijoins_.empty()) return conditions_hold();
  if (!unjoined_.passes(context_) || !joins_hold()) return false;
  std::vector<const Value*> rows(sources_.size());
  for (std::size_t level = 0; level < rows.size(); ++level) {
    rows[level] = cells(level, before_[level]);
  }
  EvalContext before = context_;
  before.rows = rows;
  return semijoins_.hold(snapshot_, before, context_);
}

bool Query::conditions_hold() const {
  return constant_.passes(context_) &&
         std::ranges::all_of(
             sources_, [this](const Source& source) { return source.where.passes(context_); }) &&
         joins_hold();
}

bool Query::joins_hold() const {
  return std::ranges::all_of(sources_, [this](const Source& source) {
    return source.join == JoinKind::left || source.on.passes(context_);
  });
}

// In the order of the result, and no more rows than LIMIT lets through.
void Query::lock_rows(std::size_t rows_max) {
  allow_effects();
  std::size_t kept = 0;
  result_.keep_if([&](std::size_t n) { return kept < rows_max && lock_row(n) && ++kept > 0; });
}

bool Query::lock_row(std::size_t n) {
  bool changed = false;
  before_.assign(match(n).begin(), match(n).end());
  for (const RowLocking& locking : select_->locking) {
    const std::uint32_t slot = match(n)[locking.entry];
    if (slot == kNone) continue;
    const RowLocked row =
        effects_->lock_row(*sources_[locking.entry].heap, slot, locking.strength, locking.wait);
    if (row.result != RowLocked::Result::locked) return false;
    if (row.slot == slot) continue;
    changed = true;
    matches_[result_.number(n) * sources_.size() + locking.entry] = row.slot;
  }
  if (!changed) return true;
  if (!still_holds(n)) return false;
  for (std::size_t output = 0; output < outputs_.size(); ++output) {
    result_.replace(n, output, outputs_[output].value(context_));
  }
  return true;
}

void Query::allow_effects() const {
  if (context_.effects == nullptr) {
    throw Broken("unsupported", "a query that locks rows, where only reading is allowed");
  }
}

// -- subqueries --

const Query& Subqueries::run(const Select& query, const EvalContext& outer) {
  std::unique_ptr<Query>& prepared = queries_[&query];
  if (prepared == nullptr) prepared = std::make_unique<Query>(query, *storage_, *effects_);
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
