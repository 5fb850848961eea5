// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/result.h"

namespace racewindow {

// A violating schedule and the nearest one that passes, side by side from where they part: what
// both do in the same order in one row, what only one does there in a row of its own. Under it the
// passing one with all that its steps did. Step n has the id "PASSING_ID/n"; those of the other are
// linked to as "#ID/n". `otherwise`: what holds in it, as in ToldWindow.
[[nodiscard]] std::string comparison_html(const Trace& failing, const PassingSchedule& passing,
                                          const std::string& id, const std::string& passing_id,
                                          const std::string& otherwise);

}  // namespace racewindow
