// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/registry.h"

namespace racewindow {

// Names on the command line against the registry. Each throws UsageError that says what was
// expected and which name is nearest.

[[nodiscard]] const ScenarioEntry& require_scenario(const Registry& registry,
                                                    const std::string& id);
// The entries that any pattern matches, each once, in the registry's order; no pattern: all. Every
// pattern must match something.
[[nodiscard]] std::vector<const ScenarioEntry*> select(const Registry& registry,
                                                       const std::vector<std::string>& patterns);
void require_store(const ScenarioEntry& entry, const std::string& store);
[[nodiscard]] Parameters require_parameters(const ScenarioEntry& entry,
                                            const std::vector<Parameter>& given);

}  // namespace racewindow
