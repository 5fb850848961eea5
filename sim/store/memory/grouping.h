// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/eval.h"
#include "sim/store/memory/operand.h"

namespace racewindow::memory {

// GROUP BY and aggregates of one query: rows go in, groups come out, in the order in which they
// were first met. Without GROUP BY there is exactly one group, also of no rows. Limit: groups are
// found by going through them, which suits the tens of rows of a scenario.
class Grouping {
 public:
  explicit Grouping(const Select& select);

  void clear();
  void add(const EvalContext& row);

  [[nodiscard]] std::size_t group_count() const { return group_count_; }
  // Any row of the group, one pointer per range entry; all null for a group of no rows.
  [[nodiscard]] std::span<const Value* const> any_row(std::size_t group) const {
    return std::span(rows_).subspan(group * no_row_.size(), no_row_.size());
  }
  // The values of the aggregates; valid until the next call.
  [[nodiscard]] std::span<const Value> aggregates(std::size_t group);

 private:
  struct State {
    std::int64_t count = 0;
    Value value;
    std::vector<Value> distinct;  // DISTINCT: the values met so far
    void reset();
  };
  struct Prepared {
    AggregateFunction function;
    bool distinct;
    std::optional<Operand> arg;  // none: count(*)
  };

  std::size_t find_or_add(const EvalContext& row);
  std::size_t add_group(std::span<const Value* const> row);
  static void step(AggregateFunction function, State& state, const Value& value);

  std::vector<const Value*> no_row_;  // one null per range entry
  std::vector<Operand> keys_;
  std::vector<Prepared> aggregates_;

  std::size_t group_count_ = 0;
  std::vector<Value> key_;         // of the row at hand
  std::vector<Value> group_keys_;  // keys_.size() per group
  std::vector<const Value*> rows_;
  std::vector<State> states_;  // aggregates_.size() per group; never shrinks
  std::vector<Value> values_;
};

}  // namespace racewindow::memory
