// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <type_traits>

#include "sim/explore.h"
#include "sim/result.h"

// The fields of the result model and their JSON names, in the order they are written. One list
// serves both directions: `visit(name, field)` writes a field of a const object or reads it into
// one that is not.
namespace racewindow {

// optional: a field that the first version had not; where it is missing, it has its default.
enum class Presence { required, optional };

template <class T, class Model>
concept Is = std::same_as<std::remove_const_t<T>, Model>;

template <class V, Is<Parameter> T>
void visit_fields(V& visit, T& parameter) {
  visit("name", parameter.name);
  visit("value", parameter.value);
}

template <class V, Is<TraceRow> T>
void visit_fields(V& visit, T& row) {
  visit("cells", row.cells);
}

template <class V, Is<TraceTable> T>
void visit_fields(V& visit, T& table) {
  visit("name", table.name);
  visit("columns", table.columns);
  visit("rows", table.rows);
}

template <class V, Is<TraceChange> T>
void visit_fields(V& visit, T& change) {
  visit("table", change.table);
  visit("kind", change.kind);
  visit("before", change.before);
  visit("after", change.after);
}

template <class V, Is<TraceStatement> T>
void visit_fields(V& visit, T& statement) {
  visit("sql", statement.sql);
  visit("params", statement.params);
}

template <class V, Is<TraceStep> T>
void visit_fields(V& visit, T& step) {
  visit("number", step.number);
  visit("choice", step.choice);
  visit("actor", step.actor);
  visit("actor_index", step.actor_index);
  visit("of_recovery", step.of_recovery);
  visit("kind", step.kind);
  visit("operation", step.operation);
  visit("file", step.file);
  visit("line", step.line);
  visit("statements", step.statements);
  visit("carried_out", step.carried_out);
  visit("resumed", step.resumed, Presence::optional);
  visit("awaited", step.awaited, Presence::optional);
  visit("blockers", step.blockers, Presence::optional);
  visit("notices", step.notices, Presence::optional);
  visit("error_sqlstate", step.error_sqlstate);
  visit("error_message", step.error_message);
  visit("rows", step.rows);
  visit("affected", step.affected);
  visit("changes", step.changes);
  visit("logs", step.logs);
  visit("actor_status", step.actor_status);
  visit("now", step.now);
  visit("view_changed", step.view_changed);
  visit("view", step.view);
  visit("tables", step.tables, Presence::optional);
  visit("breaches", step.breaches);
}

template <class V, Is<Trace> T>
void visit_fields(V& visit, T& trace) {
  visit("actors", trace.actors);
  visit("initial_view", trace.initial_view);
  visit("initial_tables", trace.initial_tables, Presence::optional);
  visit("steps", trace.steps);
  visit("complete", trace.complete);
}

template <class V, Is<RaceWindow> T>
void visit_fields(V& visit, T& window) {
  visit("opened_at", window.opened_at);
  visit("hit_at", window.hit_at);
}

template <class V, Is<PassingSchedule> T>
void visit_fields(V& visit, T& passing) {
  visit("schedule", passing.schedule);
  visit("replay_line", passing.replay_line);
  visit("inversions", passing.inversions);
  visit("trace", passing.trace);
}

template <class V, Is<ComponentVersion> T>
void visit_fields(V& visit, T& component) {
  visit("name", component.name);
  visit("version", component.version);
}

template <class V, Is<Counterexample> T>
void visit_fields(V& visit, T& counterexample) {
  visit("message", counterexample.message);
  visit("schedule", counterexample.schedule);
  visit("replay_line", counterexample.replay_line);
  visit("switches", counterexample.switches);
  visit("preemptions", counterexample.preemptions);
  visit("steps", counterexample.steps);
  visit("faults", counterexample.faults);
  visit("minimal", counterexample.minimal);
  visit("trace", counterexample.trace);
  visit("race_window", counterexample.race_window, Presence::optional);
  visit("nearest_passing", counterexample.nearest_passing, Presence::optional);
}

template <class V, Is<PropertyResult> T>
void visit_fields(V& visit, T& property) {
  visit("name", property.info.name);
  visit("section", property.info.section);
  visit("text", property.info.text);
  visit("kind", property.kind);
  visit("verdict", property.verdict);
  visit("expected", property.expected);
  visit("why_expected", property.why_expected);
  visit("detail", property.detail);
  visit("counterexample", property.counterexample);
}

template <class V, Is<MilestoneResult> T>
void visit_fields(V& visit, T& milestone) {
  visit("name", milestone.name);
  visit("reached", milestone.reached);
}

template <class V, Is<BrokenResult> T>
void visit_fields(V& visit, T& broken) {
  visit("kind", broken.kind);
  visit("message", broken.message);
  visit("actor", broken.actor);
  visit("step", broken.step);
}

template <class V, Is<Counts> T>
void visit_fields(V& visit, T& counts) {
  visit("executions", counts.executions);
  visit("complete", counts.complete);
  visit("steps", counts.steps);
  visit("states", counts.states);
  visit("views", counts.views);
  visit("end_states", counts.end_states);
  visit("interleavings", counts.interleavings);
  visit("views_digest", counts.views_digest);
  visit("end_states_digest", counts.end_states_digest);
  visit("longest", counts.longest);
  visit("abandoned", counts.abandoned);
  visit("audited", counts.audited);
}

template <class V, Is<ScenarioResult> T>
void visit_fields(V& visit, T& result) {
  visit("scenario", result.scenario);
  visit("parameters", result.parameters);
  visit("store", result.store);
  visit("isolation", result.isolation, Presence::optional);
  visit("spec_file", result.spec_file, Presence::optional);
  visit("strategy", result.strategy);
  visit("seed", result.seed);
  visit("design", result.design);
  visit("section", result.section);
  visit("workload", result.workload);
  visit("accepted", result.accepted);
  visit("fingerprint", result.fingerprint, Presence::optional);
  visit("versions", result.versions, Presence::optional);
  visit("complete", result.complete);
  visit("limit", result.limit);
  visit("bounds", result.bounds);
  visit("unordered_statements", result.unordered_statements);
  visit("counts", result.counts);
  visit("elapsed_s", result.elapsed_s);
  visit("properties", result.properties);
  visit("milestones", result.milestones);
  visit("broken", result.broken);
}

template <class V, Is<ReplayOutcome> T>
void visit_fields(V& visit, T& outcome) {
  visit("result", outcome.result);
  visit("trace", outcome.trace);
  visit("fingerprint", outcome.fingerprint);
  visit("preemptions", outcome.preemptions);
  visit("divergence", outcome.divergence);
}

}  // namespace racewindow
