// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/result.h"

namespace racewindow {

// A hand-made result with one violated property, its trace (a fault, a jump of time and a recovery
// included) and every optional field filled at least once.
[[nodiscard]] ScenarioResult sample_violation();
// One result of each standing, of two designs.
[[nodiscard]] std::vector<ScenarioResult> sample_results();
// sample_violation with every text replaced by hostile bytes and wide characters, `actors` actors.
[[nodiscard]] ScenarioResult hostile_violation(std::size_t actors);

}  // namespace racewindow
