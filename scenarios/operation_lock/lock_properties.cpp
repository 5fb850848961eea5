// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "guards/operation_lock/lock.h"
#include "scenarios/operation_lock/operation_event.h"
#include "scenarios/operation_lock/properties.h"

namespace racewindow::operation_lock {
namespace {

std::int64_t age_seconds(const Progress& progress, const Event& event) {
  return (event.now.microseconds - progress.since) / seconds(1).microseconds;
}

bool within_ttl(const Progress& progress, const Event& event) {
  return event.now.microseconds - progress.since <= lock_ttl.microseconds;
}

Finding second_inside(const Files& files, const Operations& operations, const Event& event) {
  if (!is_call_step(files, event) || !ingests(event)) return std::nullopt;
  const Progress& own = operations.of[event.actor];
  if (own.got_lock != 0 && !within_ttl(own, event)) return std::nullopt;
  for (std::size_t peer = 0; peer < files.work.size(); ++peer) {
    const Progress& other = operations.of[peer];
    if (peer == event.actor || !files.work[peer].same_file(files.work[event.actor])) continue;
    if (other.inside == 0 || !within_ttl(other, event)) continue;
    return fmt::format(
        "expected one operation inside, a second one is while the first has been "
        "for {} s",
        age_seconds(other, event));
  }
  return std::nullopt;
}

// The lock changes hands by an update of its row.
Finding early_takeover(const Files& files, const Operations& operations, const Event& event) {
  if (!is_call_step(files, event)) return std::nullopt;
  for (const RowChange& change : event.changes()) {
    if (change.kind != RowChange::Kind::update || !is_own_lock(files, event, change)) continue;
    const std::size_t holder = operations.holder_beside(files, event.actor);
    if (holder == callers_max || !within_ttl(operations.of[holder], event)) continue;
    return fmt::format("expected a lock to be taken over after {} s, one of {} s was",
                       lock_ttl.microseconds / seconds(1).microseconds,
                       age_seconds(operations.of[holder], event));
  }
  return std::nullopt;
}

Finding foreign_release(const Files& files, const Operations& operations, const Event& event) {
  if (!is_call_step(files, event)) return std::nullopt;
  for (const RowChange& change : event.changes()) {
    if (change.kind != RowChange::Kind::remove || !is_own_lock(files, event, change)) continue;
    if (operations.of[event.actor].holds_lock != 0) continue;
    return "expected an operation to release no lock but its own, it released another one's";
  }
  return std::nullopt;
}

Finding left_locked(const Files& files, const Operations& operations, const Event& event) {
  if (!is_call_step(files, event) || event.kind == EventKind::crash) return std::nullopt;
  if (event.logs.empty() && event.kind != EventKind::delivery) return std::nullopt;
  const Progress own = operations.after(files, event).of[event.actor];
  if (own.under_way != 0 || own.holds_lock == 0 || own.has(Progress::crashed)) return std::nullopt;
  return "expected a call that has ended to hold no lock, its lock is there";
}

}  // namespace

void add_lock_properties(World& world) {
  const auto monitor = [&world](PropertyInfo info, auto check) {
    world.scenario.monitor<NoState>(std::move(info), {},
                                    [files = world.files, operations = operations_of(world), check](
                                        NoState&, const Event& event) {
                                      return check(files, event.tracked(operations), event);
                                    });
  };
  monitor({"one-inside", "Warum kein Postgres-Advisory-Lock im Wortsinn",
           "within the TTL at most one operation on a file is inside"},
          second_inside);
  monitor({"takeover-after-ttl", "Umsetzung 2", "no lock is taken over before its TTL is over"},
          early_takeover);
  monitor({"owner-releases", "Umsetzung 3", "only its owner releases a lock"}, foreign_release);
  monitor(
      {"released-when-ended", "Umsetzung 3", "no lock outlives a call that ended, whatever way"},
      left_locked);
}

}  // namespace racewindow::operation_lock
