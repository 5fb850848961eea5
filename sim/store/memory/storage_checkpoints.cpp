// SPDX-License-Identifier: Apache-2.0
// Checkpoints of the storage: where the undo log stood, and the few numbers it does not cover; and
// the digests of the state.
#include "sim/assert.h"
#include "sim/store/memory/storage.h"

namespace racewindow::memory {

Mark Storage::save() {
  log_.recording = true;
  checkpoints_.push_back({log_.records.size(), writes_.size(), savepoints_.size(),
                          transactions_.size(), snapshots_held_, commits_, now_, committed_});
  return Mark{checkpoints_.size() - 1};
}

void Storage::restore(Mark mark) {
  const auto index = static_cast<std::size_t>(mark);
  RW_ASSERT(index < checkpoints_.size(), "the checkpoint was not forgotten");
  checkpoints_.resize(index + 1);
  const Checkpoint& to = checkpoints_.back();
  while (log_.records.size() > to.records) {
    const Undo& record = log_.records.back();
    if (record.kind == Undo::Kind::transaction) {
      transactions_[record.slot] = log_.transactions.back();
      log_.transactions.pop_back();
    } else if (record.kind == Undo::Kind::sequence) {
      sequences_[record.slot].next = static_cast<std::int64_t>(record.born);
    } else {
      heaps_[record.heap]->undo(record);
    }
    log_.records.pop_back();
  }
  writes_.resize(to.writes);
  savepoints_.resize(to.savepoints);
  transactions_.resize(to.sessions);
  snapshots_held_ = to.snapshots_held;
  commits_ = to.commits;
  now_ = to.now;
  committed_ = to.committed;
}

Digest Storage::digest() const {
  Hasher hasher;
  hasher.add(committed_);
  for (const Sequence& sequence : sequences_) {
    hasher.add(static_cast<std::uint64_t>(sequence.next));
  }
  for (std::size_t session = 0; session < transactions_.size(); ++session) {
    const Transaction& transaction = transactions_[session];
    if (transaction.state == Transaction::State::idle) continue;
    hasher.add(session)
        .add(static_cast<std::uint64_t>(transaction.state))
        .add(static_cast<std::uint64_t>(transaction.isolation))
        .add(static_cast<std::uint64_t>(transaction.has_snapshot))
        .add(static_cast<std::uint64_t>(transaction.start.microseconds))
        .add(transaction.effects);
    std::uint64_t depth = 0;
    for (std::uint32_t at = transaction.savepoint; at != kNone; at = savepoints_[at].previous) {
      hasher.add(savepoints_[at].name->digest).add(savepoints_[at].effects);
      ++depth;
    }
    hasher.add(depth);
    if (transaction.has_snapshot) hasher.add(snapshot_digest(transaction.snapshot));
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
