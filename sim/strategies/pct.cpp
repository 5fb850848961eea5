// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "sim/strategies/sampler.h"

namespace racewindow {
namespace {

class Pct final : public Sampler {
 public:
  explicit Pct(std::size_t depth) : depth_(depth) {}

  void begin(RandomStream& random, std::size_t longest) override {
    ranked_.clear();
    changes_.clear();
    step_ = 0;
    constexpr std::size_t kStepsAtFirst = 16;
    const std::size_t steps = longest == 0 ? kStepsAtFirst : longest;
    for (std::size_t n = 1; n < depth_; ++n) changes_.push_back(random.below(steps));
  }

  Choice choose(const ChoicePoint& point, RandomStream& random) override {
    for (const Choice& choice : point.enabled) rank(entity_of(choice), random);
    const Entity first = first_enabled(point);
    if (std::ranges::find(changes_, step_++) != changes_.end()) {
      std::erase(ranked_, first);
      ranked_.push_back(first);
    }
    return pick(point, first_enabled(point), random);
  }

 private:
  // Whoever is met for the first time is put anywhere among the others.
  void rank(const Entity& entity, RandomStream& random) {
    if (std::ranges::find(ranked_, entity) != ranked_.end()) return;
    const auto at = static_cast<std::ptrdiff_t>(random.below(ranked_.size() + 1));
    ranked_.insert(ranked_.begin() + at, entity);
  }

  [[nodiscard]] Entity first_enabled(const ChoicePoint& point) const {
    return *std::ranges::find_if(ranked_, [&](const Entity& entity) {
      return std::ranges::find(point.enabled, entity, entity_of) != point.enabled.end();
    });
  }

  // An entity can have several choices: moments, connections.
  static Choice pick(const ChoicePoint& point, const Entity& entity, RandomStream& random) {
    const auto count = std::ranges::count(point.enabled, entity, entity_of);
    std::uint64_t left = count == 1 ? 0 : random.below(static_cast<std::uint64_t>(count));
    return *std::ranges::find_if(point.enabled, [&](const Choice& choice) {
      return entity_of(choice) == entity && left-- == 0;
    });
  }

  std::size_t depth_;
  std::vector<Entity> ranked_;          // highest priority first
  std::vector<std::uint64_t> changes_;  // steps at which the highest falls
  std::uint64_t step_ = 0;
};

}  // namespace

std::unique_ptr<Sampler> make_pct(std::size_t depth) {
  return std::make_unique<Pct>(depth);
}

}  // namespace racewindow
