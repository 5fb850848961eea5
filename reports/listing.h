// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reports/style.h"
#include "sim/registry.h"

namespace racewindow {

// A registered scenario and what it was built to with its default parameters.
using ListedScenario = std::pair<const ScenarioEntry*, Scenario>;

// The output of `list`: designs with their section, and under each its workloads with stores,
// parameters and every verdict that is not expected to hold.
[[nodiscard]] std::string listing(const std::vector<ListedScenario>& scenarios, const Style& style);

}  // namespace racewindow
