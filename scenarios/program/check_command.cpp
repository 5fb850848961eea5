// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "reports/check_table.h"
#include "reports/json.h"
#include "reports/text.h"
#include "reports/violation.h"
#include "scenarios/program/child.h"
#include "scenarios/program/command_support.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/output.h"
#include "scenarios/program/result_files.h"
#include "scenarios/program/run.h"
#include "scenarios/program/selection.h"
#include "scenarios/program/spec_support.h"
#include "scenarios/program/usage.h"

namespace racewindow {
namespace {

struct Job {
  const ScenarioEntry* entry;
  Parameters parameters;
  std::string store;
};

// Given values go to the scenarios that declare the parameter; one that no scenario declares is a
// mistake.
std::vector<Parameter> declared(const ScenarioEntry& entry, const std::vector<Parameter>& given) {
  std::vector<Parameter> own;
  for (const Parameter& parameter : given) {
    if (std::any_of(entry.parameters.begin(), entry.parameters.end(),
                    [&](const ParameterSpec& spec) { return spec.name == parameter.name; })) {
      own.push_back(parameter);
    }
  }
  return own;
}

void require_declared(const std::vector<const ScenarioEntry*>& entries,
                      const std::vector<Parameter>& given) {
  for (const Parameter& parameter : given) {
    std::vector<std::string> names;
    for (const ScenarioEntry* entry : entries) {
      for (const ParameterSpec& spec : entry->parameters) {
        if (std::find(names.begin(), names.end(), spec.name) == names.end()) {
          names.push_back(spec.name);
        }
      }
    }
    require_choice("--set", parameter.name, names);
  }
}

// Specs among the patterns are added to the registry.
std::vector<Job> jobs_of(const CheckOptions& options, Registry& registry) {
  std::vector<std::string> patterns;
  for (const std::string& pattern : options.patterns) {
    patterns.push_back(is_spec_file(pattern) ? add_spec(pattern, registry) : pattern);
  }
  const std::vector<const ScenarioEntry*> entries = select(registry, patterns);
  require_declared(entries, options.parameters);
  std::vector<Job> jobs;
  for (const ScenarioEntry* entry : entries) {
    const Parameters parameters = require_parameters(*entry, declared(*entry, options.parameters));
    for (const std::string& store : entry->stores) {
      if (options.store.empty() || options.store == store) {
        jobs.push_back({entry, parameters, store});
      }
    }
  }
  if (jobs.empty() && !entries.empty()) require_store(*entries.front(), options.store);
  return jobs;
}

}  // namespace

int check_command(const CheckOptions& options, const Registry& registered) {
  Registry registry = registered;
  const std::vector<Job> jobs = jobs_of(options, registry);
  ResultFiles files(options.output);
  ProgressLine line(!options.output.quiet);
  const InterruptGuard guard;
  ResultFile file{"check", {}};
  for (const Job& job : jobs) {
    RunOptions run = run_options(options.limits, job.store);
    const std::string what = fmt::format("[{}/{}] {} on {}", file.results.size() + 1, jobs.size(),
                                         job.entry->id, job.store);
    run.on_tick = [&](const Progress& progress, double elapsed_s) {
      show_progress(line, what, progress, elapsed_s);
    };
    std::optional<ScenarioResult> result = run_scenario(*job.entry, job.parameters, run);
    line.erase();
    if (result) file.results.push_back(std::move(*result));
    if (InterruptGuard::interrupted()) break;
  }

  const Style style = report_style(options.output);
  std::string text = check_table(file.results, {.only_unexpected = options.output.quiet}, style);
  const ViolationOptions unexpected{.program = options.output.program, .only_unexpected = true};
  for (const std::string& report : violation_reports(file.results, unexpected, style)) {
    text += "\n" + report;
  }
  int code = exit_code(file.results);
  if (InterruptGuard::interrupted()) {
    text += fmt::format("interrupted: {} not started\n",
                        counted(jobs.size() - file.results.size(), "run"));
    code = worse(code, kExitUndecided);
  }
  print_report(options.output, text);
  files.commit(file);
  return code;
}

}  // namespace racewindow
