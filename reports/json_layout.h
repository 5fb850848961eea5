// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace racewindow {

// The text of a JSON value, without a line break at its end. An object or array that fits on a line
// stands on one, as a person would write it; of others each member begins a line.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json);

}  // namespace racewindow
