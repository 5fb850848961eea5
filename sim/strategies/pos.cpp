// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "sim/strategies/sampler.h"

namespace racewindow {
namespace {

class Pos final : public Sampler {
 public:
  explicit Pos(Walker*& walker) : walker_(&walker) {}

  void begin(RandomStream& /*random*/, std::size_t /*longest*/) override { pending_.clear(); }

  Choice choose(const ChoicePoint& point, RandomStream& random) override {
    const std::vector<Choice> enabled(point.enabled.begin(), point.enabled.end());
    std::erase_if(pending_, [&](const Pending& known) {
      return std::ranges::find(enabled, known.choice) == enabled.end();
    });
    for (const Choice& choice : enabled) {
      if (std::ranges::find(pending_, choice, &Pending::choice) != pending_.end()) continue;
      pending_.push_back({choice, random.next()});
    }
    const Choice chosen =
        std::ranges::max_element(pending_, std::ranges::less(), &Pending::priority)->choice;
    const Footprint footprint = footprint_of(chosen, point.depth);
    for (Pending& other : pending_) {
      if (other.choice == chosen) continue;
      if (dependent(footprint_of(other.choice, point.depth), footprint)) {
        other.priority = random.next();
      }
    }
    std::erase_if(pending_, [&](const Pending& known) { return known.choice == chosen; });
    return chosen;
  }

 private:
  struct Pending {
    Choice choice;
    std::uint64_t priority;
  };

  Footprint footprint_of(const Choice& choice, std::size_t depth) {
    Footprint footprint = (*walker_)->step(choice);
    (*walker_)->go_back_to(depth);
    return footprint;
  }

  Walker** walker_;  // set before the first execution
  std::vector<Pending> pending_;
};

}  // namespace

std::unique_ptr<Sampler> make_pos(Walker*& walker) {
  return std::make_unique<Pos>(walker);
}

}  // namespace racewindow
