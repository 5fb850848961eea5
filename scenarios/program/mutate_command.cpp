// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "reports/mutation.h"
#include "reports/text.h"
#include "scenarios/program/child.h"
#include "scenarios/program/command_support.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/mutate_run.h"
#include "scenarios/program/output.h"
#include "scenarios/program/selection.h"
#include "scenarios/program/spec_support.h"
#include "scenarios/program/usage.h"

namespace racewindow {
namespace {

std::string design_of(const ScenarioEntry& entry) {
  return entry.id.substr(0, entry.id.rfind('/'));
}

// The scenarios of one design, in the registry's order.
struct Group {
  std::string design;
  std::vector<const ScenarioEntry*> entries;
};

std::vector<Group> by_design(const std::vector<const ScenarioEntry*>& entries) {
  std::vector<Group> groups;
  for (const ScenarioEntry* entry : entries) {
    const std::string design = design_of(*entry);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& each) { return each.design == design; });
    if (group == groups.end()) group = groups.insert(groups.end(), {design, {}});
    group->entries.push_back(entry);
  }
  return groups;
}

std::string unfit(const ScenarioResult& result) {
  if (result.broken) return fmt::format("broken: {}", result.broken->message);
  if (!result.complete) return fmt::format("not explored to the end: {}", result.limit);
  if (!result.as_expected()) return "a verdict of the guard itself is not the expected one";
  return "";
}

class MutationRun {
 public:
  MutationRun(const MutateOptions& options, ProgressLine& line)
      : options_(&options), line_(&line) {}

  // Empty: interrupted.
  std::optional<MutationReport> design(const Group& group) {
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

  // The guard itself could not be run under some workload.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  RunOptions run_as(const std::string& store, const std::string& what) {
    RunOptions run = run_options(options_->limits, store);
    run.on_tick = [this, what](const Progress& progress, double elapsed_s) {
      show_progress(*line_, what, progress, elapsed_s);
    };
    return run;
  }

  const MutateOptions* options_;
  ProgressLine* line_;
  bool broken_ = false;
};

bool is_undecided(const MutationReport& report) {
  return !report.left_out.empty() ||
         std::any_of(report.mutants.begin(), report.mutants.end(), [](const MutantResult& mutant) {
           return mutant.outcome == MutantOutcome::inconclusive ||
                  mutant.outcome == MutantOutcome::broken;
         });
}

}  // namespace

int mutate_command(const MutateOptions& options, const Registry& registered) {
  Registry registry = registered;
  std::vector<std::string> patterns;
  for (const std::string& pattern : options.patterns) {
    patterns.push_back(is_spec_file(pattern) ? add_spec(pattern, registry) : pattern);
  }
  const std::vector<Group> groups = by_design(select(registry, patterns));
  std::optional<OutputFile> json;
  if (!options.output.json.empty()) json.emplace(options.output.json);
  ProgressLine line(!options.output.quiet);
  const InterruptGuard guard;
  MutationRun session(options, line);
  std::vector<MutationReport> reports;
  int code = kExitAsExpected;
  bool interrupted = false;
  for (const Group& group : groups) {
    std::optional<MutationReport> report = session.design(group);
    interrupted = !report;
    if (interrupted) break;
    if (is_undecided(*report)) code = worse(code, kExitUndecided);
    reports.push_back(std::move(*report));
  }
  line.erase();
  if (session.broken()) code = worse(code, kExitBroken);
  std::string text = mutation_table(reports, options.output.program, report_style(options.output));
  if (interrupted) {
    text += fmt::format("interrupted: {} not finished\n",
                        counted(groups.size() - reports.size(), "design"));
    code = worse(code, kExitUndecided);
  }
  print_report(options.output, text);
  if (json) json->commit(to_json(reports));
  return code;
}

}  // namespace racewindow
