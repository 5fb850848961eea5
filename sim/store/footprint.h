// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace racewindow {

// What a statement read and wrote, for reductions. A footprint may be larger than the truth, never
// smaller. Until stores describe rows, predicates, keys and locks, every footprint is the largest
// one: it conflicts with everything, and no reduction removes anything on its account.
struct Footprint {
  bool everything = true;
};

// Whether swapping two neighbouring steps could change anything.
[[nodiscard]] inline bool dependent(const Footprint& a, const Footprint& b) {
  return a.everything || b.everything;
}

}  // namespace racewindow
