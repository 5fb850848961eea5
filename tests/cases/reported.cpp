// SPDX-License-Identifier: Apache-2.0
#include "tests/cases/reported.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "sim/explore.h"

namespace racewindow::testing {
namespace {

Finding finding_of(const View& view, ViewHandle handle, const Condition& condition) {
  const Value& met = view[handle].at(0, 0);
  if (!met.is_null() && met.as_bool()) return std::nullopt;
  return "expected " + condition.sql;
}

ViewHandle view_of(Scenario& scenario, const Condition& condition) {
  const std::string query = "SELECT " + condition.sql;
  return condition.outside_db ? scenario.env_view(condition.name, query)
                              : scenario.view(condition.name, query);
}

PropertyInfo info_of(const Condition& condition) {
  return {condition.name, "", condition.sql};
}

std::string text_of(const PropertyResult& property) {
  return property.info.name + ": " + property.detail +
         (property.counterexample ? " " + property.counterexample->replay_line : "");
}

void expect_replays(const ScenarioEntry& entry, const PropertyResult& property) {
  ASSERT_TRUE(property.counterexample) << text_of(property);
  const ReplayLine line = parse_replay_line(property.counterexample->replay_line);
  const ReplayOutcome again = replay(entry, Parameters({}), line.store, line.schedule);
  EXPECT_EQ(again.divergence, "") << text_of(property);
  EXPECT_EQ(again.fingerprint, line.fingerprint) << text_of(property);
  for (const PropertyResult& each : again.result.properties) {
    if (each.info.name != property.info.name) continue;
    EXPECT_EQ(each.verdict, Verdict::violated) << text_of(property);
  }
}

ScenarioEntry entry_of(Scenario scenario) {
  ScenarioEntry entry;
  entry.id = "test/cases/case";
  entry.design = "a guard that was reported";
  entry.workload = "what it met";
  entry.stores = {"memory", "sqlite"};
  entry.build = [scenario = std::move(scenario)](const Parameters&) { return scenario; };
  return entry;
}

}  // namespace

Condition outside(std::string name, std::string sql) {
  return {std::move(name), std::move(sql), true};
}

void always(Scenario& scenario, const Condition& condition) {
  const ViewHandle handle = view_of(scenario, condition);
  scenario.invariant(info_of(condition), [handle, condition](const View& view) {
    return finding_of(view, handle, condition);
  });
}

void at_the_end(Scenario& scenario, const Condition& condition) {
  const ViewHandle handle = view_of(scenario, condition);
  scenario.final(info_of(condition), [handle, condition](const Final& end) {
    return finding_of(*end.view, handle, condition);
  });
}

void after(Scenario& scenario, std::function<void(Context&)> body, const Condition& condition) {
  const ViewHandle handle = view_of(scenario, condition);
  scenario.recovery(info_of(condition), std::move(body), [handle, condition](const Final& end) {
    return finding_of(*end.view, handle, condition);
  });
}

bool logs(const Event& event, std::string_view line) {
  return std::find(event.logs.begin(), event.logs.end(), line) != event.logs.end();
}

void never_logged(Scenario& scenario, const std::string& name, const std::string& line) {
  scenario.monitor({name, "", "nobody logs: " + line}, NoState{},
                   [line](NoState&, const Event& event) -> Finding {
                     if (!logs(event, line)) return std::nullopt;
                     return "an actor logs: " + line;
                   });
}

void no_errors(Scenario& scenario) {
  scenario.final({"no-errors", "", "every actor that was not killed ends without an error"},
                 [](const Final& end) -> Finding {
                   for (const ActorEnd& actor : end.actors) {
                     if (actor.status == ActorStatus::failed) return actor.error->message();
                   }
                   return std::nullopt;
                 });
}

void actor(Scenario& scenario, const std::string& name, std::function<void(Context&)> body) {
  const std::size_t host = scenario.host("host-of-" + name);
  scenario.actor(name, host, std::move(body));
}

void somebody_waits(Scenario& scenario) {
  scenario.milestone("somebody waits",
                     [](const Event& event) { return event.kind == EventKind::wait; });
}

void somebody_logs(Scenario& scenario, const std::string& line) {
  scenario.milestone("somebody logs: " + line,
                     [line](const Event& event) { return logs(event, line); });
}

void somebody_meets(Scenario& scenario, const std::string& sqlstate) {
  scenario.milestone("somebody meets " + sqlstate,
                     [sqlstate](const Event& event) { return event.failed_with(sqlstate); });
}

void expect_breaks(Scenario scenario, const std::vector<Breaks>& breaks, const std::string& store) {
  for (const Breaks& each : breaks) {
    scenario.expect(each.property, Verdict::violated, each.why);
  }
  const ScenarioEntry entry = entry_of(std::move(scenario));
  ExploreOptions options;
  options.store = store;
  const ScenarioResult found = explore(entry, Parameters({}), options);
  ASSERT_FALSE(found.broken) << found.broken->kind << ": " << found.broken->message;
  for (const PropertyResult& each : found.properties) {
    EXPECT_EQ(verdict_name(each.verdict), verdict_name(each.expected)) << text_of(each);
    if (each.verdict == Verdict::violated) expect_replays(entry, each);
  }
  for (const MilestoneResult& each : found.milestones) EXPECT_TRUE(each.reached) << each.name;
  options.strategy = "naive";
  options.minimise = false;
  const ScenarioResult naive = explore(entry, Parameters({}), options);
  EXPECT_TRUE(naive.as_expected()) << "by naive";
}

void expect_holds(Scenario scenario, const std::string& store) {
  expect_breaks(std::move(scenario), {}, store);
}

}  // namespace racewindow::testing
