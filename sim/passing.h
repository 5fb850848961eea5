// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "sim/result.h"
#include "sim/scenario.h"
#include "sim/schedule.h"

namespace racewindow {

// An execution that differs from a violating one as little as can be and does not violate the
// property.
struct NearestPassing {
  Schedule schedule;
  std::size_t inversions = 0;  // pairs of steps of different actors that stand in the other order
  RaceWindow window;           // in the violating execution: the ends of what was reordered
};

struct PassingOptions {
  std::string store;
  std::size_t property = 0;       // its index
  std::function<bool()> go_on;    // called for each reordering; false ends the search
};

// The first reordering of a violating schedule that passes, in the order of inversions, then of
// position. A function of scenario, store, property and schedule alone.
//
// A reordering takes an interval of the schedule and lets one actor's steps in it come after, or
// before, all others in it; both ends are of different actors, so the order of the two is reversed.
// The rest stays in its order, steps that are not possible any more are left out (faults never
// are), and every actor then runs to its end. Neither end can be spared: reordering less, without
// the one or the other, was tried before and does not pass.
// Empty: no reordering of this kind passes, or none of the first 2,000 does.
// Requires: the schedule violates the property, with its last step and not before. Throws Broken.
[[nodiscard]] std::optional<NearestPassing> nearest_passing(const Scenario& scenario,
                                                            const Schedule& violating,
                                                            const PassingOptions& options);

}  // namespace racewindow
