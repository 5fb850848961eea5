// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/result.h"

namespace racewindow {

// One thing that a CI system is told of: a property that is not as expected, or a scenario that is
// broken. All texts are safe to print.
struct CiFinding {
  const ScenarioResult* result = nullptr;
  const PropertyResult* property = nullptr;  // null: the scenario is broken
  std::string rule;                          // the property's name, or "broken"
  std::string outcome;                       // "violated", "holds", "inconclusive", "broken"
  std::string message;  // what was expected, what was seen, and the replay line
  std::string file;     // of the guard's statement that hit the race; empty: not known
  std::uint32_t line = 0;
};

// In the order of the results and of their properties; nothing where all is as expected.
[[nodiscard]] std::vector<CiFinding> ci_findings(const std::vector<ScenarioResult>& results);

}  // namespace racewindow
