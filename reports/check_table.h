// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/style.h"
#include "sim/result.h"

namespace racewindow {

struct CheckTableOptions {
  bool only_unexpected = false;  // leave out what is as expected; the summary counts it still
};

// The output of `check`: per design a row for each workload and store with its verdicts,
// executions, interleavings, states and time; under it a line for each property that does not
// simply hold as expected; a summary as the last line.
[[nodiscard]] std::string check_table(const std::vector<ScenarioResult>& results,
                                      const CheckTableOptions& options, const Style& style);

}  // namespace racewindow
