// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace racewindow {

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the same numbers from the same seed on every
// compiler and library, which std distributions do not promise.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  // Uniform in [0, bound), without the bias of a bare remainder. Requires: bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t reject_from = -bound / bound * bound + (bound - 1);
    for (;;) {
      const std::uint64_t drawn = next();
      if (drawn <= reject_from) return drawn % bound;
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace racewindow
