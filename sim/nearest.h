// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace racewindow {

// The name with the smallest Levenshtein distance to `wrong`, for "did you mean"; the first of
// equals. Empty when none is near: more than a third of the letters (and more than two) differ.
[[nodiscard]] std::string nearest_name(std::string_view wrong, std::span<const std::string> names);

// "; did you mean NAME?", or nothing when no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view wrong, std::span<const std::string> names);

}  // namespace racewindow
