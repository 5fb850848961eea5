// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/violations.h"

namespace racewindow {

// Where the pages of the other violations are: fragment words, empty where there is none.
struct Neighbours {
  std::string previous;
  std::string next;
};

// All about one violation: what must hold and what was seen, the steps with a panel that the script
// fills, the nearest passing schedule, and the commands that run it again.
[[nodiscard]] std::string violation_html(const Violation& violation, const std::string& id,
                                         const Neighbours& neighbours);

}  // namespace racewindow
