// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/json.h"

namespace racewindow {

// SARIF 2.1.0 (OASIS, 2020): a result for each verdict other than the expected one, on the line of
// the guard that hit the race. The rules are the properties.
[[nodiscard]] std::string sarif_report(const ResultFile& file);

}  // namespace racewindow
