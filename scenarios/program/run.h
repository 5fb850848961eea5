// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sim/explore.h"
#include "sim/registry.h"

namespace racewindow {

struct RunOptions {
  ExploreOptions explore;  // `on_progress` is set by the run
  double seconds_max = 0;  // of wall time; 0: none
  double hang_seconds = 10;
  // In this process, about ten times a second, with the seconds since the start.
  std::function<void(const Progress&, double elapsed_s)> on_tick;
  // In the child, when it has explored: one line that goes beside the result …
  std::function<std::string()> attachment = nullptr;
  // … and comes here.
  std::function<void(const std::string&)> on_attachment = nullptr;
};

// Explores one scenario on one store in a child process. Whatever the child dies of is part of the
// result: `broken` of kind hang, overflow, signal or internal, with actor and step; interrupted, it
// is inconclusive. Empty: it was interrupted before anything was known.
[[nodiscard]] std::optional<ScenarioResult> run_scenario(const ScenarioEntry& entry,
                                                         const Parameters& parameters,
                                                         const RunOptions& options);

// Replays the schedule of a line in a child process, in the same way. Empty: interrupted.
[[nodiscard]] std::optional<ReplayOutcome> run_replay(const ScenarioEntry& entry,
                                                      const Parameters& parameters,
                                                      const ReplayLine& line, double hang_seconds);

}  // namespace racewindow
