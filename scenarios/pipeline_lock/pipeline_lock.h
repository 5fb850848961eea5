// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "scenarios/pipeline_lock/designs.h"
#include "sim/registry.h"

namespace racewindow {

namespace pipeline_lock {

// A design, one of one's own too, under a workload with all that must hold.
// Requires: the name of a workload.
[[nodiscard]] ScenarioEntry scenario_entry(const Design& design, std::string_view workload);

}  // namespace pipeline_lock

// Every design of the pipeline lock under its workloads: pipeline-lock/<design>/<workload>.
void register_pipeline_lock(Registry& registry);

}  // namespace racewindow
