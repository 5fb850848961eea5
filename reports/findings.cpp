// SPDX-License-Identifier: Apache-2.0
#include "reports/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/standing.h"
#include "reports/text.h"
#include "reports/violations.h"

namespace racewindow {
namespace {

// The step that hit the race; without one the last that has a place in the guard's code.
const TraceStep* place_of(const Counterexample& example) {
  const auto& steps = example.trace.steps;
  if (example.race_window) {
    const auto hit = std::ranges::find(steps, example.race_window->hit_at, &TraceStep::number);
    if (hit != steps.end() && !hit->file.empty()) return &*hit;
  }
  const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                 [](const TraceStep& step) { return !step.file.empty(); });
  return last == steps.rend() ? nullptr : &*last;
}

CiFinding of_property(const ScenarioResult& result, const PropertyResult& property) {
  CiFinding finding;
  finding.result = &result;
  finding.property = &property;
  finding.rule = escaped(property.info.name);
  finding.outcome = verdict_name(property.verdict);
  finding.message = fmt::format("{} on {}: {}: expected {}, found {}", scenario_title(result),
                                escaped(result.store), finding.rule,
                                verdict_name(property.expected), finding.outcome);
  if (!property.detail.empty()) finding.message += ": " + escaped(property.detail);
  if (!property.counterexample) return finding;
  finding.message += "; replay: " + escaped(property.counterexample->replay_line);
  if (const TraceStep* step = place_of(*property.counterexample)) {
    finding.file = escaped(step->file);
    finding.line = step->line;
  }
  return finding;
}

}  // namespace

std::vector<CiFinding> ci_findings(const std::vector<ScenarioResult>& results) {
  std::vector<CiFinding> findings;
  for (const ScenarioResult& result : results) {
    if (result.broken) {
      CiFinding finding;
      finding.result = &result;
      finding.rule = finding.outcome = "broken";
      finding.message =
          fmt::format("{} on {} is broken ({}): {}", scenario_title(result), escaped(result.store),
                      escaped(result.broken->kind), escaped(result.broken->message));
      if (!result.broken->actor.empty()) {
        finding.message += fmt::format("; actor {}, at {}", escaped(result.broken->actor),
                                       escaped(result.broken->step));
      }
      findings.push_back(std::move(finding));
      continue;
    }
    for (const PropertyResult& property : result.properties) {
      if (standing(property) == Standing::as_expected) continue;
      findings.push_back(of_property(result, property));
    }
  }
  return findings;
}

}  // namespace racewindow
