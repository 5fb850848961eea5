// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/registry.h"
#include "sim/result.h"
#include "sim/scenario.h"

namespace racewindow {

// The scenario for these parameters. Throws Broken.
[[nodiscard]] Scenario build(const ScenarioEntry& entry, const Parameters& parameters);

// The scenario runs at this level, where one is given; the result says so where that is not the
// scenario's own.
void set_isolation(std::optional<IsolationLevel> level, Scenario& scenario, ScenarioResult& result);

// The part of a result that is known before anything runs: identity, design, bounds, and every
// property with its expectation and the verdict `inconclusive`.
[[nodiscard]] ScenarioResult result_head(const ScenarioEntry& entry, const Parameters& parameters,
                                         const std::string& store);
void add_scenario(ScenarioResult& result, const Scenario& scenario);

}  // namespace racewindow
