// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "reports/json.h"

// Results that the HTML report is tested with. Each fills what the report shows.
namespace racewindow {

// The sample results, their violation with tables, a race window and a schedule that passes.
[[nodiscard]] ResultFile stepped_results();

// The same with markup, quotes, control characters, reordering characters, bytes that are not UTF-8
// and long texts in every text that comes from a guard, a table or a file. The markup, if it were
// ever taken as such, would set window.executed.
[[nodiscard]] ResultFile hostile_results();

// One violation with this many steps of two actors, each of which changes a table.
[[nodiscard]] ResultFile long_results(std::size_t steps);

}  // namespace racewindow
