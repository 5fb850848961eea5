// SPDX-License-Identifier: Apache-2.0
#include "reports/violation.h"

#include <fmt/format.h>

#include "reports/lanes.h"
#include "reports/text.h"
#include "reports/violations.h"

namespace racewindow {
namespace {

// "label     text", the text wrapped under itself.
std::string labelled(std::string_view label, std::string_view text) {
  constexpr std::size_t kIndent = 13;
  return pad("  " + std::string(label), kIndent) +
         paragraph(text, kIndent, kIndent).substr(kIndent);
}

std::string property_text(const PropertyResult& property, const Style& style) {
  std::string text;
  const std::string name =
      fmt::format("violated: {} ({})", escaped(property.info.name), kind_name(property.kind));
  for (const std::string& line : wrap(name, kReportWidth)) text += style.bad(line) + "\n";
  if (!property.info.section.empty()) text += labelled("section", property.info.section);
  if (!property.info.text.empty()) text += labelled("must hold", property.info.text);
  text += labelled("seen", property.counterexample->message);
  text += labelled("expected", property.why_expected.empty()
                                   ? std::string(verdict_name(property.expected))
                                   : fmt::format("{}: {}", verdict_name(property.expected),
                                                 property.why_expected));
  return text;
}

std::string heading(const ScenarioResult& result, const std::vector<std::string>& stores,
                    const Style& style) {
  std::string title = scenario_title(result);
  title += " on " + escaped(fmt::format("{}", fmt::join(stores, " and ")));
  std::string text;
  for (const std::string& line : wrap(title, kReportWidth)) text += style.strong(line) + "\n";
  if (!result.design.empty()) text += labelled("design", result.design);
  if (!result.section.empty()) text += labelled("section", result.section);
  if (!result.workload.empty()) text += labelled("workload", result.workload);
  return text;
}

std::string violation_text(const Violation& violation, const std::string& program,
                           const Style& style) {
  std::vector<std::string> stores;
  for (const ScenarioResult* result : violation.results) stores.push_back(result->store);
  std::string text = heading(violation.result(), stores, style);
  for (const PropertyResult* property : violation.properties) {
    text += property_text(*property, style);
  }
  const Counterexample& shown = violation.counterexample();
  text += "\n" + lanes(shown.trace, style, shown.race_window) + "\n";
  if (shown.race_window) {
    text += labelled("race", fmt::format("◆ from step {} to step {}: in the other order it passes",
                                         shown.race_window->opened_at, shown.race_window->hit_at));
  }
  text += labelled("counts", counts_text(violation));
  for (const std::string& line : violation.replay_lines) {
    text += fmt::format("  replay     {}\n", replay_command(violation.result(), line, program));
  }
  if (shown.nearest_passing) {
    text += fmt::format(
        "  passes     {}\n",
        replay_command(violation.result(), shown.nearest_passing->replay_line, program));
  }
  return text;
}

}  // namespace

std::string scenario_heading(const ScenarioResult& result, const Style& style) {
  return heading(result, {result.store}, style);
}

std::vector<std::string> violation_reports(std::span<const ScenarioResult> results,
                                           const ViolationOptions& options, const Style& style) {
  std::vector<std::string> texts;
  for (const Violation& violation : violations(results, options.only_unexpected)) {
    texts.push_back(violation_text(violation, options.program, style));
  }
  return texts;
}

}  // namespace racewindow
