// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "sim/schedule.h"

namespace racewindow {

// The untried choices along the current execution of a depth-first search: one level per choice
// point, with what a strategy keeps beside it. All choices lie in one array, so that a steady
// search allocates nothing.
template <class Extra>
class ChoiceStack {
 public:
  void push(std::span<const Choice> enabled, Extra extra) {
    levels_.push_back({choices_.size(), choices_.size(), std::move(extra)});
    choices_.insert(choices_.end(), enabled.begin(), enabled.end());
  }
  void pop() {
    choices_.resize(levels_.back().first);
    levels_.pop_back();
  }
  [[nodiscard]] std::size_t depth() const { return levels_.size(); }
  [[nodiscard]] bool empty() const { return levels_.empty(); }
  [[nodiscard]] Extra& top() { return levels_.back().extra; }
  // Whether the deepest level has no untried choice.
  [[nodiscard]] bool exhausted() const { return levels_.back().next == choices_.size(); }
  // Requires: not exhausted.
  Choice take() { return choices_[levels_.back().next++]; }

 private:
  struct Level {
    std::size_t first;
    std::size_t next;
    Extra extra;
  };
  std::vector<Level> levels_;
  std::vector<Choice> choices_;
};

}  // namespace racewindow
