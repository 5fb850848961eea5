// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/store/memory/lock.h"
#include "sim/store/memory/undo_log.h"

namespace racewindow::memory {

// The locks that are held and the queues of those who wait, as PostgreSQL's lock manager keeps them
// (src/backend/storage/lmgr/README): first come first served, handed over at release, and a
// request waits behind a conflicting one that waits already. A session waits for one lock at most.
// All lists are short, and searched from end to end. Every change is recorded in the undo log.
class LockTable {
 public:
  explicit LockTable(UndoLog& log) : log_(&log) {}

  [[nodiscard]] bool empty() const { return grants_.empty() && queue_.empty(); }

  // Takes the lock if it need not wait.
  [[nodiscard]] bool try_acquire(const LockTag& tag, LockMode mode, const LockOwner& owner);
  // Takes a row lock in this strength, in place of weaker ones that would end no later. Requires:
  // nobody else's excludes it.
  void strengthen(const LockTag& row, LockMode mode, const LockOwner& owner);
  // The session waits in the tag's queue until the lock is handed over; for a transaction, until it
  // ends. Requires: try_acquire did not take it. False: the wait would be a deadlock at once.
  [[nodiscard]] bool wait(const LockTag& tag, LockMode mode, const LockOwner& owner);
  // The session waits no more.
  void withdraw(std::uint32_t session);

  // Gives back one taking. False when the session does not hold it at that level.
  bool release(const LockTag& tag, LockMode mode, std::uint32_t session, std::uint32_t level);
  // The session's locks of this level of subtransactions and deeper go.
  void release_from(std::uint32_t session, std::uint32_t level);
  // Session-level advisory locks go.
  void release_session_level(std::uint32_t session);
  // What the lock was on is of the past: nobody holds it or has to wait for it any more.
  void dissolve(const LockTag& tag);
  // A subtransaction of this level was committed: its locks are its parent's.
  void pass_to_parent(std::uint32_t session, std::uint32_t level);
  // The session's subtransactions from this one on are over: nobody has to wait for them.
  void end_subtransactions(std::uint32_t session, std::uint32_t first);

  // Whether the session holds any lock that outlives its transactions.
  [[nodiscard]] bool holds_for_session(std::uint32_t session) const;
  [[nodiscard]] bool holds(const LockTag& tag, LockMode mode, std::uint32_t session) const;
  // Another session's lock that excludes this one; null: none. Valid until the next change.
  [[nodiscard]] const Grant* conflicting(const LockTag& tag, LockMode mode,
                                         std::uint32_t session) const;
  [[nodiscard]] const Waiter* waiter(std::uint32_t session) const;
  // The sessions that a waiting one waits for: holders, and those queued before it. Ascending.
  void blockers(std::uint32_t session, std::vector<std::uint32_t>& sessions) const;
  // Whether the session waits, through others, for itself (deadlock.cpp).
  [[nodiscard]] bool deadlocked(std::uint32_t session) const;

  [[nodiscard]] std::span<const Grant> grants() const { return grants_; }
  [[nodiscard]] std::span<const Waiter> queue() const { return queue_; }

  // Takes back the change on top of the log.
  void undo();

 private:
  // One change, and what undoes it.
  struct Edit {
    enum class Kind : std::uint8_t {
      grant_added,
      grant_removed,
      grant_changed,
      waiter_added,
      waiter_removed,
    } kind = Kind::grant_added;
    std::size_t at = 0;
    Grant grant;
    Waiter waiter;
  };

  [[nodiscard]] bool grantable(const LockTag& tag, LockMode mode, std::uint32_t session) const;
  [[nodiscard]] bool requested_before(std::size_t end, const LockTag& tag, LockMode mode,
                                      std::uint32_t session) const;
  void grant(const LockTag& tag, LockMode mode, const LockOwner& owner);
  void remove_grant(std::size_t at);
  void hand_over(const LockTag& tag);
  void insert_waiter(std::size_t at, const Waiter& waiter);
  void remove_waiter(std::size_t at);
  [[nodiscard]] bool blocks(const Waiter& waiter, std::size_t position,
                            std::uint32_t session) const;
  void resolve_soft_deadlock(std::uint32_t session);
  void record(Edit edit);

  UndoLog* log_;
  std::vector<Grant> grants_;  // in the order they were taken
  std::vector<Waiter> queue_;  // of all tags; for each, in the order they are served
  std::vector<Edit> edits_;
};

}  // namespace racewindow::memory
