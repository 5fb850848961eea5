// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/store/store.h"
#include "sim/view.h"

namespace racewindow {

struct Request;  // sim/request.h

enum class ActorStatus : std::uint8_t {
  running,  // has steps to take
  ended,    // its body returned
  failed,   // a SqlError escaped its body
  crashed,  // its host was killed
};

// The numbers enter the fingerprints of replay lines: new kinds go to the end.
enum class EventKind : std::uint8_t {
  statement,  // a statement (or batch) on the database was carried out and answered
  external,   // an external operation on the env store
  clock,      // a clock reading
  wake,       // a sleep is over
  lock,       // a host mutex was taken
  unlock,     // a host mutex was released
  crash,      // a host was killed
  lost,       // the statement took effect, the caller got a connection error
  refused,    // it did not take effect, the caller got a connection error
  late,       // the caller got a connection error; the statement takes effect later
  delivery,   // a late statement takes effect
  time,       // virtual time moved
  start,      // told before any step, where the actor wrote a log line before its first request or
              // ended without one
  wait,       // a statement was begun, or went on, and has to wait: it is not answered yet
  receive,    // an external operation that the actor had waited for a row of
  expire,     // the client library ended the actor's transaction, which had lasted too long
  drop,       // the server ended the actor's session
  vanish,     // a host was killed, and the server has not noticed
  notice,     // now it has
};

// Names memory that a scenario keeps about an execution; Scenario::track returns it.
template <class S>
struct Tracked {
  std::size_t offset = 0;
};

// A view that an event tells of. It knows whether somebody has looked at it: only then does what he
// found depend on other steps that change the view.
class ToldView {
 public:
  ToldView() = default;
  ToldView& operator=(const View* view) {
    view_ = view;
    looked_at_ = false;
    return *this;
  }
  const View& operator*() const {
    looked_at_ = true;
    return *view_;
  }
  const View* operator->() const { return &**this; }
  friend bool operator==(const ToldView& a, const ToldView& b) {
    a.looked_at_ = b.looked_at_ = true;
    return a.view_ == b.view_;
  }
  [[nodiscard]] bool looked_at() const { return looked_at_; }

 private:
  const View* view_ = nullptr;
  mutable bool looked_at_ = false;
};

// One step, as monitors and milestones are told of it. Everything referred to lives until the call
// returns; nothing here depends on how the step was reached.
struct Event {
  EventKind kind = EventKind::statement;
  std::size_t actor = 0;        // index of the actor; meaningless for `time`
  bool first_of_actor = false;  // the actor's first step
  bool resumed = false;         // the statement had to wait before, and went on in this step
  std::span<const Call> calls;  // statement(s), also of lost, refused, late and delivery
  // Of what was carried out; null for refused, late, crash, … A lost or delivered statement can
  // have to wait too: the outcome says so, as for `wait`. Its changes are those made in this step.
  const Outcome* outcome = nullptr;
  std::span<const std::size_t> blockers;  // the actors waited for, ascending; none: a timer
  std::span<const std::string> logs;  // lines the actor wrote after this step, before its next one
  ActorStatus status = ActorStatus::running;  // of the actor, after the step
  const SqlError* escaped = nullptr;          // status failed: the error that ended the actor
  const Request* request = nullptr;  // what the actor had asked for; null for crash and time
  ToldView before;
  ToldView after;
  bool changes_view = false;  // whether the two differ
  Timestamp now;
  const std::byte* memory = nullptr;  // of Scenario::track, as it was before this step
  mutable bool memory_read = false;   // by somebody

  template <class S>
  [[nodiscard]] const S& tracked(Tracked<S> handle) const {
    memory_read = true;
    return *reinterpret_cast<const S*>(memory + handle.offset);
  }

  // Whether the store carried out a statement of this verb on this table in this step (any effect
  // of zero rows included, errors too). One that waits is carried out where it ends.
  [[nodiscard]] bool executed(Verb verb, std::string_view table) const;
  // The first statement; null when the step has none.
  [[nodiscard]] const Statement* statement() const {
    return calls.empty() ? nullptr : calls.front().statement;
  }
  [[nodiscard]] std::span<const RowChange> changes() const {
    return outcome == nullptr ? std::span<const RowChange>()
                              : std::span<const RowChange>(outcome->changes);
  }
  // The cells of a changed row before or after the change; empty where there is none.
  [[nodiscard]] std::span<const Value> before_cells(const RowChange& change) const;
  [[nodiscard]] std::span<const Value> after_cells(const RowChange& change) const;
  [[nodiscard]] bool failed_with(std::string_view sqlstate) const {
    return outcome != nullptr && outcome->status == Outcome::Status::error &&
           outcome->error.sqlstate() == sqlstate;
  }
};

// An actor at the end of an execution.
struct ActorEnd {
  ActorStatus status = ActorStatus::ended;
  const SqlError* error = nullptr;  // status failed
};

// The end of an execution, for final properties and recoveries.
struct Final {
  const View* view = nullptr;
  std::span<const ActorEnd> actors;  // one per actor; for a recovery: only the recovery actor
};

}  // namespace racewindow
