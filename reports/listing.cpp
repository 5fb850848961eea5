// SPDX-License-Identifier: Apache-2.0
#include "reports/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "reports/text.h"

namespace racewindow {
namespace {

std::string workload_text(const ScenarioEntry& entry, const Scenario& scenario) {
  const std::size_t end = entry.id.rfind('/');
  std::string text =
      paragraph(fmt::format("{}: {}", entry.id.substr(end + 1), entry.workload), 4, 6);
  text += paragraph(fmt::format("stores {}", fmt::join(entry.stores, ", ")), 6, 8);
  for (const ParameterSpec& spec : entry.parameters) {
    text += paragraph(fmt::format("{}={} ({} to {}): {}", spec.name, spec.default_value, spec.min,
                                  spec.max, spec.meaning),
                      6, 8);
  }
  const auto holding =
      std::count_if(scenario.properties.begin(), scenario.properties.end(),
                    [](const Property& p) { return p.expected == Verdict::holds; });
  const std::size_t all = scenario.properties.size();
  text += paragraph(std::cmp_equal(holding, all)
                        ? fmt::format("expected: all {} properties hold", all)
                        : fmt::format("expected: {} of {} properties hold", holding, all),
                    6, 8);
  for (const Property& property : scenario.properties) {
    if (property.expected == Verdict::holds) continue;
    text += paragraph(fmt::format("{} {}{}{}", property.info.name, verdict_name(property.expected),
                                  property.why.empty() ? "" : ": ", property.why),
                      8, 10);
  }
  return text;
}

}  // namespace

std::string listing(const std::vector<ListedScenario>& scenarios, const Style& style) {
  std::string text;
  std::string_view design;
  for (const auto& [entry, scenario] : scenarios) {
    const std::string_view id = entry->id;
    if (id.substr(0, id.rfind('/')) != design) {
      design = id.substr(0, id.rfind('/'));
      text += style.strong(escaped(design)) + (entry->accepted ? " (accepted)\n" : "\n");
      text += paragraph(entry->design, 2, 2);
      if (!entry->section.empty()) text += paragraph("section: " + entry->section, 2, 2);
    }
    text += workload_text(*entry, scenario);
  }
  return text + counted(scenarios.size(), "scenario") + "\n";
}

}  // namespace racewindow
