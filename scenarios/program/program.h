// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/registry.h"

namespace racewindow {

// The `racewindow` program over any registry. Returns the exit code (docs/exit-codes.md); prints on
// standard output and error. One at a time in a process: it handles SIGINT and SIGTERM while it
// runs, and forks, so Requires: a single thread.
[[nodiscard]] int racewindow_main(int argc, const char* const* argv, const Registry& registry);

// What a program that links racewindow::main defines: adds its scenarios, as tests are registered
// with gtest_main. Called once, before anything runs.
void register_scenarios(Registry& registry);

}  // namespace racewindow
