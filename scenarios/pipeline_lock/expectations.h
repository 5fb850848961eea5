// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "sim/scenario.h"

namespace racewindow::pipeline_lock {

// Sets what exploration found and why, for each property of the scenario that does not hold.
void expect_known_verdicts(Scenario& scenario, std::string_view design, std::string_view workload);

}  // namespace racewindow::pipeline_lock
