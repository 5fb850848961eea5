// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/digest.h"
#include "sim/store/memory/advisory_call.h"
#include "sim/store/memory/lock_table.h"
#include "sim/store/memory/undo_log.h"
#include "sim/store/sqlite/native.h"
#include "sim/store/store.h"

namespace racewindow {

// PostgreSQL's advisory locks for statements that SQLite runs: their functions, registered with it,
// on the lock table of the memory store.
//
// A statement that would have to wait fails inside SQLite, which undoes it; the locks it took go
// too, and its session queues for the one it lacks. Once that has been handed over, the statement
// runs again from its start, and sees what is then there: SQLite has no older snapshot to give it.
// It can wait for one lock only: a second one is refused as unsupported.
class AdvisoryLocks {
 public:
  explicit AdvisoryLocks(sqlite3* database);
  AdvisoryLocks(const AdvisoryLocks&) = delete;
  AdvisoryLocks& operator=(const AdvisoryLocks&) = delete;

  void open_session() { suspended_.emplace_back(); }
  // The session's locks go, and its statement if it waits.
  void close_session(std::uint32_t session);
  [[nodiscard]] bool holds_for_session(std::uint32_t session) const {
    return locks_.holds_for_session(session);
  }

  // -- around the statements of one call, which are one transaction --
  void begin(std::uint32_t session, Outcome& outcome);
  // They are over: locks of the transaction go.
  void end();
  // A statement failed inside SQLite. True: because it has to wait; the session now does, and the
  // outcome says for whom. Requires: the rest of the call was undone.
  [[nodiscard]] bool suspend(std::span<const Call> calls);

  // -- a call that waits --
  [[nodiscard]] Wait waiting(std::uint32_t session) const;
  // Its statements, to be run again between begin() and end(). Valid until the next resume().
  [[nodiscard]] std::span<const Call> resume(std::uint32_t session);
  // It ends, or goes with its session; a lock of the transaction that it was given goes too.
  void cancel(std::uint32_t session);
  void deadlock_victims(std::vector<SessionId>& victims) const;

  // -- checkpoints --
  [[nodiscard]] std::size_t changes() const { return log_.records.size(); }
  void undo(std::size_t changes);
  [[nodiscard]] bool empty() const { return locks_.empty(); }
  [[nodiscard]] Digest digest() const;

 private:
  struct Wanted {
    memory::LockTag tag;
    LockMode mode = LockMode::exclusive;
    std::uint32_t level = 0;
    friend bool operator==(const Wanted&, const Wanted&) = default;
  };
  // What SQLite calls the functions with.
  struct Registered {
    AdvisoryLocks* locks;
    Function function;
  };

  static void on_call(sqlite3_context* context, int count, sqlite3_value** arguments);
  void forget(std::uint32_t session);
  // Nothing: the statement has to wait.
  [[nodiscard]] std::optional<bool> call(const memory::AdvisoryCall& wanted);
  [[nodiscard]] bool lock(const Wanted& wanted);
  [[nodiscard]] memory::LockOwner owner(std::uint32_t level) const { return {session_, level, 0}; }

  memory::UndoLog log_;
  memory::LockTable locks_{log_};
  std::vector<std::shared_ptr<const memory::Suspended>> suspended_;  // by session
  std::vector<std::unique_ptr<Registered>> registered_;

  // Of the call that runs.
  std::uint32_t session_ = 0;
  Outcome* outcome_ = nullptr;
  std::size_t start_ = 0;              // of its changes
  std::optional<Wanted> handed_over_;  // what it has waited for, until it asks for it again
  std::optional<Wanted> lacks_;
  bool has_waited_ = false;
  std::shared_ptr<const memory::Suspended> resumed_;
  std::vector<Call> calls_;  // of resumed_
};

}  // namespace racewindow
