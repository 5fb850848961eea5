// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sim/digest.h"
#include "sim/sql/value.h"

namespace racewindow {

// Names one view query of a scenario; Scenario::view returns it.
struct ViewHandle {
  std::size_t index = 0;
};

// The rows that one view query returned.
class ViewRows {
 public:
  ViewRows() = default;
  ViewRows(std::size_t width, std::vector<Value> cells) : width_(width), cells_(std::move(cells)) {}
  [[nodiscard]] std::size_t size() const { return width_ == 0 ? 0 : cells_.size() / width_; }
  [[nodiscard]] bool empty() const { return cells_.empty(); }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::span<const Value> row(std::size_t n) const {
    return std::span<const Value>(cells_).subspan(n * width_, width_);
  }
  [[nodiscard]] const Value& at(std::size_t row_index, std::size_t column) const {
    return cells_.at(row_index * width_ + column);
  }
  friend bool operator==(const ViewRows&, const ViewRows&) = default;

 private:
  std::size_t width_ = 0;
  std::vector<Value> cells_;
};

// What a reader sees at one moment: the rows of every view query, on committed data, from a fresh
// session. Views are interned: one object per distinct content for as long as the exploration
// lasts, so the same view is the same object, and invariants are judged once per view.
class View {
 public:
  explicit View(std::vector<ViewRows> queries);
  [[nodiscard]] const ViewRows& operator[](ViewHandle handle) const {
    return queries_[handle.index];
  }
  [[nodiscard]] std::size_t size() const { return queries_.size(); }
  [[nodiscard]] const Digest& digest() const { return digest_; }

 private:
  std::vector<ViewRows> queries_;
  Digest digest_;
};

}  // namespace racewindow
