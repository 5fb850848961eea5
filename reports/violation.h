// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "reports/style.h"
#include "sim/result.h"

namespace racewindow {

// The scenario with its parameters, store, design and workload: what every report opens with.
[[nodiscard]] std::string scenario_heading(const ScenarioResult& result, const Style& style);

// One violated property as a person reads it: what must hold, what was seen, the execution in
// lanes, counts and the replay line. Requires: property.counterexample.
[[nodiscard]] std::string violation_report(const ScenarioResult& result,
                                           const PropertyResult& property, const Style& style);

}  // namespace racewindow
