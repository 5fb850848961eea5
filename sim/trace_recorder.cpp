// SPDX-License-Identifier: Apache-2.0
#include "sim/trace_recorder.h"

#include <fmt/format.h>

namespace racewindow {
namespace {

std::string_view event_name(EventKind kind) {
  switch (kind) {
    case EventKind::start:
      return "start";
    case EventKind::statement:
      return "statement";
    case EventKind::external:
      return "external";
    case EventKind::clock:
      return "clock";
    case EventKind::wake:
      return "wake";
    case EventKind::lock:
      return "lock";
    case EventKind::unlock:
      return "unlock";
    case EventKind::crash:
      return "crash";
    case EventKind::lost:
      return "lost";
    case EventKind::refused:
      return "refused";
    case EventKind::late:
      return "late";
    case EventKind::delivery:
      return "delivery";
    case EventKind::time:
      return "time";
    case EventKind::wait:
      return "wait";
    case EventKind::receive:
      return "receive";
    case EventKind::expire:
      return "expire";
    case EventKind::drop:
      return "drop";
    case EventKind::vanish:
      return "vanish";
    case EventKind::notice:
      return "notice";
  }
  return "";
}

// Whether a step of this kind is one that a store, or the engine, has carried out for its actor.
bool is_carried_out(EventKind kind) {
  return kind != EventKind::refused && kind != EventKind::late && kind != EventKind::crash &&
         kind != EventKind::vanish && kind != EventKind::notice && kind != EventKind::drop;
}

std::string_view status_name(ActorStatus status) {
  switch (status) {
    case ActorStatus::running:
      return "running";
    case ActorStatus::ended:
      return "ended";
    case ActorStatus::failed:
      return "failed";
    case ActorStatus::crashed:
      return "crashed";
  }
  return "";
}

std::string offset_text(Timestamp now) {
  const Choice time{Choice::Kind::time, 0, (now - Scheduler::kStart).microseconds};
  return "+" + to_text(time).substr(1);
}

TraceRow literals(std::span<const Value> values) {
  TraceRow row;
  for (const Value& value : values) row.cells.push_back(to_literal(value));
  return row;
}

TraceTable result_rows(const RowSet& rows) {
  TraceTable table;
  if (rows.columns != nullptr) {
    for (const OutputColumn& column : *rows.columns) table.columns.push_back(column.name);
  }
  for (std::size_t n = 0; n < rows.row_count; ++n) table.rows.push_back(literals(rows.row(n)));
  return table;
}

TraceChange describe(const Event& event, const RowChange& change) {
  TraceChange described;
  described.table = traced_name(*change.table);
  switch (change.kind) {
    case RowChange::Kind::insert:
      described.kind = "insert";
      break;
    case RowChange::Kind::update:
      described.kind = "update";
      break;
    case RowChange::Kind::remove:
      described.kind = "delete";
      break;
  }
  if (change.before != RowChange::npos) described.before = literals(event.before_cells(change));
  if (change.after != RowChange::npos) described.after = literals(event.after_cells(change));
  return described;
}

void append(std::vector<TraceTable>& tables, const std::vector<TraceTable>& more) {
  tables.insert(tables.end(), more.begin(), more.end());
}

void add_changes(const Event& event, TraceStep& step) {
  for (const RowChange& change : event.changes()) step.changes.push_back(describe(event, change));
}

}  // namespace

TraceRecorder::TraceRecorder(const Scenario& scenario, Scheduler& scheduler)
    : scenario_(&scenario),
      scheduler_(&scheduler),
      database_(scheduler.database()),
      env_(scheduler.env()),
      noted_(scenario.properties.size()) {
  for (const ActorSpec& actor : scenario.actors) trace_.actors.push_back(actor.name);
  trace_.initial_view = rows_of(scheduler.view());
  trace_.initial_tables = database_.tables();
  append(trace_.initial_tables, env_.tables());
}

std::vector<TraceTable> TraceRecorder::rows_of(const View& view) const {
  std::vector<TraceTable> tables;
  for (std::size_t query = 0; query < view.size(); ++query) {
    TraceTable table;
    table.name = scenario_->views[query].name;
    for (const OutputColumn& column : scheduler_->views().columns(query)) {
      table.columns.push_back(column.name);
    }
    const ViewRows& rows = view[ViewHandle{query}];
    for (std::size_t n = 0; n < rows.size(); ++n) table.rows.push_back(literals(rows.row(n)));
    tables.push_back(std::move(table));
  }
  return tables;
}

void TraceRecorder::record(const Choice& choice, const Event& event, bool of_recovery) {
  TraceStep step;
  step.number = trace_.steps.size() + 1;
  step.of_recovery = of_recovery;
  step.kind = event_name(event.kind);
  step.now = offset_text(event.now);
  if (event.kind == EventKind::time) {
    step.choice = to_text(choice);
    step.operation = step.now;
  } else {
    step.actor_index = choice.actor;
    step.actor = of_recovery ? "recovery" : scenario_->actors[choice.actor].name;
    if (!of_recovery) step.choice = to_text(choice);
    step.actor_status = status_name(event.status);
  }
  if (event.request != nullptr) {
    const Request& request = *event.request;
    step.file = request.where.file_name();
    step.line = request.where.line();
    if (request.name != nullptr) step.operation = request.name->bytes;
    for (std::size_t n = 0; n < request.texts.size(); ++n) {
      step.statements.push_back(
          {std::string(request.texts[n]->bytes), literals(request.params[n]).cells});
      if (of_recovery) continue;
      statements_.add(std::uint64_t{choice.actor}).add(static_cast<std::uint64_t>(event.kind));
      statements_.add(request.texts[n]->bytes);
      for (const Value& value : request.params[n]) value.add_to(statements_);
    }
  }
  const Outcome* outcome = event.outcome;
  step.carried_out = is_carried_out(event.kind);
  step.resumed = event.resumed;
  if (outcome != nullptr) {
    for (const Notice& notice : outcome->notices) {
      step.notices.push_back(fmt::format("{}: {}", notice.severity, notice.message));
    }
  }
  if (outcome != nullptr && outcome->status == Outcome::Status::wait) {
    step.carried_out = false;
    step.awaited = outcome->awaited;
    for (const std::size_t actor : event.blockers) {
      step.blockers.emplace_back(scheduler_->name_of(actor));
    }
    add_changes(event, step);
  } else if (outcome != nullptr && outcome->status == Outcome::Status::error) {
    step.error_sqlstate = outcome->error.sqlstate();
    step.error_message = outcome->error.message();
  } else if (outcome != nullptr) {
    step.affected = outcome->affected;
    if (outcome->rows.width() > 0) step.rows = result_rows(outcome->rows);
    add_changes(event, step);
  }
  if (event.first_of_actor && !of_recovery) step.logs = scheduler_->start_logs(choice.actor);
  step.logs.insert(step.logs.end(), event.logs.begin(), event.logs.end());
  if (event.changes_view) {
    step.view_changed = true;
    step.view = rows_of(*event.after);
  }
  step.tables = database_.look_again();
  append(step.tables, env_.look_again());
  trace_.steps.push_back(std::move(step));
}

void TraceRecorder::note_breaches(const Judge& judge) {
  for (std::size_t n = 0; n < noted_.size(); ++n) {
    if (noted_[n] || !judge.breach(n)) continue;
    noted_[n] = true;
    if (trace_.steps.empty()) continue;  // the initial view: there is no step to note it at
    trace_.steps.back().breaches.push_back(
        fmt::format("{}: {}", scenario_->properties[n].info.name, judge.breach(n)->message));
  }
}

std::string TraceRecorder::fingerprint() const {
  return to_hex(statements_.digest()).substr(0, 6);
}

}  // namespace racewindow
