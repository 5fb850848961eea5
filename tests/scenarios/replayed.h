// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/explore.h"
#include "sim/registry.h"

namespace racewindow::testing {

// The catalog of this project.
[[nodiscard]] const Registry& catalog();

// The default value of every parameter.
[[nodiscard]] Parameters defaults_of(const ScenarioEntry& entry);

// What exploring the scenario says of a property, with default parameters. Fails the test where
// there is none of that name.
[[nodiscard]] Verdict verdict_of(const ScenarioEntry& entry, std::string_view property);

// A replay line, followed.
struct Replayed {
  ReplayLine line;
  ReplayOutcome outcome;

  // The names of the properties that this one schedule violates, in the order of the scenario.
  [[nodiscard]] std::vector<std::string> violated() const;
  // What an actor logged, in order.
  [[nodiscard]] std::vector<std::string> logs_of(std::string_view actor) const;
  // Whether an actor sent a statement that begins like this.
  [[nodiscard]] bool sent(std::string_view actor, std::string_view beginning) const;
};

// Follows a line on the store it names, or its schedule on another one. Fails the test unless it
// can be followed to its end and executes the statements that the line was made from.
[[nodiscard]] Replayed follow(std::string_view line);
[[nodiscard]] Replayed follow_on(std::string_view store, std::string_view line);
// Runs the first actor alone to its end, then the second.
[[nodiscard]] Replayed one_after_the_other(const std::string& scenario, const std::string& store);

}  // namespace racewindow::testing
