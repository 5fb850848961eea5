// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/json.h"

namespace racewindow {

// What GitHub Actions makes annotations of: a line for each verdict other than the expected one, on
// the line of the guard that hit the race. Empty where all is as expected.
[[nodiscard]] std::string github_annotations(const ResultFile& file);

}  // namespace racewindow
