// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/style.h"
#include "sim/result.h"

namespace racewindow {

// The scenario with its parameters, store, design and workload: what every report opens with.
[[nodiscard]] std::string scenario_heading(const ScenarioResult& result, const Style& style);

struct ViolationOptions {
  std::string program = "racewindow";  // what the printed commands call
  bool only_unexpected = false;
};

// One report for each schedule that violates something, as a person reads it: the properties that
// it violates with what must hold and what was seen, the execution in lanes, counts and the command
// that replays it. What the stores of a scenario show alike is told once, with the command of each.
[[nodiscard]] std::vector<std::string> violation_reports(std::span<const ScenarioResult> results,
                                                         const ViolationOptions& options,
                                                         const Style& style);

}  // namespace racewindow
