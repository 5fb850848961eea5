// SPDX-License-Identifier: Apache-2.0
#include "tests/html/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "tests/reports/sample.h"

namespace racewindow {
namespace {

TraceTable directory(std::vector<TraceRow> rows) {
  return {"mount_directory", {"accountid", "generation", "path"}, std::move(rows)};
}
TraceTable state(std::string generation) {
  return {"directory_state", {"accountid", "currentgeneration"}, {{{"'acct-1'", generation}}}};
}

Counterexample& counterexample_of(ScenarioResult& result) {
  return *result.properties.back().counterexample;
}

ScenarioResult stepped_violation() {
  ScenarioResult result = sample_violation();
  Counterexample& found = counterexample_of(result);
  Trace& trace = found.trace;
  const TraceRow old_a{{"'acct-1'", "3", "'/a'"}};
  const TraceRow old_b{{"'acct-1'", "3", "'/b'"}};
  trace.initial_tables = {directory({old_a, old_b}), state("3")};
  trace.steps[1].tables = {
      directory({old_a, old_b, {{"'acct-1'", "4", "'/a'"}}, {{"'acct-1'", "4", "'/b'"}}})};
  trace.steps[3].tables = {state("4")};
  found.race_window = RaceWindow{1, 4};
  PassingSchedule passing{"Alost.B2", found.replay_line, 1, trace};
  std::swap(passing.trace.steps[0], passing.trace.steps[1]);
  for (std::size_t n = 0; n < passing.trace.steps.size(); ++n) {
    passing.trace.steps[n].number = n + 1;
    passing.trace.steps[n].breaches.clear();
  }
  found.nearest_passing = passing;
  return result;
}

// Applies `change` to every text of a trace that comes from outside.
template <class Change>
void change_texts(Trace& trace, const Change& change) {
  const auto change_tables = [&](std::vector<TraceTable>& tables) {
    for (TraceTable& table : tables) {
      change(table.name);
      std::for_each(table.columns.begin(), table.columns.end(), change);
      for (TraceRow& row : table.rows) std::for_each(row.cells.begin(), row.cells.end(), change);
    }
  };
  std::for_each(trace.actors.begin(), trace.actors.end(), change);
  change_tables(trace.initial_view);
  change_tables(trace.initial_tables);
  for (TraceStep& step : trace.steps) {
    for (std::string* text : {&step.actor, &step.operation, &step.file, &step.error_sqlstate,
                              &step.error_message, &step.now}) {
      change(*text);
    }
    for (auto* texts : {&step.blockers, &step.notices, &step.logs, &step.breaches}) {
      std::for_each(texts->begin(), texts->end(), change);
    }
    for (TraceStatement& statement : step.statements) {
      change(statement.sql);
      std::for_each(statement.params.begin(), statement.params.end(), change);
    }
    if (step.rows) {
      for (TraceRow& row : step.rows->rows)
        std::for_each(row.cells.begin(), row.cells.end(), change);
    }
    for (TraceChange& each : step.changes) {
      change(each.table);
      for (auto* row : {&each.before, &each.after}) {
        if (*row) std::for_each((*row)->cells.begin(), (*row)->cells.end(), change);
      }
    }
    change_tables(step.view);
    change_tables(step.tables);
  }
}

}  // namespace

ResultFile stepped_results() {
  std::vector<ScenarioResult> results = sample_results();
  results[3] = stepped_violation();
  ScenarioResult other_store = results[3];
  other_store.store = "sqlite";
  counterexample_of(other_store).replay_line = "rw1:on-sqlite";
  results.insert(results.begin() + 4, other_store);
  return {"check", results};
}

ResultFile hostile_results() {
  const auto make_hostile = [](std::string& text) {
    text +=
        "</td></code></script></style><script>window.executed=1</script>"
        "<img src=x onerror=window.executed=2>\"'><svg onload=window.executed=3> & &lt; "
        "\x1b[31m\x01\xff\xc3 \xe2\x80\xae\xe2\x81\xa6txt.exe\xe2\x80\x8b\r\n\t漢字😀";
  };
  ScenarioResult result = stepped_violation();
  for (std::string* text :
       {&result.scenario, &result.store, &result.isolation, &result.strategy, &result.design,
        &result.section, &result.workload, &result.fingerprint, &result.limit}) {
    make_hostile(*text);
  }
  for (auto* texts : {&result.bounds, &result.unordered_statements}) {
    std::for_each(texts->begin(), texts->end(), make_hostile);
  }
  result.milestones = {{"reached", true}, {"missed", false}};
  for (MilestoneResult& milestone : result.milestones) make_hostile(milestone.name);
  result.versions = {{"SQLite", "3"}};
  make_hostile(result.versions[0].name);
  for (PropertyResult& property : result.properties) {
    for (std::string* text : {&property.info.name, &property.info.section, &property.info.text,
                              &property.why_expected, &property.detail}) {
      make_hostile(*text);
    }
  }
  Counterexample& found = counterexample_of(result);
  make_hostile(found.message);
  make_hostile(found.replay_line);
  change_texts(found.trace, make_hostile);
  change_texts(found.nearest_passing->trace, make_hostile);
  const std::string megabyte(1'000'000, 'x');
  TraceStep& step = found.trace.steps[1];
  step.statements[0].sql += megabyte;
  step.statements[0].params[0] += megabyte;
  step.error_message += megabyte;
  step.logs[0] += megabyte;
  step.tables[0].rows[0].cells[0] += megabyte;
  ScenarioResult broken = result;
  broken.properties.clear();
  broken.broken = BrokenResult{"hang", "", "", ""};
  for (std::string* text : {&broken.broken->kind, &broken.broken->message, &broken.broken->actor,
                            &broken.broken->step}) {
    make_hostile(*text);
  }
  return {"check", {result, broken}};
}

ResultFile long_results(std::size_t steps) {
  ScenarioResult result = stepped_violation();
  Counterexample& found = counterexample_of(result);
  const TraceStep claim = found.trace.steps[0];
  const TraceStep flip = found.trace.steps[3];
  found.nearest_passing.reset();
  found.race_window = RaceWindow{steps / 2, steps / 2 + 1};
  found.trace.steps.clear();
  for (std::size_t n = 1; n <= steps; ++n) {
    TraceStep step = n % 2 == 0 ? flip : claim;
    step.number = n;
    step.actor_index = n % 2;
    step.actor = found.trace.actors[n % 2];
    step.actor_status = "running";
    step.breaches.clear();
    step.view_changed = false;
    step.view.clear();
    step.tables.clear();
    if (n % 2 == 0) step.tables = {state(fmt::format("{}", n))};
    found.trace.steps.push_back(step);
  }
  found.trace.steps.back().breaches = flip.breaches;
  return {"explore", {result}};
}

}  // namespace racewindow
