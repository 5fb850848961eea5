// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/explore.h"
#include "sim/judge.h"
#include "sim/scenario.h"

namespace racewindow {

// Turns each breach that was found into the clearest counterexample, with its trace, its replay
// line and the nearest execution that passes. One that does not come about when it is run again
// makes the result broken. Throws Broken.
void add_counterexamples(ScenarioResult& result, const ScenarioEntry& entry,
                         const Parameters& parameters, const Scenario& scenario, const Judge& judge,
                         const ExploreOptions& options);

}  // namespace racewindow
