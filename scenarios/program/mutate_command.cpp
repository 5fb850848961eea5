// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "reports/mutation.h"
#include "reports/text.h"
#include "scenarios/program/child.h"
#include "scenarios/program/command_support.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/design_mutation.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/output.h"
#include "scenarios/program/selection.h"
#include "scenarios/program/spec_support.h"
#include "scenarios/program/usage.h"

namespace racewindow {
namespace {

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
  const std::vector<DesignGroup> groups = by_design(select(registry, patterns));
  std::optional<OutputFile> json;
  if (const std::string name = options.output.file_of("json"); !name.empty()) json.emplace(name);
  ProgressLine line(!options.output.quiet);
  const InterruptGuard guard;
  MutationRun session(options, line);
  std::vector<MutationReport> reports;
  int code = kExitAsExpected;
  bool interrupted = false;
  for (const DesignGroup& group : groups) {
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
