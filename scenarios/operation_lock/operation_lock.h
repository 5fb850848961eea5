// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "scenarios/operation_lock/designs.h"
#include "sim/registry.h"

namespace racewindow {

namespace operation_lock {

// A design, one of one's own too, under a workload with all that must hold.
// Requires: the name of a workload.
[[nodiscard]] ScenarioEntry scenario_entry(const Design& design, std::string_view workload);

}  // namespace operation_lock

// Every design of the operation lock under its workloads: operation-lock/<design>/<workload>.
void register_operation_lock(Registry& registry);

}  // namespace racewindow
