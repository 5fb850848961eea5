// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "reports/standing.h"
#include "sim/result.h"

// Words about a result that more than one report uses. All are safe to print.
namespace racewindow {

// " rows=2 isolation=repeatable-read": the parameters and what else a run was set to.
[[nodiscard]] std::string settings_text(const ScenarioResult& result);
// "5 hold, 1 violated", or what is broken.
[[nodiscard]] std::string verdicts_text(const ScenarioResult& result);
// The number of interleavings, which may have any number of digits: 12,870 or 7.55e23; "-": not
// known.
[[nodiscard]] std::string interleavings_text(const std::string& decimal);

// "635 runs: 634 as expected, 1 broken".
[[nodiscard]] std::string standings_text(std::span<const ScenarioResult> results);

// ✓ as expected, ✗ unexpected, ? undecided, ! broken: never without a word or a place that says it.
[[nodiscard]] std::string_view standing_glyph(Standing standing);
// "as expected", "other than expected", "undecided", "broken".
[[nodiscard]] std::string_view standing_name(Standing standing);

}  // namespace racewindow
