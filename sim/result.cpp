// SPDX-License-Identifier: Apache-2.0
#include "sim/result.h"

#include <algorithm>

namespace racewindow {

bool ScenarioResult::as_expected() const {
  return !broken && std::all_of(properties.begin(), properties.end(),
                                [](const PropertyResult& p) { return p.verdict == p.expected; });
}

}  // namespace racewindow
