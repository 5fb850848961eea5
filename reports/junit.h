// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/json.h"

namespace racewindow {

// JUnit's XML as GitHub, GitLab and Jenkins read it: a suite for each run of a scenario on a store,
// a case for each property. A violation that was expected is a pass; a verdict other than the
// expected one is a failure; a broken scenario is one case with an error.
[[nodiscard]] std::string junit_report(const ResultFile& file);

}  // namespace racewindow
