// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/strategy.h"

namespace racewindow {

// Counts the preemptions along an execution, and keeps them within a bound: switches to another
// actor while the last one could have gone on (M. Musuvathi, S. Qadeer, PLDI 2007). Faults and the
// passing of time are none.
class Preemptions {
 public:
  // none: without a bound, at no cost.
  explicit Preemptions(std::optional<std::size_t> max) : max_(max) {}
  [[nodiscard]] bool bounded() const { return max_.has_value(); }

  // A choice point is reached, by the choice that was taken last.
  void reach(const ChoicePoint& point) {
    if (!bounded()) return;
    if (points_.size() <= point.depth + 1) points_.resize(point.depth + 2);
    Point& here = points_[point.depth];
    if (point.depth == 0) here = {};
    here.can_go_on = std::ranges::any_of(point.enabled, [&here](const Choice& choice) {
      return choice.kind == Choice::Kind::run && choice.actor == here.last;
    });
  }
  [[nodiscard]] bool allows(std::size_t depth, const Choice& choice) const {
    return !bounded() || points_[depth].count + cost(points_[depth], choice) <= *max_;
  }
  void take(std::size_t depth, const Choice& choice) {
    if (!bounded()) return;
    const Point& here = points_[depth];
    const bool moves = choice.kind == Choice::Kind::run;
    points_[depth + 1] = {moves ? choice.actor : here.last, false, here.count + cost(here, choice)};
  }
  // So far, and who moved last. Requires: bounded.
  [[nodiscard]] std::size_t count(std::size_t depth) const { return points_[depth].count; }
  [[nodiscard]] std::uint8_t last(std::size_t depth) const { return points_[depth].last; }

 private:
  static constexpr std::uint8_t kNobody = 0xff;
  struct Point {
    std::uint8_t last = kNobody;
    bool can_go_on = false;
    std::size_t count = 0;
  };
  static std::size_t cost(const Point& at, const Choice& choice) {
    const bool switches = choice.kind == Choice::Kind::run && choice.actor != at.last;
    return switches && at.can_go_on ? 1 : 0;
  }

  std::optional<std::size_t> max_;
  std::vector<Point> points_;  // by depth
};

}  // namespace racewindow
