// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/digest.h"
#include "sim/sql/bound.h"
#include "sim/sql/value.h"
#include "sim/store/memory/stamp.h"

namespace racewindow::memory {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};
inline constexpr std::uint64_t kNoVersion = ~std::uint64_t{0};

// One version that a transaction added or ended (an update is both), or a change of the catalog:
// then `slot` and `heap` are the transaction's catalog and catalog_base before, kNone for none. Or
// all of a heap was ended for older snapshots too; or the sequence `heap` was restarted, `slot`
// being where its state before is kept. The writes of a transaction are a list that grows at its
// head and lives in an arena shared by all sessions, so that a transaction is plain data: to forget
// its writes, or to have them again after a restore, moves one index.
struct Write {
  enum class Kind : std::uint8_t { added, ended, defined, truncated, restarted } kind = Kind::added;
  std::uint32_t heap = 0;
  std::uint32_t slot = 0;
  std::uint32_t previous = kNone;
};

// A savepoint: where to go back to. Kept in an arena like writes.
struct Savepoint {
  const Text* name = nullptr;
  std::uint32_t last_write = kNone;
  std::uint32_t previous = kNone;
  Digest effects;
  std::uint32_t level = 0;           // its depth; the transaction itself is at 0
  std::uint32_t subtransaction = 0;  // the first one that began with it
  std::uint32_t subtransaction_before = 0;
  std::uint32_t settings = 0;
  std::uint32_t session_settings = 0;
};

// What a session's transaction is at the moment; plain data, so that a copy undoes any change.
struct Transaction {
  enum class State : std::uint8_t {
    idle,    // none is open: each statement is its own
    active,  // between BEGIN and its end
    failed,  // an error was met: commands are refused until the end, or until ROLLBACK TO
  } state = State::idle;
  IsolationLevel isolation = IsolationLevel::read_committed;
  bool closed = false;        // the session is closed
  bool terminated = false;    // by the server, for being idle too long
  bool implicit = false;      // of one call, not of a block: it ends with the call
  bool has_snapshot = false;  // REPEATABLE READ, or a statement is suspended: `snapshot` is kept
  std::uint32_t command = 0;  // number of the command to come
  std::uint32_t last_write = kNone;
  std::uint32_t savepoint = kNone;
  std::uint32_t level = 0;            // how many savepoints are set
  std::uint32_t subtransaction = 0;   // the current one; the transaction itself is 0
  std::uint32_t subtransactions = 0;  // how many there have been
  // Sets of settings, by number: those in force, those that COMMIT leaves in force (without SET
  // LOCAL), and those that ROLLBACK goes back to.
  std::uint32_t settings = 0;
  std::uint32_t session_settings = 0;
  std::uint32_t settings_before = 0;
  // What it has defined: a version of the catalog, and the version that was committed when it had
  // all of that; kNoVersion: nothing.
  std::uint64_t catalog = kNoVersion;
  std::uint64_t catalog_base = 0;
  Timestamp idle_since;  // when the last statement was over
  Stamp snapshot = 0;
  Timestamp start;  // what now() says
  // The sum of the net effects so far, the same whichever way they came about. With each
  // savepoint's own sum it says all that a later statement could find out about the transaction's
  // writes.
  Digest effects;
};

}  // namespace racewindow::memory
