// SPDX-License-Identifier: Apache-2.0
// Checkpoints of the storage: where the undo log stood, and the few numbers it does not cover; and
// the digests of the state.
#include <algorithm>

#include "sim/assert.h"
#include "sim/store/memory/storage.h"

namespace racewindow::memory {

void Storage::add_checkpoint() {
  log_.recording = true;
  const auto size = [](const auto& of) { return static_cast<std::uint32_t>(of.size()); };
  checkpoints_.push_back({size(log_.records), size(writes_), size(savepoints_), size(restarted_),
                          size(transactions_), open_, suspended_count_, snapshots_held_,
                          committed_catalog_, commits_, now_, committed_});
}

void Storage::restore(Mark mark) {
  const auto index = static_cast<std::size_t>(mark);
  RW_ASSERT(index < checkpoints_.size(), "the checkpoint was not forgotten");
  checkpoints_.resize(index + 1);
  const Checkpoint& to = checkpoints_.back();
  if (is_at(to)) return;
  while (log_.records.size() > to.records) {
    const Undo& record = log_.records.back();
    if (record.kind == Undo::Kind::transaction) {
      transactions_[record.slot] = log_.transactions.back();
      log_.transactions.pop_back();
    } else if (record.kind == Undo::Kind::suspended) {
      suspended_[record.slot] = std::move(log_.suspended.back());
      log_.suspended.pop_back();
    } else if (record.kind == Undo::Kind::lock) {
      locks_.undo();
    } else if (record.kind == Undo::Kind::sequence) {
      counters_[record.slot] = {static_cast<std::int64_t>(record.born), record.number != 0};
    } else if (record.kind == Undo::Kind::current_value) {
      undo_current(record);
    } else {
      heaps_[record.heap]->undo(record);
    }
    log_.records.pop_back();
  }
  writes_.resize(to.writes);
  savepoints_.resize(to.savepoints);
  restarted_.resize(to.restarted);
  if (transactions_.size() > to.sessions) {
    transactions_.resize(to.sessions);
    suspended_.resize(to.sessions);
    drawn_.resize(to.sessions);
  }
  open_ = to.open;
  suspended_count_ = to.suspended;
  committed_catalog_ = to.catalog;
  snapshots_held_ = to.snapshots_held;
  commits_ = to.commits;
  now_ = to.now;
  committed_ = to.committed;
}

Digest Storage::digest_with_definitions() const {
  const Digest definitions = catalog_.digest(committed_catalog_);
  if (definitions == catalog_.digest(first_version_)) return committed_;
  return Hasher().add(committed_).add(definitions).digest();
}

Digest Storage::digest() const {
  Hasher hasher;
  hasher.add(committed_digest());
  add_counters(committed_catalog_, hasher);
  if (open_ > 0 || settings_.size() > 1 || any_drawn_) add_sessions(hasher);
  if (!locks_.empty()) hasher.add(lock_digest());
  return hasher.digest();
}

// What sessions have left behind; nothing, where none has ever set or drawn anything.
void Storage::add_sessions(Hasher& hasher) const {
  for (std::uint32_t session = 0; session < transactions_.size(); ++session) {
    const Transaction& transaction = transactions_[session];
    if (transaction.settings != 0 || transaction.terminated) {
      hasher.add(session).add(transaction.terminated).add(settings_digest(transaction.settings));
    }
    if (has_drawn(session)) {
      const Digest drawn = drawn_digest(session);
      if (drawn != Digest{}) hasher.add(session).add(drawn);
    }
    if (transaction.state == Transaction::State::idle) continue;
    hasher.add(session)
        .add(static_cast<std::uint64_t>(transaction.state))
        .add(static_cast<std::uint64_t>(transaction.isolation))
        .add(static_cast<std::uint64_t>(transaction.has_snapshot))
        .add(static_cast<std::uint64_t>(transaction.start.microseconds))
        .add(transaction.effects);
    if (transaction.settings != 0) {
      hasher.add(settings_digest(transaction.session_settings))
          .add(settings_digest(transaction.settings_before))
          .add(static_cast<std::uint64_t>(transaction.idle_since.microseconds));
    }
    std::uint64_t depth = 0;
    for (std::uint32_t at = transaction.savepoint; at != kNone; at = savepoints_[at].previous) {
      hasher.add(savepoints_[at].name->digest).add(savepoints_[at].effects);
      ++depth;
    }
    hasher.add(depth);
    if (transaction.has_snapshot) hasher.add(snapshot_digest(transaction.snapshot));
    if (transaction.catalog != kNoVersion) {
      hasher.add(catalog_.digest(transaction.catalog));
      add_counters(transaction.catalog, hasher);
    }
    if (suspended_[session] != nullptr) hasher.add(suspended_[session]->digest);
  }
}

// Of the sequences that there are: by name, since their numbers depend on what was dropped before.
void Storage::add_counters(std::uint64_t version, Hasher& hasher) const {
  const std::vector<const Sequence*>& sequences = catalog_.sequences(version);
  if (sequences.empty()) return;
  Digest sum;
  for (const Sequence* sequence : sequences) {
    const Counter& counter = counters_[sequence->id];
    sum += Hasher(static_cast<std::uint64_t>(counter.value))
               .add(counter.is_called)
               .add(sequence->schema)
               .add(sequence->name)
               .digest();
  }
  hasher.add(sum);
}

Digest Storage::settings_digest(std::uint32_t number) const {
  Hasher hasher;
  for (const auto& [name, value] : settings_[number]) hasher.add(name).add(value);
  return hasher.digest();
}

// The locks held, whenever they were taken, and the queues, in their order.
Digest Storage::lock_digest() const {
  Digest sum;
  for (const Grant& held : locks_.grants()) {
    if (held.tag.kind == LockTag::Kind::row && locked_row(held.tag) == nullptr) continue;
    sum += Hasher(static_cast<std::uint64_t>(held.mode))
               .add(tag_digest(held.tag))
               .add(held.owner.session)
               .add(held.owner.level)
               .add(held.count)
               .digest();
  }
  const auto queue = locks_.queue();
  for (std::size_t n = 0; n < queue.size(); ++n) {
    const auto before = std::count_if(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(n),
                                      [&](const Waiter& w) { return w.tag == queue[n].tag; });
    sum += Hasher(static_cast<std::uint64_t>(before))
               .add(static_cast<std::uint64_t>(queue[n].mode))
               .add(tag_digest(queue[n].tag))
               .add(queue[n].owner.session)
               .add(queue[n].owner.level)
               .digest();
  }
  return sum;
}

// A locked row as others can meet it: its committed version, or what the transaction that made it
// left of it; null where that has removed it again.
const Digest* Storage::locked_row(const LockTag& tag) const {
  const Heap& heap = *heaps_[tag.a];
  for (const std::uint32_t slot : heap.versions()) {
    const Version& version = heap.version(slot);
    if (version.row != tag.b) continue;
    const bool committed = is_committed(version.born) && !is_committed(version.died);
    const bool made = version.origin == kNone && version.died == kNever;
    if (committed || made) return &version.digest;
  }
  return nullptr;
}

// Rows and versions are named by what they hold, as in the rest of the digest.
Digest Storage::tag_digest(const LockTag& tag) const {
  Hasher hasher(static_cast<std::uint64_t>(tag.kind));
  if (tag.kind == LockTag::Kind::relation) {
    return hasher.add(catalog_.identity(tag.a)).add(tag.b).digest();
  }
  if (tag.kind == LockTag::Kind::tuple) {
    return hasher.add(heaps_[tag.a]->version(static_cast<std::uint32_t>(tag.b)).digest).digest();
  }
  if (tag.kind == LockTag::Kind::row) return hasher.add(*locked_row(tag)).digest();
  hasher.add(tag.a);
  if (tag.kind == LockTag::Kind::transaction) {
    // A subtransaction that was committed is its parent's: what counts is the savepoint to go back
    // to that would end it.
    std::uint64_t level = 0;
    const Transaction& transaction = transactions_[tag.a];
    for (std::uint32_t at = transaction.savepoint; at != kNone; at = savepoints_[at].previous) {
      if (savepoints_[at].subtransaction <= tag.b) ++level;
    }
    hasher.add(level);
  } else {
    hasher.add(tag.b);
  }
  return hasher.digest();
}

// The rows a held snapshot sees, and of each whether it has been updated or deleted since, which is
// all that an attempt to change it could find out.
Digest Storage::snapshot_digest(Stamp snapshot) const {
  Digest sum;
  for (const auto& heap : heaps_) {
    for (const std::uint32_t slot : heap->versions()) {
      const Version& version = heap->version(slot);
      if (version.born > snapshot || version.died <= snapshot) continue;
      const bool ended = is_committed(version.died);
      sum += Hasher(ended ? (version.next == kNone ? 2 : 1) : 0).add(version.digest).digest();
    }
  }
  return sum;
}

}  // namespace racewindow::memory
