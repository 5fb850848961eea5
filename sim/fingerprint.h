// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/result.h"
#include "sim/scenario.h"

namespace racewindow {

// Of what decides a result, 32 hexadecimal digits: schema and seed data, the SQL texts that actors
// sent (`texts`), views, properties with their expectations, milestones, parameters and bounds. Not
// the store, the strategy or the machine. A guard that sends another text has another one, a
// comment in its code has not.
[[nodiscard]] std::string behavioural_fingerprint(const ScenarioResult& result,
                                                  const Scenario& scenario,
                                                  const std::set<std::string>& texts);

// What made the result: racewindow, and the store's library.
[[nodiscard]] std::vector<ComponentVersion> component_versions(const std::string& store);

}  // namespace racewindow
