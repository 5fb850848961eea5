// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/explore.h"
#include "sim/scenario.h"

namespace racewindow {

// replay() for a scenario that is built already.
[[nodiscard]] ReplayOutcome replay(const ScenarioEntry& entry, const Parameters& parameters,
                                   const Scenario& scenario, const std::string& store,
                                   const Schedule& schedule);

}  // namespace racewindow
