// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/value.h"
#include "sim/store/store.h"  // RowOrder

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

  // In heap order, only by the keys.
  void sort(const std::vector<SortKey>& keys, RowOrder order);
  // Requires: sorted.
  void remove_duplicates();
  void cut(std::size_t offset, std::size_t limit);
  // Asks `keep(n)` for each row in order, and leaves out the rows it refuses.
  template <class Keep>
  void keep_if(Keep&& keep) {
    std::size_t kept = 0;
    for (std::size_t n = 0; n < order_.size(); ++n) {
      if (keep(n)) std::swap(order_[kept++], order_[n]);
    }
    order_.resize(kept);
  }
  void replace(std::size_t n, std::size_t column, const Value& value) {
    cells_[order_[n] * width_ + column] = value;
  }

  [[nodiscard]] std::size_t row_count() const { return order_.size(); }
  // Which of the rows that were pushed is at place n, from 0.
  [[nodiscard]] std::size_t number(std::size_t n) const { return order_[n]; }
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
