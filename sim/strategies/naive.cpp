// SPDX-License-Identifier: Apache-2.0
#include "sim/strategies/choice_stack.h"
#include "sim/strategy.h"

namespace racewindow {
namespace {

// Depth-first over all choices, without memory of states.
class Naive final : public Strategy {
 public:
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
    if (point.depth == stack_.depth()) stack_.push(point.enabled, {});
    return stack_.take();
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
  std::uint64_t complete_ = 0;
  bool started_ = false;
  bool cut_ = false;
};

}  // namespace

std::unique_ptr<Strategy> make_naive() {
  return std::make_unique<Naive>();
}

}  // namespace racewindow
