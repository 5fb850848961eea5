// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/program/run.h"
#include "sim/mutation_result.h"

namespace racewindow {

// One exploration in a child process, and what it showed of the guard's statements.
struct WatchedRun {
  ScenarioResult result;
  Recording recording;  // empty where the result is broken
};
// Empty: interrupted.
[[nodiscard]] std::optional<WatchedRun> run_watched(const ScenarioEntry& entry,
                                                    const Parameters& parameters,
                                                    const RunOptions& options);

// A workload that the guard itself passes: what its mutants are held against.
struct Baseline {
  const ScenarioEntry* entry;
  Parameters parameters;
  WatchedRun run;
};

// One mutant under the workloads that run its statement, in the order given, until one kills it.
// Empty: interrupted.
[[nodiscard]] std::optional<MutantResult> run_mutant(const Mutation& mutation,
                                                     const std::vector<Baseline>& baselines,
                                                     const RunOptions& options);

// The entry with the mutant of this id, found by exploring the scenario once. Throws UsageError
// where the guard has no such mutant (any more). Empty: interrupted.
[[nodiscard]] std::optional<ScenarioEntry> find_mutant(const ScenarioEntry& entry,
                                                       const Parameters& parameters,
                                                       std::int64_t id, const RunOptions& options);

}  // namespace racewindow
