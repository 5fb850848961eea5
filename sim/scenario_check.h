// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario.h"

namespace racewindow {

// Throws Broken("setup") for a scenario that cannot be run: too many actors, hosts or faults for
// the scheduler, an actor on a host that there is not, two things of one kind with one name.
void check_scenario(const Scenario& scenario);

}  // namespace racewindow
