// SPDX-License-Identifier: Apache-2.0
#include "reports/violation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reports/lanes.h"
#include "reports/standing.h"
#include "reports/text.h"

namespace racewindow {
namespace {

// "label     text", the text wrapped under itself.
std::string labelled(std::string_view label, std::string_view text) {
  constexpr std::size_t kIndent = 13;
  return pad("  " + std::string(label), kIndent) +
         paragraph(text, kIndent, kIndent).substr(kIndent);
}

// One schedule of one scenario and the properties that it violates. Never empty.
using Violation = std::vector<const PropertyResult*>;

std::vector<Violation> violations(const ScenarioResult& result, bool only_unexpected) {
  std::vector<Violation> found;
  for (const PropertyResult& property : result.properties) {
    if (!property.counterexample) continue;
    if (only_unexpected && standing(property) != Standing::unexpected) continue;
    const std::string& schedule = property.counterexample->schedule;
    auto same = std::find_if(found.begin(), found.end(), [&](const Violation& each) {
      return each.front()->counterexample->schedule == schedule;
    });
    if (same == found.end()) same = found.insert(found.end(), Violation{});
    same->push_back(&property);
  }
  return found;
}

std::string counts_text(const Violation& violation) {
  const Counterexample& counterexample = *violation.front()->counterexample;
  const bool minimal = std::all_of(violation.begin(), violation.end(), [](const auto* property) {
    return property->counterexample->minimal;
  });
  return fmt::format(
      "{} ({}), {}, {}; {}",
      counterexample.switches == 1 ? "1 context switch"
                                   : fmt::format("{} context switches", counterexample.switches),
      counted(counterexample.preemptions, "preemption"), counted(counterexample.steps, "step"),
      counted(counterexample.faults, "fault"),
      minimal ? "proven minimal: fewest switches, then faults, then steps" : "not proven minimal");
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

// All but the stores and their replay lines.
std::string violation_text(const Violation& violation, const Style& style) {
  std::string text;
  for (const PropertyResult* property : violation) text += property_text(*property, style);
  text += "\n" + lanes(violation.front()->counterexample->trace, style) + "\n";
  return text + labelled("counts", counts_text(violation));
}

std::string heading(const ScenarioResult& result, const std::vector<std::string>& stores,
                    const Style& style) {
  std::string title = escaped(result.scenario);
  for (const Parameter& parameter : result.parameters) {
    title += fmt::format(" {}={}", escaped(parameter.name), parameter.value);
  }
  if (!result.isolation.empty()) title += " isolation=" + escaped(result.isolation);
  title += " on " + escaped(fmt::format("{}", fmt::join(stores, " and ")));
  std::string text;
  for (const std::string& line : wrap(title, kReportWidth)) text += style.strong(line) + "\n";
  if (!result.design.empty()) text += labelled("design", result.design);
  if (!result.section.empty()) text += labelled("section", result.section);
  if (!result.workload.empty()) text += labelled("workload", result.workload);
  return text;
}

// A line tells only the name of a scenario that was read from a file.
std::string spec_option(const ScenarioResult& result) {
  if (result.spec_file.empty()) return "";
  return fmt::format("--spec {} ", shell_word(result.spec_file));
}

// What the stores of a scenario show alike, with the replay line of each.
struct Report {
  const ScenarioResult* first;
  std::string schedule;
  std::string text;
  std::vector<std::string> stores;
  std::vector<std::string> replay_lines;
};

bool same_scenario(const ScenarioResult& a, const ScenarioResult& b) {
  return a.scenario == b.scenario && a.parameters == b.parameters && a.isolation == b.isolation;
}

}  // namespace

std::string scenario_heading(const ScenarioResult& result, const Style& style) {
  return heading(result, {result.store}, style);
}

std::vector<std::string> violation_reports(std::span<const ScenarioResult> results,
                                           const ViolationOptions& options, const Style& style) {
  std::vector<Report> reports;
  for (const ScenarioResult& result : results) {
    for (const Violation& violation : violations(result, options.only_unexpected)) {
      const Counterexample& counterexample = *violation.front()->counterexample;
      const std::string text = violation_text(violation, style);
      auto same = std::find_if(reports.begin(), reports.end(), [&](const Report& report) {
        return same_scenario(*report.first, result) && report.schedule == counterexample.schedule &&
               report.text == text;
      });
      if (same == reports.end())
        same = reports.insert(reports.end(), {&result, counterexample.schedule, text, {}, {}});
      same->stores.push_back(result.store);
      same->replay_lines.push_back(counterexample.replay_line);
    }
  }
  std::vector<std::string> texts;
  for (const Report& report : reports) {
    std::string text = heading(*report.first, report.stores, style) + report.text;
    for (const std::string& line : report.replay_lines) {
      text += fmt::format("  replay     {} replay {}{}\n", escaped(options.program),
                          spec_option(*report.first), line);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace racewindow
