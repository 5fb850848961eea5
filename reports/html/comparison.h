// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/result.h"

namespace racewindow {

// The violating schedule and the nearest one that passes, side by side from where they part: what
// both do in the same order in one row, what only one does there in a row of its own. Under it the
// passing one with all that its steps did. Step n of it has the id "ID.passing/n"; those of the
// other are linked to as
// "#ID/n". Empty where none was found.
[[nodiscard]] std::string comparison_html(const Counterexample& counterexample,
                                          const std::string& id);

}  // namespace racewindow
