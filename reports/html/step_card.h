// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "sim/result.h"

namespace racewindow {

// No text of a guard, a property or a store is shown further than this.
inline constexpr std::size_t kTextBytesMax = 2'000;

// What one step did, as in the terminal's lanes; whole SQL, parameters and rows can be opened.
[[nodiscard]] std::string step_card_html(const TraceStep& step);

// What was done, in one line, for where another schedule stands beside it; and what came of it.
[[nodiscard]] std::string step_summary_html(const TraceStep& step);
[[nodiscard]] std::string step_outcome_html(const TraceStep& step);

// As in replay lines: A for the first actor.
[[nodiscard]] char actor_letter(std::size_t index);
// Who moves: "B hand-run", a recovery's name, or "time".
[[nodiscard]] std::string actor_html(const TraceStep& step);

}  // namespace racewindow
