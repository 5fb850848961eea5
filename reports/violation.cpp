// SPDX-License-Identifier: Apache-2.0
#include "reports/violation.h"

#include <fmt/format.h>

#include "reports/lanes.h"
#include "reports/text.h"

namespace racewindow {
namespace {

// "label     text", the text wrapped under itself.
std::string labelled(std::string_view label, std::string_view text) {
  constexpr std::size_t kIndent = 13;
  return pad("  " + std::string(label), kIndent) +
         paragraph(text, kIndent, kIndent).substr(kIndent);
}

std::string counts_text(const Counterexample& counterexample) {
  return fmt::format(
      "{} ({}), {}, {}; {}",
      counterexample.switches == 1 ? "1 context switch"
                                   : fmt::format("{} context switches", counterexample.switches),
      counted(counterexample.preemptions, "preemption"), counted(counterexample.steps, "step"),
      counted(counterexample.faults, "fault"),
      counterexample.minimal ? "proven minimal: fewest switches, then faults, then steps"
                             : "not proven minimal");
}

}  // namespace

std::string scenario_heading(const ScenarioResult& result, const Style& style) {
  std::string title = escaped(result.scenario);
  for (const Parameter& parameter : result.parameters) {
    title += fmt::format(" {}={}", escaped(parameter.name), parameter.value);
  }
  title += " on " + escaped(result.store);
  std::string text;
  for (const std::string& line : wrap(title, kReportWidth)) text += style.strong(line) + "\n";
  if (!result.design.empty()) text += labelled("design", result.design);
  if (!result.section.empty()) text += labelled("section", result.section);
  if (!result.workload.empty()) text += labelled("workload", result.workload);
  return text;
}

std::string violation_report(const ScenarioResult& result, const PropertyResult& property,
                             const Style& style) {
  const Counterexample& counterexample = *property.counterexample;
  std::string text = scenario_heading(result, style);
  const std::string name =
      fmt::format("violated: {} ({})", escaped(property.info.name), kind_name(property.kind));
  for (const std::string& line : wrap(name, kReportWidth)) text += style.bad(line) + "\n";
  if (!property.info.section.empty()) text += labelled("section", property.info.section);
  if (!property.info.text.empty()) text += labelled("must hold", property.info.text);
  text += labelled("seen", counterexample.message);
  text += labelled("expected", property.why_expected.empty()
                                   ? std::string(verdict_name(property.expected))
                                   : fmt::format("{}: {}", verdict_name(property.expected),
                                                 property.why_expected));
  text += "\n" + lanes(counterexample.trace, style) + "\n";
  text += labelled("counts", counts_text(counterexample));
  text += "  replay     racewindow replay " + counterexample.replay_line + "\n";
  return text;
}

}  // namespace racewindow
