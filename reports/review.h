// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/document.h"
#include "sim/mutation_result.h"
#include "sim/registry.h"
#include "sim/result.h"

namespace racewindow {

// What is brought to the review of one system's design.
struct Review {
  SystemInfo system;
  std::vector<ScenarioResult> results;   // of its scenarios in one store; never none
  std::vector<MutationReport> mutation;  // of its accepted designs
  std::string program = "racewindow";    // what the commands in it call
};

// What the guard must guarantee; every design under every workload with the verdict of every
// property; for each design that fails its clearest counterexample; for each accepted one the
// bounds within which it holds and which of its statements are needed; what is not covered; the
// commands that make all of it again. Holds no times, so that equal results give equal bytes.
[[nodiscard]] Document review(const Review& review);

}  // namespace racewindow
