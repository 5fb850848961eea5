// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/design_mutation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scenarios/program/command_support.h"
#include "scenarios/program/mutate_run.h"
#include "scenarios/program/selection.h"

namespace racewindow {
namespace {

std::string design_of(const ScenarioEntry& entry) {
  return entry.id.substr(0, entry.id.rfind('/'));
}

std::string unfit(const ScenarioResult& result) {
  if (result.broken) return fmt::format("broken: {}", result.broken->message);
  if (!result.complete) return fmt::format("not explored to the end: {}", result.limit);
  if (!result.as_expected()) return "a verdict of the guard itself is not the expected one";
  return "";
}

}  // namespace

std::vector<DesignGroup> by_design(const std::vector<const ScenarioEntry*>& entries) {
  std::vector<DesignGroup> groups;
  for (const ScenarioEntry* entry : entries) {
    const std::string design = design_of(*entry);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const DesignGroup& each) { return each.design == design; });
    if (group == groups.end()) group = groups.insert(groups.end(), {design, {}});
    group->entries.push_back(entry);
  }
  return groups;
}

std::optional<MutationReport> MutationRun::design(const DesignGroup& group) {
  const std::string store =
      options_->store.empty() ? group.entries.front()->stores.front() : options_->store;
  MutationReport report;
  report.design = group.design;
  report.store = store;
  report.spec_file = group.entries.front()->spec_file;
  report.accepted = group.entries.front()->accepted;
  std::vector<Baseline> baselines;
  for (const ScenarioEntry* entry : group.entries) {
    require_store(*entry, store);
    const Parameters parameters = require_parameters(*entry, options_->parameters);
    std::optional<WatchedRun> run =
        run_watched(*entry, parameters, run_as(store, "the guard in " + entry->id));
    if (!run) return std::nullopt;
    if (const std::string why = unfit(run->result); !why.empty()) {
      report.left_out.push_back(fmt::format("{}: {}", entry->id, why));
      broken_ = broken_ || run->result.broken;
      continue;
    }
    baselines.push_back({entry, parameters, std::move(*run)});
  }
  std::stable_sort(baselines.begin(), baselines.end(), [](const Baseline& a, const Baseline& b) {
    return a.run.result.counts.steps < b.run.result.counts.steps;
  });
  std::vector<Recording> recordings;
  for (const Baseline& baseline : baselines) {
    report.workloads.push_back(baseline.entry->id);
    recordings.push_back(baseline.run.recording);
  }
  const std::vector<Mutation> mutations = mutations_of(recordings);
  for (const Mutation& mutation : mutations) {
    const std::string what = fmt::format("[{}/{}] {} of {}", report.mutants.size() + 1,
                                         mutations.size(), mutation.kind, group.design);
    std::optional<MutantResult> result = run_mutant(mutation, baselines, run_as(store, what));
    if (!result) return std::nullopt;
    report.mutants.push_back(std::move(*result));
  }
  line_->erase();
  return report;
}

RunOptions MutationRun::run_as(const std::string& store, const std::string& what) {
  RunOptions run = run_options(options_->limits, store);
  run.on_tick = [this, what](const Progress& progress, double elapsed_s) {
    show_progress(*line_, what, progress, elapsed_s);
  };
  return run;
}

}  // namespace racewindow
