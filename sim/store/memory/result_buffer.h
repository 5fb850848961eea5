// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/value.h"

namespace racewindow::memory {

// The rows a query makes, collected, then arranged: ORDER BY, with the canonical order of rows
// (sim/store/row_order.h) deciding all that it leaves open, so that neither the order nor a LIMIT
// shows where rows lie; DISTINCT; OFFSET and LIMIT. Its memory is kept from run to run.
class ResultBuffer {
 public:
  // `width` cells a row, of which the first `visible` are delivered.
  ResultBuffer(std::size_t width, std::size_t visible) : width_(width), visible_(visible) {}

  void clear() {
    cells_.clear();
    order_.clear();
  }
  // Call `width` times for each row.
  void push(const Value& value) { cells_.push_back(value); }
  void end_row() { order_.push_back(static_cast<std::uint32_t>(order_.size())); }

  void sort(const std::vector<SortKey>& keys);
  // Requires: sorted.
  void remove_duplicates();
  void cut(std::size_t offset, std::size_t limit);

  [[nodiscard]] std::size_t row_count() const { return order_.size(); }
  [[nodiscard]] std::span<const Value> row(std::size_t n) const {
    return {cells_.data() + order_[n] * width_, visible_};
  }

 private:
  [[nodiscard]] std::span<const Value> whole_row(std::uint32_t n) const {
    return {cells_.data() + n * width_, width_};
  }

  std::size_t width_;
  std::size_t visible_;
  std::vector<Value> cells_;
  std::vector<std::uint32_t> order_;  // row numbers, in the order of delivery
};

}  // namespace racewindow::memory
