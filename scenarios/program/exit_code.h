// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "sim/explore.h"
#include "sim/result.h"

namespace racewindow {

// docs/exit-codes.md. When several apply: 70, 2, 4, 1, 3, 0.
inline constexpr int kExitAsExpected = 0;
inline constexpr int kExitUnexpected = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitUndecided = 3;
inline constexpr int kExitBroken = 4;
inline constexpr int kExitInternal = 70;

// BrokenResult::kind of a run that ended in a bug of the simulator, not of the scenario.
inline constexpr std::string_view kInternalError = "internal";

// The one of two that takes precedence.
[[nodiscard]] int worse(int a, int b);

// Of what `check` and `explore` found.
[[nodiscard]] int exit_code(const std::vector<ScenarioResult>& results);
// Of a replay: one schedule cannot show that a property holds, so only a violation that was not
// expected counts; a schedule that could not be followed is bad input.
[[nodiscard]] int exit_code(const ReplayOutcome& outcome);

}  // namespace racewindow
