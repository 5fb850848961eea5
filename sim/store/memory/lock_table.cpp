// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/lock_table.h"

#include <algorithm>
#include <array>

#include "sim/assert.h"

namespace racewindow::memory {
namespace {

constexpr std::size_t kModes = 8;

// Row by row table 13.2 of the manual, from ACCESS SHARE to ACCESS EXCLUSIVE; bit n is mode n.
constexpr std::array<std::uint8_t, kModes> kConflicts{
    0b1000'0000, 0b1100'0000, 0b1111'0000, 0b1111'1000,
    0b1110'1100, 0b1111'1100, 0b1111'1110, 0b1111'1111,
};

}  // namespace

bool conflict(LockMode a, LockMode b) {
  return ((kConflicts[static_cast<std::size_t>(a)] >> static_cast<unsigned>(b)) & 1U) != 0;
}

LockMode row_lock_mode(RowLock strength) {
  switch (strength) {
    case RowLock::key_share:
      return LockMode::access_share;
    case RowLock::share:
      return LockMode::row_share;
    case RowLock::no_key_update:
      return LockMode::exclusive;
    case RowLock::update:
      break;
  }
  return LockMode::access_exclusive;
}

// -- taking --

bool LockTable::try_acquire(const LockTag& tag, LockMode mode, const LockOwner& owner) {
  if (!holds(tag, mode, owner.session)) {
    if (requested_before(queue_.size(), tag, mode, owner.session)) return false;
    if (!grantable(tag, mode, owner.session)) return false;
  }
  grant(tag, mode, owner);
  return true;
}

bool LockTable::grantable(const LockTag& tag, LockMode mode, std::uint32_t session) const {
  return conflicting(tag, mode, session) == nullptr;
}

// Whether another session queued before position `end` asks for what excludes this.
bool LockTable::requested_before(std::size_t end, const LockTag& tag, LockMode mode,
                                 std::uint32_t session) const {
  return std::any_of(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Waiter& w) {
                       return w.tag == tag && w.owner.session != session && conflict(w.mode, mode);
                     });
}

void LockTable::grant(const LockTag& tag, LockMode mode, const LockOwner& owner) {
  for (std::size_t n = 0; n < grants_.size(); ++n) {
    Grant& held = grants_[n];
    if (held.tag != tag || held.mode != mode || held.owner.session != owner.session ||
        held.owner.level != owner.level) {
      continue;
    }
    record({Edit::Kind::grant_changed, n, held, {}});
    ++held.count;
    return;
  }
  record({Edit::Kind::grant_added, grants_.size(), {}, {}});
  grants_.push_back({tag, mode, owner, 1});
}

// The four modes of row locks are ordered: a stronger one excludes all that a weaker one does.
void LockTable::strengthen(const LockTag& row, LockMode mode, const LockOwner& owner) {
  for (std::size_t n = 0; n < grants_.size();) {
    const Grant& held = grants_[n];
    if (held.tag != row || held.owner.session != owner.session) {
      ++n;
      continue;
    }
    if (held.mode >= mode && held.owner.level <= owner.level) return;
    if (held.mode <= mode && held.owner.level >= owner.level) {
      remove_grant(n);
    } else {
      ++n;
    }
  }
  grant(row, mode, owner);
}

// PostgreSQL's ProcSleep (src/backend/storage/lmgr/proc.c): who holds a lock that a queued request
// waits for must go before that request, or both would wait for each other.
bool LockTable::wait(const LockTag& tag, LockMode mode, const LockOwner& owner) {
  const std::uint32_t session = owner.session;
  std::size_t at = queue_.size();
  for (std::size_t n = 0; n < queue_.size(); ++n) {
    const Waiter& queued = queue_[n];
    if (queued.tag != tag) continue;
    const bool waits_for_us = std::ranges::any_of(grants_, [&](const Grant& g) {
      return g.tag == tag && g.owner.session == session && conflict(g.mode, queued.mode);
    });
    if (!waits_for_us) continue;
    const bool we_wait_for_it = std::ranges::any_of(grants_, [&](const Grant& g) {
      return g.tag == tag && g.owner.session == queued.owner.session && conflict(g.mode, mode);
    });
    if (we_wait_for_it) return false;
    at = n;
    break;
  }
  insert_waiter(at, {tag, mode, owner});
  hand_over(tag);  // before a queued request it may be grantable at once
  resolve_soft_deadlock(session);
  return true;
}

void LockTable::withdraw(std::uint32_t session) {
  for (std::size_t n = 0; n < queue_.size(); ++n) {
    if (queue_[n].owner.session != session) continue;
    const LockTag tag = queue_[n].tag;
    remove_waiter(n);
    hand_over(tag);
    return;
  }
}

// -- giving back --

bool LockTable::release(const LockTag& tag, LockMode mode, std::uint32_t session,
                        std::uint32_t level) {
  for (std::size_t n = 0; n < grants_.size(); ++n) {
    Grant& held = grants_[n];
    if (held.tag != tag || held.mode != mode || held.owner.session != session ||
        held.owner.level != level) {
      continue;
    }
    if (held.count > 1) {
      record({Edit::Kind::grant_changed, n, held, {}});
      --held.count;
    } else {
      remove_grant(n);
      hand_over(tag);
    }
    return true;
  }
  return false;
}

void LockTable::release_from(std::uint32_t session, std::uint32_t level) {
  for (std::size_t n = 0; n < grants_.size();) {
    const LockOwner& owner = grants_[n].owner;
    if (owner.session == session && owner.level >= level && owner.level != kSessionLevel) {
      const LockTag tag = grants_[n].tag;
      remove_grant(n);
      hand_over(tag);
    } else {
      ++n;
    }
  }
}

bool LockTable::holds_for_session(std::uint32_t session) const {
  return std::ranges::any_of(grants_, [session](const Grant& held) {
    return held.owner.session == session && held.owner.level == kSessionLevel;
  });
}

void LockTable::release_session_level(std::uint32_t session) {
  for (std::size_t n = 0; n < grants_.size();) {
    const LockOwner& owner = grants_[n].owner;
    if (owner.session == session && owner.level == kSessionLevel) {
      const LockTag tag = grants_[n].tag;
      remove_grant(n);
      hand_over(tag);
    } else {
      ++n;
    }
  }
}

void LockTable::dissolve(const LockTag& tag) {
  for (std::size_t n = grants_.size(); n-- > 0;) {
    if (grants_[n].tag == tag) remove_grant(n);
  }
  for (std::size_t n = queue_.size(); n-- > 0;) {
    if (queue_[n].tag == tag) remove_waiter(n);
  }
}

void LockTable::pass_to_parent(std::uint32_t session, std::uint32_t level) {
  for (std::size_t n = 0; n < grants_.size(); ++n) {
    LockOwner& owner = grants_[n].owner;
    if (owner.session != session || owner.level < level || owner.level == kSessionLevel) continue;
    record({Edit::Kind::grant_changed, n, grants_[n], {}});
    owner.level = level - 1;
  }
}

void LockTable::end_subtransactions(std::uint32_t session, std::uint32_t first) {
  for (std::size_t n = 0; n < queue_.size();) {
    const LockTag& tag = queue_[n].tag;
    if (tag.kind == LockTag::Kind::transaction && tag.a == session && tag.b >= first) {
      remove_waiter(n);
    } else {
      ++n;
    }
  }
}

// PostgreSQL's ProcLockWakeup: whoever can have it gets it, in the order of the queue, unless one
// that has to wait on is before it and asks for what excludes it.
void LockTable::hand_over(const LockTag& tag) {
  for (std::size_t n = 0; n < queue_.size();) {
    const Waiter queued = queue_[n];
    if (queued.tag == tag && tag.kind != LockTag::Kind::transaction &&
        !requested_before(n, tag, queued.mode, queued.owner.session) &&
        grantable(tag, queued.mode, queued.owner.session)) {
      remove_waiter(n);
      grant(tag, queued.mode, queued.owner);
    } else {
      ++n;
    }
  }
}

// -- asking --

bool LockTable::holds(const LockTag& tag, LockMode mode, std::uint32_t session) const {
  return std::ranges::any_of(grants_, [&](const Grant& held) {
    return held.owner.session == session && held.mode == mode && held.tag == tag;
  });
}

const Grant* LockTable::conflicting(const LockTag& tag, LockMode mode,
                                    std::uint32_t session) const {
  const auto found = std::ranges::find_if(grants_, [&](const Grant& held) {
    return held.tag == tag && held.owner.session != session && conflict(held.mode, mode);
  });
  return found == grants_.end() ? nullptr : &*found;
}

const Waiter* LockTable::waiter(std::uint32_t session) const {
  const auto found = std::ranges::find_if(
      queue_, [session](const Waiter& queued) { return queued.owner.session == session; });
  return found == queue_.end() ? nullptr : &*found;
}

void LockTable::blockers(std::uint32_t session, std::vector<std::uint32_t>& sessions) const {
  sessions.clear();
  const Waiter* waiting = waiter(session);
  if (waiting == nullptr) return;
  const auto position = static_cast<std::size_t>(waiting - queue_.data());
  const auto consider = [&](std::uint32_t other) {
    if (other != session && blocks(*waiting, position, other)) sessions.push_back(other);
  };
  if (waiting->tag.kind == LockTag::Kind::transaction) consider(waiting->tag.a);
  for (const Grant& held : grants_) consider(held.owner.session);
  for (const Waiter& queued : queue_) consider(queued.owner.session);
  std::ranges::sort(sessions);
  sessions.erase(std::ranges::unique(sessions).begin(), sessions.end());
}

// Whether `session` stands in the way of the waiter at this position of the queue.
bool LockTable::blocks(const Waiter& waiting, std::size_t position, std::uint32_t session) const {
  if (waiting.tag.kind == LockTag::Kind::transaction) return waiting.tag.a == session;
  const auto excludes = [&](const auto& other) {
    return other.tag == waiting.tag && other.owner.session == session &&
           conflict(other.mode, waiting.mode);
  };
  return std::ranges::any_of(grants_, excludes) ||
         std::any_of(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(position),
                     excludes);
}

// -- changes --

void LockTable::remove_grant(std::size_t at) {
  record({Edit::Kind::grant_removed, at, grants_[at], {}});
  grants_.erase(grants_.begin() + static_cast<std::ptrdiff_t>(at));
}

void LockTable::insert_waiter(std::size_t at, const Waiter& waiter) {
  record({Edit::Kind::waiter_added, at, {}, {}});
  queue_.insert(queue_.begin() + static_cast<std::ptrdiff_t>(at), waiter);
}

void LockTable::remove_waiter(std::size_t at) {
  record({Edit::Kind::waiter_removed, at, {}, queue_[at]});
  queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(at));
}

void LockTable::record(Edit edit) {
  if (!log_->recording) return;
  edits_.push_back(edit);
  log_->push({Undo::Kind::lock, 0, 0, 0, 0, 0});
}

void LockTable::undo() {
  const Edit edit = edits_.back();
  edits_.pop_back();
  const auto at = static_cast<std::ptrdiff_t>(edit.at);
  switch (edit.kind) {
    case Edit::Kind::grant_added:
      grants_.erase(grants_.begin() + at);
      break;
    case Edit::Kind::grant_removed:
      grants_.insert(grants_.begin() + at, edit.grant);
      break;
    case Edit::Kind::grant_changed:
      grants_[edit.at] = edit.grant;
      break;
    case Edit::Kind::waiter_added:
      queue_.erase(queue_.begin() + at);
      break;
    case Edit::Kind::waiter_removed:
      queue_.insert(queue_.begin() + at, edit.waiter);
      break;
  }
}

}  // namespace racewindow::memory
