// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "sim/registry.h"
#include "sim/spec/spec.h"

namespace racewindow {

// A spec as a scenario that is explored: its permutations count for nothing, every interleaving of
// the sessions' statements does. What must hold comes from its directives. `file` is the name that
// it was read by; its id is spec/STEM/sessions. Throws BadSpec for directives that are wrong, and
// for SQL that the server would not parse.
[[nodiscard]] ScenarioEntry spec_entry(const Spec& spec, const std::string& file);
[[nodiscard]] bool is_spec_scenario(std::string_view id);

}  // namespace racewindow
