// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/result.h"

namespace racewindow {

// An execution as a table: a row for each step with a column (a lane) for each actor, after row 0
// with what there was before. Each row holds the tables that it changed, whole and with the changes
// marked; what is in effect at a step is the last one at or before it. Row n has the id "ID/n".
[[nodiscard]] std::string steps_html(const Trace& trace, const std::string& id,
                                     const std::optional<RaceWindow>& window);

}  // namespace racewindow
