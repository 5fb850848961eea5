// SPDX-License-Identifier: Apache-2.0
// Counterexamples of the catalog, written as isolation specs and run by our own reader.
#include "reports/spec_export.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "scenarios/catalog.h"
#include "sim/explore.h"
#include "sim/replay.h"
#include "sim/result_head.h"
#include "sim/spec/memory_target.h"
#include "sim/spec/read_spec.h"
#include "sim/spec/spec_runner.h"

namespace racewindow {
namespace {

// A value as psql prints it.
std::string printed(const std::string& literal) {
  if (literal == "NULL") return "";
  if (literal == "true") return "t";
  if (literal == "false") return "f";
  if (!literal.starts_with("'")) return literal;
  std::string text = literal.substr(1, literal.size() - 2);
  for (std::size_t at = 0; (at = text.find("''", at)) != text.npos; ++at) text.erase(at, 1);
  return text;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// The rows that a step printed: its cells joined by |.
std::vector<std::string> rows_of(const std::string& output, const std::string& step) {
  std::istringstream lines(output.substr(output.find("step " + step + ":")));
  std::vector<std::string> rows;
  std::string line;
  while (std::getline(lines, line) && line.find_first_not_of("-+") != line.npos) {
  }
  while (std::getline(lines, line) && !line.starts_with("(")) {
    std::string row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '|');) row += "|" + trimmed(cell);
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::string> rows_of(const TraceTable& table) {
  std::vector<std::string> rows;
  for (const TraceRow& each : table.rows) {
    std::string row;
    for (const std::string& cell : each.cells) row += "|" + printed(cell);
    rows.push_back(row);
  }
  return rows;
}

std::string run(const std::string& text) {
  const Spec spec = read_spec(text);
  MemoryTarget target(spec);
  SpecRunner runner(spec, target);
  return runner.run(spec.permutations.front());
}

std::string exported(const Scenario& scenario, const std::string& line) {
  ReplayOutcome outcome;
  outcome.result.store = "memory";
  ConnectionWatch connections;
  replay(connections.watched(scenario), parse_replay_line(line).schedule, outcome);
  return spec_of(scenario, outcome.trace, connections, line);
}

const std::vector<TraceTable>& last_view(const Trace& trace) {
  const std::vector<TraceTable>* view = &trace.initial_view;
  for (const TraceStep& step : trace.steps) {
    if (step.view_changed && !step.of_recovery) view = &step.view;
  }
  return *view;
}

TEST(SpecExport, CounterexamplesOfTheCatalogEndInTheSameRows) {
  Registry registry;
  register_all(registry);
  std::size_t specs = 0;
  for (const char* pattern : {"portal-push/*/equal-pushes", "operation-lock/*/two-replaces",
                              "pipeline-lock/*/two-clicks", "pipeline-lock/*/pool-of-2"}) {
    for (const ScenarioEntry* entry : registry.match(pattern)) {
      const Parameters parameters = resolve_parameters(*entry, {});
      const Scenario scenario = build(*entry, parameters);
      const ScenarioResult result = explore(*entry, parameters, {});
      for (const PropertyResult& property : result.properties) {
        if (!property.counterexample) continue;
        const Counterexample& example = *property.counterexample;
        SCOPED_TRACE(example.replay_line);
        std::string text;
        try {
          text = exported(scenario, example.replay_line);
        } catch (const NoSpec& why) {
          EXPECT_THAT(why.what(), testing::HasSubstr("pool"));
          continue;
        }
        const std::string output = run(text);
        const std::vector<TraceTable>& view = last_view(example.trace);
        for (std::size_t n = 0; n < scenario.views.size(); ++n) {
          if (scenario.views[n].of_env) continue;
          EXPECT_EQ(rows_of(output, fmt::format("view{}", n + 1)), rows_of(view[n])) << output;
        }
        ++specs;
      }
    }
  }
  EXPECT_GE(specs, 30U);
}

TEST(SpecExport, WhatASpecCannotSayIsRefusedWithItsStep) {
  Registry registry;
  register_all(registry);
  const ScenarioEntry& entry = *registry.find("portal-push/before-task-1923/dying-push");
  const Parameters parameters = resolve_parameters(entry, {});
  const Scenario scenario = build(entry, parameters);
  Trace trace;
  trace.steps.resize(1);
  trace.steps[0].number = 1;
  for (const auto& [kind, choice, message] : std::vector<std::array<const char*, 3>>{
           {"crash", "Acrash", "step 1 (Acrash): a spec cannot say that a host dies"},
           {"lost", "Alost", "step 1 (Alost): a spec cannot say that a reply is lost"},
           {"time", "@15m", "step 1 (@15m): a spec cannot say that time passes"}}) {
    trace.steps[0].kind = kind;
    trace.steps[0].choice = choice;
    try {
      static_cast<void>(spec_of(scenario, trace, {}, ""));
      ADD_FAILURE() << "not refused: " << kind;
    } catch (const NoSpec& why) {
      EXPECT_STREQ(why.what(), message);
    }
  }
}

// A lock that is waited for, and values with everything in them.
TEST(SpecExport, WaitsAndValuesAreAsInTheTrace) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE t (k bigint PRIMARY KEY, v text)",
                     "INSERT INTO t VALUES (1, 'a')"};
  static_cast<void>(scenario.view("t", "SELECT k, v FROM t ORDER BY k"));
  for (const char* name : {"ana", "ben"}) {
    scenario.actor(name, scenario.host(name), [](Context& ctx) {
      Session db = ctx.session();
      db.exec("BEGIN");
      db.exec("UPDATE t SET v = v || $1 WHERE k - $2 = 2", "it's", -1);
      db.exec("COMMIT");
    });
  }
  Schedule order;
  for (const std::uint8_t actor : std::array<std::uint8_t, 7>{0, 0, 1, 1, 0, 1, 1}) {
    order.push_back({Choice::Kind::run, actor, 0});
  }
  const std::string text = exported(
      scenario, format_replay_line({"test/export/waits", {}, {}, "memory", order, "000000"}));
  EXPECT_THAT(text, testing::HasSubstr("UPDATE t SET v = v || 'it''s' WHERE k - (-1) = 2"));
  const std::string output = run(text);
  EXPECT_THAT(output, testing::HasSubstr("<waiting ...>"));
  EXPECT_THAT(output, testing::HasSubstr("<... completed>"));
  EXPECT_EQ(rows_of(output, "view1"), std::vector<std::string>{"|1|ait'sit's"});
}

}  // namespace
}  // namespace racewindow
