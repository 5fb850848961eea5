// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/registry.h"
#include "sim/result.h"
#include "sim/schedule.h"
#include "sim/strategies/trap.h"

namespace racewindow {

struct Progress {
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;
  std::uint64_t states = 0;
  std::size_t depth = 0;
};

struct ExploreOptions {
  std::string store = "memory";
  std::optional<IsolationLevel> isolation;  // instead of the scenario's own
  std::string strategy = "exhaustive";      // one of strategy_names()
  // Of strategies that draw lots: where the random numbers begin, and how many executions.
  std::uint64_t seed = 1;
  std::uint64_t runs = 1000;
  // exhaustive: walks every transition between states, so that it can say how many interleavings
  // they make up; else those that only swap independent steps are left out.
  bool count_interleavings = true;
  // exhaustive and naive: only schedules with at most so many preemptions, a bound of the result.
  std::optional<std::size_t> preemptions_max;
  // Limits: 0 is none.
  std::uint64_t executions_max = 0;
  std::uint64_t steps_max = 0;
  std::uint64_t memory_max_bytes = 0;  // of the state cache and what it refers to
  bool minimise = true;
  bool traces = true;         // counterexamples carry their trace
  bool from_scratch = false;  // the slow reference: every execution anew on fresh fibers
  Trap trap = Trap::none;     // for tests: dpor, with a mistake
  // Called about every 4096 steps. Returns "" to go on, or the limit that ends the run ("time").
  std::function<std::string(const Progress&)> on_progress;
};

// The default first; docs/architecture.md says what each is for.
[[nodiscard]] const std::vector<std::string>& strategy_names();
// Whether the strategy draws lots, and so never covers all there is.
[[nodiscard]] bool draws_lots(std::string_view strategy);

// Explores a scenario, judges its properties and minimises what it finds. Never throws for what the
// scenario does: a broken one is a result. Throws std::invalid_argument for options that name
// nothing.
[[nodiscard]] ScenarioResult explore(const ScenarioEntry& entry, const Parameters& parameters,
                                     const ExploreOptions& options);

struct ReplayOutcome {
  ScenarioResult result;  // the trace is in `trace`; properties judged along this one schedule
  Trace trace;
  std::string fingerprint;      // of the statements that were executed
  std::size_t preemptions = 0;  // switches away from an actor that could have gone on
  // Not empty: the schedule could not be followed to its end; at which step and why.
  std::string divergence;
};

// Follows one schedule step by step on fresh fibers, then lets recoveries run where every actor
// ended.
[[nodiscard]] ReplayOutcome replay(const ScenarioEntry& entry, const Parameters& parameters,
                                   const std::string& store, const Schedule& schedule,
                                   std::optional<IsolationLevel> isolation = {});

// From now on the engine publishes what it is about to run (sim/heartbeat.h); null: nowhere.
struct Heartbeat;
void publish_heartbeat(Heartbeat* shared);

}  // namespace racewindow
