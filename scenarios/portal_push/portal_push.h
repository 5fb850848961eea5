// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "scenarios/portal_push/designs.h"
#include "sim/registry.h"

namespace racewindow {

namespace portal_push {

// A design, one of one's own too, under a workload with all that must hold.
// Requires: the name of a workload.
[[nodiscard]] ScenarioEntry scenario_entry(const Design& design, std::string_view workload);

}  // namespace portal_push

// Every design of the portal push under its workloads: portal-push/<design>/<workload>.
void register_portal_push(Registry& registry);

}  // namespace racewindow
