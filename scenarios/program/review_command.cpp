// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "reports/html/document_page.h"
#include "reports/markdown.h"
#include "reports/review.h"
#include "reports/text.h"
#include "scenarios/program/child.h"
#include "scenarios/program/command_support.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/design_mutation.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/output.h"
#include "scenarios/program/usage.h"
#include "sim/nearest.h"

namespace racewindow {
namespace {

std::string system_of(const ScenarioEntry& entry) {
  return entry.id.substr(0, entry.id.find('/'));
}

std::vector<const ScenarioEntry*> scenarios_of(const Registry& registry, const std::string& name,
                                               const std::string& store) {
  std::vector<const ScenarioEntry*> found;
  std::vector<std::string> systems;
  for (const ScenarioEntry& entry : registry.entries()) {
    const std::string system = system_of(entry);
    if (std::ranges::find(systems, system) == systems.end()) systems.push_back(system);
    if (system == name && std::ranges::count(entry.stores, store) > 0) found.push_back(&entry);
  }
  require_choice("SYSTEM", name, systems);
  if (found.empty()) throw UsageError(fmt::format("no scenario of {} runs on {}", name, store));
  return found;
}

// Everything that the review is made of; empty: interrupted.
class Evidence {
 public:
  Evidence(const ReviewOptions& options, const Registry& registry, ProgressLine& line)
      : options_(&options), line_(&line) {
    review_.system = registry.system(options.system);
    review_.program = options.program;
  }

  [[nodiscard]] bool explore(const std::vector<const ScenarioEntry*>& entries) {
    for (const ScenarioEntry* entry : entries) {
      RunOptions run = run_options(options_->limits, options_->store);
      const std::string what =
          fmt::format("[{}/{}] {}", review_.results.size() + 1, entries.size(), entry->id);
      run.on_tick = [&](const Progress& progress, double elapsed_s) {
        show_progress(*line_, what, progress, elapsed_s);
      };
      auto result = run_scenario(*entry, resolve_parameters(*entry, {}), run);
      if (!result || InterruptGuard::interrupted()) return false;
      review_.results.push_back(std::move(*result));
    }
    return true;
  }

  [[nodiscard]] bool mutate(const std::vector<const ScenarioEntry*>& entries) {
    MutateOptions options;
    options.store = options_->store;
    options.limits = options_->limits;
    MutationRun run(options, *line_);
    for (const DesignGroup& group : by_design(entries)) {
      if (!group.entries.front()->accepted) continue;
      std::optional<MutationReport> report = run.design(group);
      if (!report) return false;
      review_.mutation.push_back(std::move(*report));
    }
    return true;
  }

  [[nodiscard]] const Review& review() const { return review_; }

 private:
  const ReviewOptions* options_;
  ProgressLine* line_;
  Review review_;
};

}  // namespace

int review_command(const ReviewOptions& options, const Registry& registry) {
  const std::vector<const ScenarioEntry*> entries =
      scenarios_of(registry, options.system, options.store);
  std::optional<OutputFile> markdown;
  std::optional<OutputFile> html;
  if (!options.markdown.empty()) markdown.emplace(options.markdown);
  if (!options.html.empty()) html.emplace(options.html);
  ProgressLine line(!options.quiet);
  const InterruptGuard guard;
  Evidence evidence(options, registry, line);
  const bool complete = evidence.explore(entries) && (!options.mutates || evidence.mutate(entries));
  line.erase();
  if (!complete) {
    fmt::print(stderr, "interrupted: no review was written\n");
    return kExitUndecided;
  }
  const Document document = review(evidence.review());
  if (markdown) markdown->commit(to_markdown(document));
  if (html) html->commit(to_html(document));
  if (!markdown && !html) fmt::print("{}", to_markdown(document));
  return exit_code(evidence.review().results);
}

}  // namespace racewindow
