// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/style.h"
#include "sim/explore.h"
#include "sim/result.h"

namespace racewindow {

// The output of `explore`: what was covered, every property with its verdict, and each violation
// step by step. `program` is what the printed commands call.
[[nodiscard]] std::string exploration_report(const ScenarioResult& result,
                                             const std::string& program, const Style& style);

// The output of `replay`: the execution step by step and what each property says about it.
[[nodiscard]] std::string replay_report(const ReplayOutcome& outcome, const Style& style);

// Where a replay went another way than the recorded trace: the first step that differs, with the
// statement that was expected and the one that was seen. Empty where it did not.
[[nodiscard]] std::string first_difference(const Trace& expected, const Trace& seen);

}  // namespace racewindow
