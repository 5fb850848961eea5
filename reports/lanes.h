// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "reports/style.h"
#include "sim/result.h"

namespace racewindow {

// An execution, step by step: one column per actor, what each step did in its actor's column, and
// under it what changed for a reader and which property was breached there; if the style is
// verbose, with nothing shortened, and every table at the start and after each step that changed
// it. With more actors than fit side by side the columns overlap: each begins at its own
// indentation. The two steps that raced have a ◆ before their number.
[[nodiscard]] std::string lanes(const Trace& trace, const Style& style,
                                const std::optional<RaceWindow>& window = std::nullopt);

}  // namespace racewindow
