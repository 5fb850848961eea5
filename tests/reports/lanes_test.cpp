// SPDX-License-Identifier: Apache-2.0
#include "reports/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "reports/text.h"
#include "reports/violation.h"
#include "tests/reports/golden.h"
#include "tests/reports/sample.h"

namespace racewindow {
namespace {

std::string report(const ScenarioResult& result, const Style& style = {}) {
  return violation_reports({&result, 1}, {}, style).at(0);
}

TEST(ViolationReport, shows_what_happened_in_a_column_per_actor) {
  expect_golden("violation.txt", report(sample_violation()));
}

TEST(ViolationReport, tells_a_schedule_once_for_all_its_properties_and_stores) {
  ScenarioResult memory = sample_violation();
  memory.properties.push_back(memory.properties.back());
  memory.properties.back().info.name = "tree-never-empty";
  ScenarioResult sqlite = memory;
  sqlite.store = "sqlite";
  for (PropertyResult& property : sqlite.properties) {
    if (property.counterexample) property.counterexample->replay_line = "rw1:the/line/of-sqlite";
  }
  const std::vector<ScenarioResult> results = {memory, sqlite};
  const std::vector<std::string> reports = violation_reports(results, {.program = "mine"}, {});
  ASSERT_EQ(reports.size(), 1U);
  expect_golden("violation-shared.txt", reports[0]);
}

TEST(ViolationReport, a_verbose_one_shortens_nothing_and_shows_the_tables) {
  ScenarioResult result = sample_violation();
  Trace& trace = result.properties.back().counterexample->trace;
  trace.initial_tables = {{"directory_state", {"accountid", "currentgeneration"}, {}},
                          {"mount_directory", {"accountid", "generation", "path"}, {}}};
  trace.initial_tables[0].rows = {{{"'acct-1'", "3"}}};
  TraceStep& stage = trace.steps[1];
  stage.tables = {trace.initial_tables[1]};
  for (const TraceChange& change : stage.changes) stage.tables[0].rows.push_back(*change.after);
  stage.statements[0].params[2] = "'" + std::string(120, 'x') + "'";
  trace.steps[3].tables = {trace.initial_tables[0]};
  trace.steps[3].tables[0].rows = {{{"'acct-1'", "4"}}};
  expect_golden("violation-verbose.txt", report(result, {.verbose = true}));
}

TEST(ViolationReport, two_schedules_are_two_reports) {
  ScenarioResult result = sample_violation();
  result.properties.push_back(result.properties.back());
  result.properties.back().counterexample->schedule += ".A1";
  EXPECT_EQ(violation_reports({&result, 1}, {}, {}).size(), 2U);
}

TEST(ViolationReport, four_and_more_actors_overlap) {
  ScenarioResult result = sample_violation();
  Trace& trace = result.properties.back().counterexample->trace;
  trace.actors = {"one", "two", "three", "four", "five"};
  trace.steps[1].actor_index = 4;
  expect_golden("violation-five-actors.txt", report(result));
}

TEST(ViolationReport, is_never_wider_than_100_columns_but_for_the_replay_line) {
  for (std::size_t actors = 2; actors <= 12; ++actors) {
    ScenarioResult hostile = hostile_violation(actors);
    Trace& trace = hostile.properties.back().counterexample->trace;
    trace.initial_tables = trace.initial_view;
    for (const bool verbose : {false, true}) {
      std::istringstream lines(report(hostile, {.verbose = verbose}));
      for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("  replay ")) continue;
        EXPECT_LE(display_width(line), kReportWidth) << line;
      }
    }
  }
}

TEST(ViolationReport, shows_hostile_bytes_escaped) {
  const std::string text = report(hostile_violation(3));
  EXPECT_EQ(text, valid_utf8(text));
  EXPECT_TRUE(std::none_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
  }));
  EXPECT_EQ(text.find("\u202e"), std::string::npos);
  EXPECT_NE(text.find("\\x1b[31m\\xff\\xc3"), std::string::npos);
  EXPECT_NE(text.find("\\u202e"), std::string::npos);
}

TEST(ViolationReport, colour_changes_no_words) {
  std::string colored = report(sample_violation(), {.color = true});
  EXPECT_NE(colored, report(sample_violation()));
  for (std::size_t at = 0; (at = colored.find('\x1b', at)) != std::string::npos;) {
    colored.erase(at, colored.find('m', at) + 1 - at);
  }
  EXPECT_EQ(colored, report(sample_violation()));
}

TEST(Lanes, long_results_are_cut_and_counted) {
  Trace trace = sample_violation().properties.back().counterexample->trace;
  trace.steps.resize(1);
  trace.steps[0].rows->rows.assign(200, {{"'some value'"}});
  trace.steps[0].changes.assign(9, {"t", "delete", TraceRow{{"1"}}, {}});
  const std::string text = lanes(trace, {});
  EXPECT_NE(text.find("→ 200 rows"), std::string::npos);
  EXPECT_NE(text.find("… 3 rows more"), std::string::npos);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 20);

  const std::string whole = lanes(trace, {.verbose = true});
  EXPECT_EQ(whole.find("more"), std::string::npos);
  EXPECT_EQ(whole.find("…"), std::string::npos);
  EXPECT_GT(std::count(whole.begin(), whole.end(), '\n'), 70);
}

TEST(Lanes, a_statement_that_waits_says_for_whom_and_what_and_later_that_it_went_on) {
  Trace trace = sample_violation().properties.back().counterexample->trace;
  TraceStep waits = trace.steps[3];  // an UPDATE of one row
  waits.kind = "wait";
  waits.carried_out = false;
  waits.awaited = "transaction";
  waits.blockers = {"admin-loop"};
  waits.changes.clear();
  waits.actor_status = "running";
  TraceStep again = waits;
  again.resumed = true;
  again.awaited = "timer";
  again.blockers.clear();
  TraceStep goes_on = trace.steps[3];
  goes_on.resumed = true;
  goes_on.notices = {"WARNING: you don't own a lock"};
  TraceStep victim = goes_on;
  victim.error_sqlstate = "40P01";
  victim.error_message = "deadlock detected";
  trace.steps = {waits, again, goes_on, victim};
  const std::string text = lanes(trace, {});
  EXPECT_NE(text.find("… waits for admin-loop (transaction)"), std::string::npos) << text;
  EXPECT_NE(text.find("… resumed: waits again for timer"), std::string::npos) << text;
  EXPECT_NE(text.find("… resumed: → 1 affected"), std::string::npos) << text;
  EXPECT_NE(text.find("WARNING: you don't own a lock"), std::string::npos) << text;
  EXPECT_NE(text.find("… resumed: ! 40P01 deadlock detected"), std::string::npos) << text;
}

TEST(Lanes, a_lost_statement_that_waits_did_not_take_effect_yet) {
  Trace trace = sample_violation().properties.back().counterexample->trace;
  trace.steps = {trace.steps[1]};
  trace.steps[0].carried_out = false;
  trace.steps[0].awaited = "transaction";
  trace.steps[0].error_sqlstate.clear();
  const std::string text = lanes(trace, {});
  EXPECT_NE(text.find("! LOST: the caller gets a connection"), std::string::npos) << text;
  EXPECT_EQ(text.find("took effect"), std::string::npos) << text;
}

TEST(Lanes, rows_updated_to_what_they_were_are_only_counted) {
  Trace trace = sample_violation().properties.back().counterexample->trace;
  trace.steps.resize(1);
  trace.steps[0].changes = {{"t", "update", TraceRow{{"1", "7"}}, TraceRow{{"1", "7"}}},
                            {"t", "update", TraceRow{{"2", "7"}}, TraceRow{{"2", "8"}}}};
  const std::string text = lanes(trace, {});
  EXPECT_NE(text.find("~ t (2, 7) → (2, 8)"), std::string::npos);
  EXPECT_NE(text.find("= 1 row unchanged"), std::string::npos);
  EXPECT_EQ(text.find("(1, 7)"), std::string::npos);
}

}  // namespace
}  // namespace racewindow
