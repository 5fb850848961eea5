// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>

#include "scenarios/program/exit_code.h"
#include "scenarios/program/program.h"

int main(int argc, char** argv) {
  racewindow::Registry registry;
  try {
    racewindow::register_scenarios(registry);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "racewindow: internal error: %s\n", error.what());
    return racewindow::kExitInternal;
  }
  return racewindow::racewindow_main(argc, argv, registry);
}
