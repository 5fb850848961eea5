// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/operation_event.h"

#include <algorithm>

namespace racewindow::operation_lock {
namespace {

// An advisory lock of a session was taken, or given back.
bool advisory_answer(const Event& event) {
  const Statement* statement = event.statement();
  return statement != nullptr && event.calls.size() == 1 && statement->verb == Verb::select &&
         statement->has_side_effects && event.outcome != nullptr &&
         event.outcome->rows.row_count == 1 && event.outcome->rows.row(0).front().as_bool();
}

}  // namespace

bool sends(const Event& event, Verb verb, std::string_view table) {
  return std::ranges::any_of(event.calls, [&](const Call& call) {
    return call.statement->verb == verb && call.statement->target != nullptr &&
           call.statement->target->name == table;
  });
}

bool sends_lock_statement(const Event& event) {
  return std::ranges::any_of(event.calls, [](const Call& call) {
    return call.statement->target != nullptr && call.statement->target->name == lock_table;
  });
}

bool sends_acquire(const Event& event) {
  return sends(event, Verb::insert, lock_table) ||
         (event.calls.size() == 1 && sends(event, Verb::update, lock_table));
}

bool is_own_lock(const Files& files, const Event& event, const RowChange& change) {
  if (change.table->name != lock_table) return false;
  const auto row = change.kind == RowChange::Kind::remove ? event.before_cells(change)
                                                          : event.after_cells(change);
  const Work& own = files.work[event.actor];
  return row[0].as_text() == own.comparison_id && row[1].as_text() == own.role;
}

bool ingests(const Event& event) {
  return event.kind == EventKind::external && sends(event, Verb::insert, "ingested") &&
         !event.changes().empty();
}

std::string_view line_with(const Event& event, std::string_view words) {
  for (const std::string& line : event.logs) {
    if (line.find(words) != std::string::npos) return line;
  }
  return {};
}

std::size_t Operations::holder_beside(const Files& files, std::size_t but) const {
  for (std::size_t n = 0; n < files.work.size(); ++n) {
    if (n != but && of[n].holds_lock != 0 && files.work[n].same_file(files.work[but])) return n;
  }
  return callers_max;
}

// Calls on one file that are under way at the same time have met.
void Operations::note_peers(const Files& files, const Event& event) {
  Progress& own = of[event.actor];
  for (std::size_t n = 0; n < files.work.size(); ++n) {
    Progress& peer = of[n];
    if (n == event.actor || !files.work[n].same_file(files.work[event.actor])) continue;
    const bool died_with_lock = peer.has(Progress::crashed) && peer.holds_lock != 0;
    if (peer.under_way != 0 || died_with_lock) own.marks |= Progress::met_other;
    if (peer.under_way != 0 && own.under_way != 0) peer.marks |= Progress::met_other;
  }
}

void Operations::note_lock_statement(const Event& event) {
  if (event.kind == EventKind::delivery) return;
  Progress& own = of[event.actor];
  if (sends(event, Verb::insert, lock_table) && !event.resumed) ++own.acquires;
  if (sends_lock_statement(event)) own.marks |= Progress::touched_lock;
  if (sends_acquire(event) && reply_failed(event)) own.marks |= Progress::lock_failed;
}

void Operations::give_lock(const Files& files, const Event& event) {
  const std::size_t other = holder_beside(files, event.actor);
  if (other != callers_max) of[other].holds_lock = 0;
  of[event.actor].holds_lock = of[event.actor].got_lock = 1;
  of[event.actor].since = event.now.microseconds;
}

void Operations::note_changes(const Files& files, const Event& event) {
  Progress& own = of[event.actor];
  for (const RowChange& change : event.changes()) {
    own.marks |= Progress::changed_rows;
    if (change.table->name == "ingested") own.leftovers = change.kind == RowChange::Kind::insert;
    if (!is_own_lock(files, event, change)) continue;
    if (change.kind != RowChange::Kind::remove) {
      if (own.holds_lock == 0) give_lock(files, event);  // else it only holds its own row
      continue;
    }
    for (std::size_t n = 0; n < files.work.size(); ++n) {
      if (files.work[n].same_file(files.work[event.actor])) of[n].holds_lock = 0;
    }
  }
}

void Operations::follow(const Files& files, const Event& event) {
  if (!is_call_step(files, event)) return;
  Progress& own = of[event.actor];
  if (event.kind == EventKind::crash) {
    own.marks |= Progress::crashed;  // what it held stays held
    own.under_way = own.inside = 0;
    return;
  }
  if (event.kind != EventKind::delivery && own.under_way == 0) {
    own = {.since = own.since, .under_way = 1, .holds_lock = own.holds_lock};
  }
  note_peers(files, event);
  note_lock_statement(event);
  note_changes(files, event);
  if (advisory_answer(event)) {
    own.holds_lock = own.holds_lock == 0;  // the first is the lock, the second the unlock
    own.got_lock = 1;
    own.since = event.now.microseconds;
  }
  if (ingests(event)) {
    own.inside = 1;
    if (own.got_lock == 0) own.since = event.now.microseconds;
  }
  if (!line_with(event, "lock=missing").empty()) own.warned = 1;
  if (!result_line(event).empty() || event.status != ActorStatus::running) {
    own.under_way = own.inside = 0;
  }
}

Tracked<Operations> operations_of(World& world) {
  if (!world.operations) {
    world.operations = world.scenario.track<Operations>(
        {},
        [files = world.files](Operations& operations, const Event& event) {
          operations.follow(files, event);
        },
        [files = world.files](const Event& event) { return is_call_step(files, event); });
  }
  return *world.operations;
}

}  // namespace racewindow::operation_lock
