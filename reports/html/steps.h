// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/result.h"

namespace racewindow {

// A race window of an execution, and what would hold without it: "tree-complete holds".
struct ToldWindow {
  RaceWindow window;
  std::string otherwise;  // markup
};

// An execution as a table: a row for each step with a column (a lane) for each actor, after row 0
// with what there was before. Each row holds the tables that it changed, whole and with the changes
// marked; what is in effect at a step is the last one at or before it. Row n has the id "ID/n". All
// windows are told at their ends; the first one is also drawn.
[[nodiscard]] std::string steps_html(const Trace& trace, const std::string& id,
                                     const std::vector<ToldWindow>& windows);

// The same of an execution that begins as another one, without row 0 and the `common` rows that the
// other one has.
[[nodiscard]] std::string further_steps_html(const Trace& trace, const std::string& id,
                                             std::size_t common);

}  // namespace racewindow
