// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/event.h"
#include "sim/source_place.h"
#include "sim/sql/error.h"
#include "sim/sql/value.h"
#include "sim/store/store.h"

namespace racewindow {

// What an actor wants next: it stands still until the scheduler has carried this out.
struct Request {
  static constexpr std::uint8_t kNoPool = 0xff;

  enum class Kind : std::uint8_t {
    statement,  // `texts` on a session, several as one atomic batch; may have a name
    external,   // one text on the env store; `name` is what the trace calls it
    clock,      // the host's clock
    sleep,      // until `duration` has passed
    lock,       // the mutex `name` of the host
    unlock,
    receive,   // as external; not before it has a row to return
    finished,  // the body is over: `status`, and `error` when it failed
  } kind = Kind::finished;
  std::uint8_t pool =
      kNoPool;  // statement: of this pool, by its client; else the actor's own session
  std::uint8_t client = 0;
  SourcePlace where;
  std::vector<const Text*> texts;
  std::vector<std::vector<Value>> params;  // one list per text
  const Text* name = nullptr;
  Duration duration;
  ActorStatus status = ActorStatus::ended;
  SqlError error;

  // Everything by which two requests differ, the call site excepted.
  [[nodiscard]] Digest digest() const;
  // For messages: `SELECT … [1, 'x'] at guards/…:42`.
  [[nodiscard]] std::string describe() const;
};

// What the actor is told when its request has been carried out.
struct Reply {
  bool failed = false;
  SqlError error;         // when failed
  std::size_t width = 0;  // of the result rows
  std::size_t row_count = 0;
  std::vector<Value> cells;
  std::int64_t affected = 0;
  Timestamp now;  // clock
};

// A reply as the search sees it, without copying a row: exactly one of the pointers is set, or
// neither for a clock reading, a wake-up or a mutex.
struct Observation {
  const Outcome* outcome = nullptr;
  const SqlError* error = nullptr;
  Timestamp now;

  // Everything the actor can tell apart.
  [[nodiscard]] Digest digest() const;
  [[nodiscard]] Reply to_reply() const;
};

}  // namespace racewindow
