// SPDX-License-Identifier: Apache-2.0
#include "tests/reports/sample.h"

#include <string>

namespace racewindow {
namespace {

TraceTable tree(std::vector<TraceRow> rows) {
  return {"tree", {"path", "generation"}, rows};
}
TraceTable pointer(std::string generation) {
  return {"pointer", {"currentgeneration"}, {{{std::move(generation)}}}};
}

TraceStep step(std::size_t number, std::string choice, std::size_t actor, std::string sql,
               std::vector<std::string> params) {
  TraceStep made;
  made.number = number;
  made.choice = std::move(choice);
  made.actor_index = actor;
  made.actor = actor == 0 ? "admin-loop" : "hand-run";
  made.kind = "statement";
  made.file = "guards/portal_push/push_account.cpp";
  made.line = static_cast<std::uint32_t>(30 + number);
  made.statements = {{std::move(sql), std::move(params)}};
  made.actor_status = "running";
  made.now = "+0s";
  return made;
}

Trace sample_trace() {
  Trace trace;
  trace.actors = {"admin-loop", "hand-run"};
  trace.initial_view = {tree({{{"'/a'", "3"}}, {{"'/b'", "3"}}}), pointer("3")};
  trace.complete = true;

  TraceStep claim =
      step(1, "B", 1, "SELECT currentgeneration\n  FROM directory_state WHERE accountid = $1",
           {"'acct-1'"});
  claim.rows = TraceTable{"", {"currentgeneration"}, {{{"3"}}}};
  trace.steps.push_back(claim);

  TraceStep stage = step(2, "Alost", 0,
                         "INSERT INTO mount_directory (accountid, generation, path, kind, size) "
                         "VALUES ($1, $2, $3, 'directory', 0), ($1, $2, $4, 'directory', 0) "
                         "ON CONFLICT (accountid, generation, path) DO NOTHING",
                         {"'acct-1'", "4", "'/a'", "'/b'"});
  stage.kind = "lost";
  stage.error_sqlstate = "08006";
  stage.error_message = "connection failure";
  stage.carried_out = true;
  stage.affected = 2;
  stage.changes = {{"mount_directory", "insert", {}, TraceRow{{"'acct-1'", "4", "'/a'"}}},
                   {"mount_directory", "insert", {}, TraceRow{{"'acct-1'", "4", "'/b'"}}}};
  stage.logs = {"op=failed account=acct-1 error=\"connection failure\""};
  stage.actor_status = "failed";
  trace.steps.push_back(stage);

  TraceStep time;
  time.number = 3;
  time.choice = "@15m";
  time.kind = "time";
  time.operation = time.now = "+15m";
  trace.steps.push_back(time);

  TraceStep flip =
      step(4, "B", 1, "UPDATE directory_state SET currentgeneration = $1 WHERE accountid = $2",
           {"4", "'acct-1'"});
  flip.affected = 1;
  flip.changes = {
      {"directory_state", "update", TraceRow{{"'acct-1'", "3"}}, TraceRow{{"'acct-1'", "4"}}}};
  flip.logs = {"op=flip account=acct-1 generation=4"};
  flip.view_changed = true;
  flip.view = {tree({{{"'/a'", "4"}}}), pointer("4")};
  flip.breaches = {"tree-complete: expected every row of a complete tree, seen '/a' without '/b'"};
  flip.actor_status = "ended";
  flip.now = "+15m";
  trace.steps.push_back(flip);

  TraceStep recovery = step(5, "A", 0,
                            "DELETE FROM mount_directory WHERE accountid = $1 AND "
                            "generation <> $2",
                            {"'acct-1'", "4"});
  recovery.actor = "next push";
  recovery.of_recovery = true;
  recovery.error_sqlstate = "23505";
  recovery.error_message = "duplicate key value violates unique constraint \"directory_pkey\"";
  recovery.actor_status = "failed";
  trace.steps.push_back(recovery);
  return trace;
}

PropertyResult property(std::string name, Verdict verdict, Verdict expected) {
  PropertyResult made;
  made.info = {std::move(name), "What a reader sees", "The visible tree is a complete one."};
  made.verdict = verdict;
  made.expected = expected;
  return made;
}

ScenarioResult result(std::string id, std::string store) {
  ScenarioResult made;
  made.scenario = std::move(id);
  made.parameters = {{"rows", 2}};
  made.store = std::move(store);
  made.strategy = "exhaustive";
  made.design = "Clears what an earlier push left at the claimed generation before it stages.";
  made.section = "Task 1923";
  made.workload = "two equal pushes of one account";
  made.complete = true;
  made.bounds = {"lost replies ≤ 1", "steps ≤ 1000"};
  made.counts.executions = 1234;
  made.counts.complete = 1200;
  made.counts.steps = 45'678;
  made.counts.states = 987;
  made.counts.views = 12;
  made.counts.end_states = 3;
  made.counts.interleavings = "12870";
  made.counts.views_digest = "0123456789abcdef0123456789abcdef";
  made.counts.end_states_digest = "fedcba9876543210fedcba9876543210";
  made.counts.longest = 22;
  made.elapsed_s = 0.125;
  made.properties = {property("pointer-forward", Verdict::holds, Verdict::holds)};
  made.milestones = {{"both staged", true}};
  return made;
}

void make_hostile(std::string& text) {
  text =
      "\x1b[31m\xff\xc3 \xe2\x80\xae"
      "evil\r\n\t漢字かな漢字かな漢字かな漢字かな 😀😀😀 e\xcc\x81" +
      text;
}

}  // namespace

ScenarioResult sample_violation() {
  ScenarioResult made = result("portal-push/pre-stage-clear/equal-pushes", "memory");
  PropertyResult violated = property("tree-complete", Verdict::violated, Verdict::violated);
  violated.why_expected = "the second clear deletes what the first push staged";
  Counterexample& found = violated.counterexample.emplace();
  found.message = "expected every row of a complete tree, seen '/a' without '/b'";
  found.schedule = "B1.Alost.@15m.B1";
  found.replay_line =
      "rw1:portal-push/pre-stage-clear/equal-pushes:rows=2:memory:B1.Alost.@15m.B1:9f31c2:c41e";
  found.switches = 2;
  found.preemptions = 1;
  found.steps = 4;
  found.faults = 1;
  found.minimal = true;
  found.trace = sample_trace();
  made.properties.push_back(violated);
  made.unordered_statements = {"SELECT path FROM mount_directory"};
  return made;
}

std::vector<ScenarioResult> sample_results() {
  ScenarioResult accepted = result("portal-push/accepted/equal-pushes", "memory");
  accepted.design = "Claims above everything, flips forward only, sweeps backward only.";
  accepted.accepted = true;
  ScenarioResult again = accepted;
  again.store = "sqlite";
  again.counts.interleavings = "75512345678901234567890";

  ScenarioResult undecided = result("portal-push/accepted/three-writers", "memory");
  undecided.design = accepted.design;
  undecided.accepted = true;
  undecided.complete = false;
  undecided.limit = "steps";
  undecided.properties = {property("pointer-forward", Verdict::inconclusive, Verdict::holds),
                          property("exactly-one-fails", Verdict::vacuous, Verdict::holds)};
  undecided.properties[0].detail = "limit: steps 45,678";
  undecided.properties[1].detail = "milestone not reached: both staged";
  undecided.counts.interleavings = "";
  undecided.counts.states = 0;

  ScenarioResult unexpected = result("portal-push/pre-stage-clear/one-push", "memory");
  unexpected.properties.push_back(property("tree-complete", Verdict::holds, Verdict::violated));
  unexpected.properties.back().why_expected = "the clear runs twice";

  ScenarioResult broken = result("portal-push/pre-stage-clear/three-writers", "memory");
  broken.properties.clear();
  broken.broken = BrokenResult{"hang", "no step for 10 s", "hand-run", "B3, after guards/x.cpp:31"};
  broken.counts.abandoned = 1;
  return {accepted, again, undecided, sample_violation(), unexpected, broken};
}

ScenarioResult hostile_violation(std::size_t actors) {
  ScenarioResult made = sample_violation();
  for (std::string* text : {&made.scenario, &made.store, &made.design, &made.section,
                            &made.workload, &made.unordered_statements[0]}) {
    make_hostile(*text);
  }
  PropertyResult& violated = made.properties.back();
  for (std::string* text : {&violated.info.name, &violated.info.section, &violated.info.text,
                            &violated.why_expected, &violated.counterexample->message}) {
    make_hostile(*text);
  }
  Trace& trace = violated.counterexample->trace;
  while (trace.actors.size() < actors) trace.actors.push_back("actor");
  for (std::string& actor : trace.actors) make_hostile(actor);
  for (TraceTable& table : trace.initial_view) make_hostile(table.name);
  std::size_t next = 0;
  for (TraceStep& one : trace.steps) {
    one.actor_index = next++ * 5 % trace.actors.size();
    for (std::string* text : {&one.actor, &one.operation, &one.file, &one.error_message}) {
      make_hostile(*text);
    }
    for (TraceStatement& statement : one.statements) {
      make_hostile(statement.sql);
      for (std::string& param : statement.params) make_hostile(param);
    }
    for (std::string& log : one.logs) make_hostile(log);
    for (std::string& breach : one.breaches) make_hostile(breach);
    for (TraceTable& table : one.view) {
      make_hostile(table.name);
      for (TraceRow& row : table.rows) make_hostile(row.cells[0]);
    }
    for (TraceChange& change : one.changes) make_hostile(change.table);
  }
  return made;
}

}  // namespace racewindow
