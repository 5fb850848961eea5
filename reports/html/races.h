// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/html/steps.h"
#include "reports/violations.h"

namespace racewindow {

// The race windows of a violation: properties that one schedule violates can have been raced for in
// different ones. Each window once, with the properties that hold without it.
[[nodiscard]] std::vector<ToldWindow> windows_of(const Violation& violation);

// The nearest schedules that pass, each beside the violating one. Empty where none was found.
[[nodiscard]] std::string comparisons_html(const Violation& violation, const std::string& id);

}  // namespace racewindow
