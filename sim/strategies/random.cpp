// SPDX-License-Identifier: Apache-2.0
#include "sim/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/strategies/sampler.h"
#include "sim/strategy.h"

namespace racewindow {
namespace {

// Executions drawn by lot, by several samplers in turn.
class Random final : public Strategy {
 public:
  Random(std::string_view kind, std::uint64_t seed, std::uint64_t runs)
      : random_(seed), runs_left_(runs) {
    const bool all = kind == "random";
    if (all || kind == "walk") samplers_.push_back(make_walk());
    if (all || kind == "pct") {
      for (std::size_t depth = 1; depth <= kDepthMax; ++depth) samplers_.push_back(make_pct(depth));
      promises_ = true;
    }
    if (all || kind == "pos") {
      samplers_.push_back(make_pos(walker_));
      tries_ = true;
    }
  }

  [[nodiscard]] bool needs_footprints() const override { return tries_; }
  void use(Walker& walker) override { walker_ = &walker; }

  std::optional<std::size_t> next_execution() override {
    if (runs_left_ == 0) return std::nullopt;
    --runs_left_;
    turn_ = (turn_ + 1) % samplers_.size();
    samplers_[turn_]->begin(random_, longest_);
    return 0;
  }

  std::optional<Choice> choose(const ChoicePoint& point) override {
    longest_ = std::max(longest_, point.depth);
    if (point.enabled.empty()) return std::nullopt;
    for (const Choice& choice : point.enabled) {
      const Entity entity = entity_of(choice);
      if (std::ranges::find(entities_, entity) == entities_.end()) entities_.push_back(entity);
    }
    return samplers_[turn_]->choose(point, random_);
  }

  void cut(std::size_t) override {}
  [[nodiscard]] bool exhausts() const override { return false; }
  [[nodiscard]] Counts counts() const override {
    Counts counts;
    if (promises_ && longest_ > 0) {
      const std::size_t n = entities_.size();
      counts.promise = fmt::format(
          "each execution of pct finds a bug of depth 1, 2 or 3 with probability at least 1/{}, "
          "1/{}, 1/{}",
          n, n * longest_, n * longest_ * longest_);
    }
    return counts;
  }

 private:
  static constexpr std::size_t kDepthMax = 3;

  RandomStream random_;
  std::uint64_t runs_left_;
  std::vector<std::unique_ptr<Sampler>> samplers_;
  std::size_t turn_ = 0;
  std::size_t longest_ = 0;       // steps of an execution
  std::vector<Entity> entities_;  // met so far
  Walker* walker_ = nullptr;
  bool promises_ = false;
  bool tries_ = false;
};

class Walk final : public Sampler {
 public:
  void begin(RandomStream& /*random*/, std::size_t /*longest*/) override {}
  Choice choose(const ChoicePoint& point, RandomStream& random) override {
    return point.enabled[random.below(point.enabled.size())];
  }
};

}  // namespace

std::unique_ptr<Sampler> make_walk() {
  return std::make_unique<Walk>();
}

std::unique_ptr<Strategy> make_random(std::string_view kind, std::uint64_t seed,
                                      std::uint64_t runs) {
  return std::make_unique<Random>(kind, seed, runs);
}

}  // namespace racewindow
