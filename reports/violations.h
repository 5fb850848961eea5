// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/result.h"

namespace racewindow {

// One schedule of one scenario and the properties that it violates: what every report tells once,
// however many properties and stores show it. It points into the results that it was made from.
struct Violation {
  std::vector<const PropertyResult*> properties;  // as `results.front()` has them; never none
  std::vector<const ScenarioResult*> results;     // alike but for the store; never none
  std::vector<std::string> replay_lines;          // one for each result

  [[nodiscard]] const ScenarioResult& result() const { return *results.front(); }
  [[nodiscard]] const Counterexample& counterexample() const {
    return *properties.front()->counterexample;
  }
};

// In the order of the results and of their properties.
[[nodiscard]] std::vector<Violation> violations(std::span<const ScenarioResult> results,
                                                bool only_unexpected);

// Switches, preemptions, steps, faults, and whether it was proven minimal.
[[nodiscard]] std::string counts_text(const Violation& violation);

// The scenario with its parameters, without the store: "system/design/workload rows=2". Escaped.
[[nodiscard]] std::string scenario_title(const ScenarioResult& result);

// The command for a shell that runs a replay line of this result again.
[[nodiscard]] std::string replay_command(const ScenarioResult& result, const std::string& line,
                                         const std::string& program);

}  // namespace racewindow
