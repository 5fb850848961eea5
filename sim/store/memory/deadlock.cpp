// SPDX-License-Identifier: Apache-2.0
// Deadlocks: waits that form a cycle (PostgreSQL's src/backend/storage/lmgr/deadlock.c). A waiter
// waits for holders of what excludes its request (hard edges), and for those queued before it that
// ask for what excludes it (soft edges). Only a cycle that no other order of a queue would break is
// a deadlock.
#include <algorithm>
#include <vector>

#include "sim/store/memory/lock_table.h"

namespace racewindow::memory {
namespace {

// Whether `to` can be reached from `from` along waits.
class Search {
 public:
  Search(const LockTable& locks, std::uint32_t to) : locks_(&locks), to_(to) {}

  [[nodiscard]] bool reaches(std::uint32_t from) {
    std::vector<std::uint32_t> blockers;
    locks_->blockers(from, blockers);
    for (const std::uint32_t blocker : blockers) {
      if (blocker == to_) return true;
      if (std::ranges::find(seen_, blocker) != seen_.end()) continue;
      seen_.push_back(blocker);
      if (reaches(blocker)) return true;
    }
    return false;
  }

 private:
  const LockTable* locks_;
  std::uint32_t to_;
  std::vector<std::uint32_t> seen_;
};

}  // namespace

bool LockTable::deadlocked(std::uint32_t session) const {
  return Search(*this, session).reaches(session);
}

// Where the session waits for itself only because of somebody who is queued before somebody else,
// the first such order whose exchange breaks the cycle is exchanged, as the server does when the
// session's deadlock timer fires. Nothing is gained by waiting for that moment here.
void LockTable::resolve_soft_deadlock(std::uint32_t session) {
  if (!deadlocked(session)) return;
  for (std::size_t later = 1; later < queue_.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const Waiter first = queue_[earlier];
      const Waiter second = queue_[later];
      if (first.tag != second.tag || !conflict(first.mode, second.mode)) continue;
      const std::size_t edits = edits_.size();
      const bool recording = log_->recording;
      log_->recording = true;  // so that the attempt can be taken back
      remove_waiter(later);
      insert_waiter(earlier, second);
      const bool broken = !deadlocked(session) && !deadlocked(first.owner.session);
      if (!broken) {
        while (edits_.size() > edits) {
          undo();
          log_->records.pop_back();
        }
      } else if (!recording) {
        log_->records.resize(log_->records.size() - (edits_.size() - edits));
        edits_.resize(edits);
      }
      log_->recording = recording;
      if (broken) {
        hand_over(second.tag);
        return;
      }
    }
  }
}

}  // namespace racewindow::memory
