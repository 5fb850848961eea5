// SPDX-License-Identifier: Apache-2.0
#include "scenarios/catalog.h"
#include "scenarios/program/program.h"

// The `racewindow` program: racewindow::main with this project's catalog.
void racewindow::register_scenarios(Registry& registry) {
  register_all(registry);
}
