// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "reports/check_table.h"
#include "reports/exploration.h"
#include "reports/json.h"
#include "scenarios/program/child.h"
#include "scenarios/program/command_support.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/result_files.h"
#include "scenarios/program/selection.h"
#include "scenarios/program/spec_support.h"
#include "scenarios/program/usage.h"

namespace racewindow {

int explore_command(const ExploreCommandOptions& options, const Registry& registered) {
  if (!draws_lots(options.strategy) && (options.seed || options.runs)) {
    throw UsageError(std::string(options.seed ? "--seed" : "--runs") +
                     ": expected only with --strategy random, pct, pos or walk, seen with " +
                     options.strategy);
  }
  if (options.sleep_sets && options.strategy != "exhaustive") {
    throw UsageError("--sleep-sets: expected only with --strategy exhaustive, seen with " +
                     options.strategy);
  }
  if (options.preemptions && options.strategy != "exhaustive" && options.strategy != "naive") {
    throw UsageError(
        "--preemptions: expected only with --strategy exhaustive or naive, seen with " +
        options.strategy);
  }
  Registry registry = registered;
  const ScenarioEntry& entry = require_scenario(registry, is_spec_file(options.scenario)
                                                              ? add_spec(options.scenario, registry)
                                                              : options.scenario);
  const std::string store = options.store.empty() ? entry.stores.front() : options.store;
  require_store(entry, store);
  const Parameters parameters = require_parameters(entry, options.parameters);
  ResultFiles files(options.output);
  ProgressLine line(!options.output.quiet);
  const InterruptGuard guard;
  RunOptions run = run_options(options.limits, store);
  run.explore.isolation = isolation_of(options.isolation);
  run.explore.strategy = options.strategy;
  run.explore.count_interleavings = !options.sleep_sets;
  if (options.preemptions) run.explore.preemptions_max = *options.preemptions;
  if (options.seed) run.explore.seed = *options.seed;
  if (options.runs) run.explore.runs = *options.runs;
  run.on_tick = [&](const Progress& progress, double elapsed_s) {
    show_progress(line, entry.id, progress, elapsed_s);
  };
  const std::optional<ScenarioResult> result = run_scenario(entry, parameters, run);
  line.erase();
  if (!result) {
    print_report(options.output, "interrupted\n");
    return kExitUndecided;
  }
  const Style style = report_style(options.output);
  print_report(options.output, options.output.quiet
                                   ? check_table({*result}, {.only_unexpected = true}, style)
                                   : exploration_report(*result, options.output.program, style));
  const ResultFile file{"explore", {*result}};
  files.commit(file);
  return exit_code(file.results);
}

}  // namespace racewindow
