// SPDX-License-Identifier: Apache-2.0
#include "reports/violations.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/json.h"
#include "reports/result_text.h"
#include "reports/standing.h"
#include "reports/text.h"

namespace racewindow {
namespace {

bool same_scenario(const ScenarioResult& a, const ScenarioResult& b) {
  return a.scenario == b.scenario && a.parameters == b.parameters && a.isolation == b.isolation;
}

// The properties of one result, those that the same schedule violates together.
std::vector<std::vector<const PropertyResult*>> by_schedule(const ScenarioResult& result,
                                                            bool only_unexpected) {
  std::vector<std::vector<const PropertyResult*>> groups;
  for (const PropertyResult& property : result.properties) {
    if (!property.counterexample) continue;
    if (only_unexpected && standing(property) != Standing::unexpected) continue;
    const std::string& schedule = property.counterexample->schedule;
    auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return group.front()->counterexample->schedule == schedule;
    });
    if (same == groups.end()) same = groups.insert(groups.end(), {{}});
    same->push_back(&property);
  }
  return groups;
}

// All that is told about the properties but their replay lines, which name the store.
std::string told(const std::vector<const PropertyResult*>& properties) {
  ScenarioResult only;
  for (const PropertyResult* property : properties) {
    Counterexample& copy = *only.properties.emplace_back(*property).counterexample;
    copy.replay_line.clear();
    if (copy.nearest_passing) copy.nearest_passing->replay_line.clear();
  }
  return to_json_line(only);
}

}  // namespace

std::vector<Violation> violations(std::span<const ScenarioResult> results, bool only_unexpected) {
  std::vector<Violation> found;
  for (const ScenarioResult& result : results) {
    for (auto& properties : by_schedule(result, only_unexpected)) {
      const Counterexample& counterexample = *properties.front()->counterexample;
      auto same = std::find_if(found.begin(), found.end(), [&](const Violation& each) {
        return same_scenario(each.result(), result) &&
               each.counterexample().schedule == counterexample.schedule &&
               told(each.properties) == told(properties);
      });
      if (same == found.end()) {
        same = found.insert(found.end(), Violation{std::move(properties), {}, {}});
      }
      same->results.push_back(&result);
      same->replay_lines.push_back(counterexample.replay_line);
    }
  }
  return found;
}

std::string counts_text(const Violation& violation) {
  const Counterexample& counterexample = violation.counterexample();
  const bool minimal =
      std::all_of(violation.properties.begin(), violation.properties.end(),
                  [](const auto* property) { return property->counterexample->minimal; });
  return fmt::format(
      "{} ({}), {}, {}; {}",
      counterexample.switches == 1 ? "1 context switch"
                                   : fmt::format("{} context switches", counterexample.switches),
      counted(counterexample.preemptions, "preemption"), counted(counterexample.steps, "step"),
      counted(counterexample.faults, "fault"),
      minimal ? "proven minimal: fewest switches, then faults, then steps" : "not proven minimal");
}

std::string scenario_title(const ScenarioResult& result) {
  return escaped(result.scenario) + settings_text(result);
}

std::string replay_command(const ScenarioResult& result, const std::string& line,
                           const std::string& program) {
  // A line tells only the name of a scenario that was read from a file.
  const std::string spec =
      result.spec_file.empty() ? "" : fmt::format("--spec {} ", shell_word(result.spec_file));
  return fmt::format("{} replay {}{}", escaped(program), spec, line);
}

}  // namespace racewindow
