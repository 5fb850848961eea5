// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/result.h"

namespace racewindow {

// Where the page of a violated property of a result is.
using ViolationLinks =
    std::map<std::pair<const ScenarioResult*, std::string>, std::string>;  // property → fragment

// All runs by design: how each stands to what was expected, what was covered, and every property
// that does not simply hold as expected.
[[nodiscard]] std::string overview_html(const std::vector<ScenarioResult>& results,
                                        const ViolationLinks& links);

}  // namespace racewindow
