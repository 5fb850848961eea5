// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/store/memory/constraints.h"
#include "sim/store/memory/operand.h"

namespace racewindow::memory {

// The SET list of an UPDATE or of ON CONFLICT DO UPDATE: makes the new row out of the old one.
class NewRow {
 public:
  NewRow(const std::vector<Assignment>& assignments, const Constraints& constraints) {
    for (const Assignment& assignment : assignments) {
      columns_.push_back(assignment.column);
      values_.emplace_back(assignment.value);
    }
    for (const Constraints::Key& key : constraints.keys()) {
      touched_.push_back(key.touched_by(assignments));
      changes_keys_ = changes_keys_ || (touched_.back() && key.key->covers_all_rows());
    }
  }

  // Per key of the constraints, whether the new row's can differ.
  [[nodiscard]] const std::vector<bool>& touched() const { return touched_; }

  // Whether a key of which all rows are can change: PostgreSQL locks by that before it knows the
  // new row.
  [[nodiscard]] bool changes_keys() const { return changes_keys_; }

  // Every value is computed from the old row; valid until the next call.
  std::span<const Value> make(std::span<const Value> old, const EvalContext& context) {
    row_.assign(old.begin(), old.end());
    for (std::size_t n = 0; n < columns_.size(); ++n) row_[columns_[n]] = values_[n].value(context);
    return row_;
  }

 private:
  std::vector<std::size_t> columns_;
  std::vector<Operand> values_;
  std::vector<bool> touched_;
  bool changes_keys_ = false;
  std::vector<Value> row_;
};

}  // namespace racewindow::memory
