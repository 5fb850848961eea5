// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario.h"

namespace racewindow::testing {

// What a reported race is told in: each test builds a scenario of the report's guard, in one of its
// variants, and says what exploration has to find in it. No test gives an interleaving.

// A condition in SQL over committed data, as a property.
struct Condition {
  std::string name;         // kebab-case
  std::string sql;          // a boolean expression
  bool outside_db = false;  // over the env store instead
};
[[nodiscard]] Condition outside(std::string name, std::string sql);
void always(Scenario& scenario, const Condition& condition);
void at_the_end(Scenario& scenario, const Condition& condition);
// `body` runs alone from every end state; the condition holds after it.
void after(Scenario& scenario, std::function<void(Context&)> body, const Condition& condition);
// Whether its actor logs this line in the step.
[[nodiscard]] bool logs(const Event& event, std::string_view line);
// No actor ever logs this line.
void never_logged(Scenario& scenario, const std::string& name, const std::string& line);
// The property `no-errors`: every actor that was not killed ends without an error.
void no_errors(Scenario& scenario);

// An actor in a process of its own.
void actor(Scenario& scenario, const std::string& name, std::function<void(Context&)> body);

// Milestones: that somebody had to wait, logged this line, met this error.
void somebody_waits(Scenario& scenario);
void somebody_logs(Scenario& scenario, const std::string& line);
void somebody_meets(Scenario& scenario, const std::string& sqlstate);

// A property that a design breaks, and why.
struct Breaks {
  std::string property;
  std::string why;
};

// Explores the scenario. The given properties are violated, with counterexamples that replay; all
// others hold, and every milestone is reached. `naive`, which tries every interleaving, agrees.
void expect_breaks(Scenario scenario, const std::vector<Breaks>& breaks,
                   const std::string& store = "memory");
void expect_holds(Scenario scenario, const std::string& store = "memory");

}  // namespace racewindow::testing
