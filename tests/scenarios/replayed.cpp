// SPDX-License-Identifier: Apache-2.0
#include "tests/scenarios/replayed.h"

#include <gtest/gtest.h>

#include "scenarios/catalog.h"

namespace racewindow::testing {

const Registry& catalog() {
  static const Registry registry = [] {
    Registry filled;
    register_all(filled);
    return filled;
  }();
  return registry;
}

Parameters defaults_of(const ScenarioEntry& entry) {
  std::vector<Parameter> defaults;
  for (const ParameterSpec& spec : entry.parameters) {
    defaults.push_back({spec.name, spec.default_value});
  }
  return Parameters(std::move(defaults));
}

Verdict verdict_of(const ScenarioEntry& entry, std::string_view property) {
  const ScenarioResult result = explore(entry, defaults_of(entry), ExploreOptions{});
  for (const PropertyResult& each : result.properties) {
    if (each.info.name == property) return each.verdict;
  }
  ADD_FAILURE() << "no property is called " << property;
  return Verdict::vacuous;
}

std::vector<std::string> Replayed::violated() const {
  std::vector<std::string> names;
  for (const PropertyResult& property : outcome.result.properties) {
    if (property.verdict == Verdict::violated) names.push_back(property.info.name);
  }
  return names;
}

std::vector<std::string> Replayed::logs_of(std::string_view actor) const {
  std::vector<std::string> lines;
  for (const TraceStep& step : outcome.trace.steps) {
    if (step.actor == actor) lines.insert(lines.end(), step.logs.begin(), step.logs.end());
  }
  return lines;
}

bool Replayed::sent(std::string_view actor, std::string_view beginning) const {
  for (const TraceStep& step : outcome.trace.steps) {
    if (step.actor != actor || step.of_recovery) continue;
    for (const TraceStatement& statement : step.statements) {
      if (statement.sql.starts_with(beginning)) return true;
    }
  }
  return false;
}

Replayed follow(std::string_view line) {
  return follow_on(parse_replay_line(line).store, line);
}

Replayed follow_on(std::string_view store, std::string_view text) {
  const ReplayLine line = parse_replay_line(text);
  const ScenarioEntry* entry = catalog().find(line.scenario);
  if (entry == nullptr) {
    ADD_FAILURE() << "no scenario is called " << line.scenario;
    return {};
  }
  Replayed replayed{line,
                    replay(*entry, Parameters(line.parameters), std::string(store), line.schedule)};
  EXPECT_EQ(replayed.outcome.divergence, "") << text;
  EXPECT_EQ(replayed.outcome.fingerprint, line.fingerprint) << text;
  return replayed;
}

Replayed one_after_the_other(const std::string& scenario, const std::string& store) {
  const ScenarioEntry& entry = *catalog().find(scenario);
  const Parameters parameters = defaults_of(entry);
  Schedule schedule;
  for (const std::uint8_t actor : {std::uint8_t{0}, std::uint8_t{1}}) {
    // As long as it can be followed: the step after an actor's last one diverges.
    for (;;) {
      schedule.push_back({Choice::Kind::run, actor, 0});
      if (replay(entry, parameters, store, schedule).divergence.empty()) continue;
      schedule.pop_back();
      break;
    }
  }
  return {{}, replay(entry, parameters, store, schedule)};
}

}  // namespace racewindow::testing
