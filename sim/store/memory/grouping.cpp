// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/grouping.h"

#include <algorithm>

#include "sim/assert.h"

namespace racewindow::memory {
namespace {

bool same_group(const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) return a.is_null() == b.is_null();
  return equal_values(a, b);
}

bool is_count(AggregateFunction function) {
  return function == AggregateFunction::count || function == AggregateFunction::count_star;
}

}  // namespace

void Grouping::State::reset() {
  count = 0;
  value = {};
  distinct.clear();
}

Grouping::Grouping(const Select& select)
    : no_row_(select.from.size()), key_(select.group_by.size()), values_(select.aggregates.size()) {
  for (const Expr& key : select.group_by) keys_.emplace_back(key);
  for (const Aggregate& aggregate : select.aggregates) {
    RW_ASSERT(aggregate.args.size() <= 1, "the binder knows no aggregate of several arguments");
    Prepared prepared{aggregate.function, aggregate.distinct, {}};
    if (!aggregate.args.empty()) prepared.arg.emplace(aggregate.args.front());
    aggregates_.push_back(prepared);
  }
}

void Grouping::clear() {
  group_count_ = 0;
  group_keys_.clear();
  rows_.clear();
  if (keys_.empty()) add_group(no_row_);
}

std::size_t Grouping::add_group(std::span<const Value* const> row) {
  rows_.insert(rows_.end(), row.begin(), row.end());
  group_keys_.insert(group_keys_.end(), key_.begin(), key_.end());
  const std::size_t first = group_count_ * aggregates_.size();
  if (states_.size() < first + aggregates_.size()) states_.resize(first + aggregates_.size());
  for (std::size_t n = 0; n < aggregates_.size(); ++n) states_[first + n].reset();
  return group_count_++;
}

std::size_t Grouping::find_or_add(const EvalContext& row) {
  if (keys_.empty()) return 0;
  for (std::size_t n = 0; n < keys_.size(); ++n) key_[n] = keys_[n].value(row);
  for (std::size_t group = 0; group < group_count_; ++group) {
    const Value* candidate = &group_keys_[group * keys_.size()];
    if (std::equal(key_.begin(), key_.end(), candidate, same_group)) return group;
  }
  return add_group(row.rows);
}

void Grouping::add(const EvalContext& row) {
  const std::size_t first = find_or_add(row) * aggregates_.size();
  for (std::size_t n = 0; n < aggregates_.size(); ++n) {
    const Prepared& prepared = aggregates_[n];
    State& state = states_[first + n];
    if (!prepared.arg) {
      ++state.count;
      continue;
    }
    const Value value = prepared.arg->value(row);
    if (value.is_null()) continue;
    if (prepared.distinct) {
      const bool met = std::ranges::any_of(
          state.distinct, [&value](const Value& other) { return equal_values(value, other); });
      if (met) continue;
      state.distinct.push_back(value);
    }
    step(prepared.function, state, value);
  }
}

void Grouping::step(AggregateFunction function, State& state, const Value& value) {
  const bool first = state.value.is_null();
  switch (function) {
    case AggregateFunction::count_star:
    case AggregateFunction::count:
      ++state.count;
      break;
    case AggregateFunction::min:
      if (first || compare(value, state.value) < 0) state.value = value;
      break;
    case AggregateFunction::max:
      if (first || compare(value, state.value) > 0) state.value = value;
      break;
    case AggregateFunction::sum:  // of integers, as bigint
      state.value = Value::int8((first ? 0 : state.value.as_int()) + value.as_int());
      break;
    case AggregateFunction::bool_and:
      if (first || !value.as_bool()) state.value = value;
      break;
    case AggregateFunction::bool_or:
      if (first || value.as_bool()) state.value = value;
      break;
  }
}

std::span<const Value> Grouping::aggregates(std::size_t group) {
  for (std::size_t n = 0; n < aggregates_.size(); ++n) {
    const State& state = states_[group * aggregates_.size() + n];
    values_[n] = is_count(aggregates_[n].function) ? Value::int8(state.count) : state.value;
  }
  return values_;
}

}  // namespace racewindow::memory
