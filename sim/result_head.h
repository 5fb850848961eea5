// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/registry.h"
#include "sim/result.h"
#include "sim/scenario.h"

namespace racewindow {

// The part of a result that is known before anything runs: identity, design, bounds, and every
// property with its expectation and the verdict `inconclusive`.
[[nodiscard]] ScenarioResult result_head(const ScenarioEntry& entry, const Parameters& parameters,
                                         const std::string& store);
void add_scenario(ScenarioResult& result, const Scenario& scenario);

}  // namespace racewindow
