// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/grouping.h"

#include <algorithm>
#include <string>

#include "sim/store/row_order.h"

namespace racewindow::memory {
namespace {

bool same_group(const Value& a, const Value& b) {
  if (a.is_null() || b.is_null()) return a.is_null() == b.is_null();
  return equal_values(a, b);
}

// Sorts runs of `width` values, so that what is made of them does not depend on where rows lay.
void sort_runs(std::vector<Value>& values, std::size_t width, bool distinct) {
  std::vector<std::span<const Value>> runs;
  for (std::size_t at = 0; at < values.size(); at += width) {
    runs.push_back(std::span(values).subspan(at, width));
  }
  std::sort(runs.begin(), runs.end(),
            [](const auto& a, const auto& b) { return compare_rows(a, b) < 0; });
  const auto same = [](const auto& a, const auto& b) { return compare_rows(a, b) == 0; };
  if (distinct) runs.erase(std::unique(runs.begin(), runs.end(), same), runs.end());
  std::vector<Value> sorted;
  for (const auto& run : runs) sorted.insert(sorted.end(), run.begin(), run.end());
  values = std::move(sorted);
}

}  // namespace

void Grouping::State::reset() {
  count = 0;
  value = {};
  collected.clear();
}

bool Grouping::Prepared::collects() const {
  return aggregate->distinct || aggregate->function == AggregateFunction::string_agg;
}

Grouping::Grouping(const Select& select) : no_row_(select.from.size()) {
  for (const Expr& key : select.group_by) keys_.emplace_back(key);
  for (const Aggregate& aggregate : select.aggregates) {
    Prepared prepared{&aggregate, {}};
    for (const Expr& arg : aggregate.args) prepared.args.emplace_back(arg);
    aggregates_.push_back(std::move(prepared));
  }
  key_.resize(keys_.size());
  values_.resize(aggregates_.size());
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
    if (prepared.args.empty()) {
      ++state.count;  // count(*)
      continue;
    }
    const Value value = prepared.args.front().value(row);
    if (value.is_null()) continue;
    if (prepared.collects()) {
      for (const Operand& arg : prepared.args) state.collected.push_back(arg.value(row));
    } else {
      step(*prepared.aggregate, state, value);
    }
  }
}

void Grouping::step(const Aggregate& aggregate, State& state, const Value& value) {
  const bool first = state.value.is_null();
  switch (aggregate.function) {
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
    case AggregateFunction::sum: {
      std::int64_t sum = 0;
      if (__builtin_add_overflow(first ? 0 : state.value.as_int(), value.as_int(), &sum)) {
        throw SqlError("22003", "bigint out of range");
      }
      state.value = Value::int8(sum);
      break;
    }
    case AggregateFunction::bool_and:
      if (first || !value.as_bool()) state.value = value;
      break;
    case AggregateFunction::bool_or:
      if (first || value.as_bool()) state.value = value;
      break;
    case AggregateFunction::string_agg:
      break;  // collects
  }
}

Value Grouping::finish(const Prepared& prepared, State& state) {
  const Aggregate& aggregate = *prepared.aggregate;
  const std::size_t width = prepared.args.size();
  if (prepared.collects()) {
    sort_runs(state.collected, width, aggregate.distinct);
    if (aggregate.function != AggregateFunction::string_agg) {
      for (const Value& value : state.collected) step(aggregate, state, value);
    }
  }
  switch (aggregate.function) {
    case AggregateFunction::count_star:
    case AggregateFunction::count:
      return Value::int8(state.count);
    case AggregateFunction::string_agg: {
      if (state.collected.empty()) return {};
      std::string all;
      for (std::size_t at = 0; at < state.collected.size(); at += width) {
        const Value& delimiter = state.collected[at + 1];
        if (at > 0 && !delimiter.is_null()) all += delimiter.as_text();
        all += state.collected[at].as_text();
      }
      return Value::text(all);
    }
    default:
      return state.value;
  }
}

std::span<const Value> Grouping::aggregates(std::size_t group) {
  for (std::size_t n = 0; n < aggregates_.size(); ++n) {
    values_[n] = finish(aggregates_[n], states_[group * aggregates_.size() + n]);
  }
  return values_;
}

}  // namespace racewindow::memory
