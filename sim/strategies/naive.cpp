// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <vector>

#include "sim/strategies/choice_stack.h"
#include "sim/strategies/preemptions.h"
#include "sim/strategy.h"

namespace racewindow {
namespace {

// Depth-first over all choices, without memory of states.
class Naive final : public Strategy {
 public:
  explicit Naive(std::optional<std::size_t> preemptions_max) : preemptions_(preemptions_max) {}

  std::optional<std::size_t> next_execution() override {
    if (!started_) {
      started_ = true;
      return 0;
    }
    while (!stack_.empty() && stack_.exhausted()) stack_.pop();
    if (stack_.empty()) return std::nullopt;
    return stack_.depth() - 1;
  }

  std::optional<Choice> choose(const ChoicePoint& point) override {
    if (point.enabled.empty()) {
      ++complete_;
      return std::nullopt;
    }
    if (point.depth == stack_.depth()) {
      preemptions_.reach(point);
      allowed_.clear();
      std::ranges::copy_if(point.enabled, std::back_inserter(allowed_), [&](const Choice& choice) {
        return preemptions_.allows(point.depth, choice);
      });
      stack_.push(allowed_, {});
    }
    const Choice choice = stack_.take();
    preemptions_.take(point.depth, choice);
    return choice;
  }

  void cut(std::size_t) override { cut_ = true; }
  [[nodiscard]] bool exhausts() const override { return true; }
  [[nodiscard]] Counts counts() const override {
    Counts counts;
    if (!cut_) counts.interleavings = std::to_string(complete_);
    return counts;
  }

 private:
  struct Nothing {};
  ChoiceStack<Nothing> stack_;
  Preemptions preemptions_;
  std::vector<Choice> allowed_;
  std::uint64_t complete_ = 0;
  bool started_ = false;
  bool cut_ = false;
};

}  // namespace

std::unique_ptr<Strategy> make_naive(std::optional<std::size_t> preemptions_max) {
  return std::make_unique<Naive>(preemptions_max);
}

}  // namespace racewindow
