// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/scenario.h"
#include "sim/schedule.h"

namespace racewindow {

// The clearest counterexample of one property.
struct MinimalBreach {
  std::string message;
  Schedule schedule;
};

struct MinimiseOptions {
  std::string store;
  std::vector<std::size_t> properties;  // indices; each is violated by some schedule
  // Limits of the search; where one is met, what is open stays open.
  std::uint64_t steps_max = 20'000'000;
  std::function<bool(std::uint64_t steps)> go_on;  // called now and then; false ends the search
};

// For each property the counterexample with the fewest context switches, among those the fewest
// faults, then the fewest steps, then the first in the order of choices. Independent of how the
// violation was found, so that every strategy, job and shard ends with the same one. Empty where
// the limit was met.
[[nodiscard]] std::vector<std::optional<MinimalBreach>> minimise(const Scenario& scenario,
                                                                 const MinimiseOptions& options);

}  // namespace racewindow
