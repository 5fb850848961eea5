// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/explore.h"
#include "sim/scenario.h"

namespace racewindow {

// replay() for a scenario that is built already; the outcome has the head of its result.
void replay(const Scenario& scenario, const Schedule& schedule, ReplayOutcome& outcome);

}  // namespace racewindow
