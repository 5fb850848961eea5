// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "sim/random.h"
#include "sim/strategy.h"

namespace racewindow {

// Who makes a choice, as far as lots are drawn among them: an actor, each kind of fault for each
// actor, the passing of time.
struct Entity {
  Choice::Kind kind = Choice::Kind::run;
  std::uint8_t actor = 0;
  friend constexpr bool operator==(const Entity&, const Entity&) = default;
};
[[nodiscard]] inline Entity entity_of(const Choice& choice) {
  return {choice.kind, choice.actor};
}

// One way to draw an execution by lot.
class Sampler {
 public:
  virtual ~Sampler() = default;
  // Before each execution. `longest`: steps of the longest one so far; 0: there was none.
  virtual void begin(RandomStream& random, std::size_t longest) = 0;
  // Requires: something is enabled.
  [[nodiscard]] virtual Choice choose(const ChoicePoint& point, RandomStream& random) = 0;
};

// Uniform among what is enabled, at every choice point.
[[nodiscard]] std::unique_ptr<Sampler> make_walk();
// Probabilistic concurrency testing (S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte,
// ASPLOS 2010): entities have priorities drawn by lot, the highest goes on, and at `depth` - 1
// steps drawn by lot it falls below all others. Finds a bug of that depth with probability at least
// 1 / (n · k^(depth - 1)), for n entities and k steps.
[[nodiscard]] std::unique_ptr<Sampler> make_pct(std::size_t depth);
// Partial order sampling (X. Yuan, J. Yang, R. Gu, CAV 2018): every pending choice has a priority
// drawn by lot, the highest is made, and those that race with it draw again. Which do is found by
// trying them.
[[nodiscard]] std::unique_ptr<Sampler> make_pos(Walker*& walker);

}  // namespace racewindow
