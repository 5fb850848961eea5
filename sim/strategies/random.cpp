// SPDX-License-Identifier: Apache-2.0
#include "sim/random.h"

#include "sim/strategy.h"

namespace racewindow {
namespace {

class RandomWalk final : public Strategy {
 public:
  RandomWalk(std::uint64_t seed, std::uint64_t runs) : random_(seed), runs_left_(runs) {}

  std::optional<std::size_t> next_execution() override {
    if (runs_left_ == 0) return std::nullopt;
    --runs_left_;
    return 0;
  }

  std::optional<Choice> choose(const ChoicePoint& point) override {
    if (point.enabled.empty()) return std::nullopt;
    return point.enabled[random_.below(point.enabled.size())];
  }

  void cut(std::size_t) override {}
  [[nodiscard]] bool exhausts() const override { return false; }
  [[nodiscard]] Counts counts() const override { return {}; }

 private:
  RandomStream random_;
  std::uint64_t runs_left_;
};

}  // namespace

std::unique_ptr<Strategy> make_random(std::uint64_t seed, std::uint64_t runs) {
  return std::make_unique<RandomWalk>(seed, runs);
}

}  // namespace racewindow
