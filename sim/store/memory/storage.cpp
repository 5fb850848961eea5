// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/storage.h"

#include <algorithm>

#include "sim/assert.h"

namespace racewindow::memory {

void Storage::add_table(const Table& table) {
  RW_ASSERT(table.id == heaps_.size(), "tables are added in the order of their ids");
  heaps_.push_back(std::make_unique<Heap>(table, static_cast<std::uint32_t>(heaps_.size()), log_));
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (table.columns[column].identity != Identity::none) sequences_.push_back({table.id, column});
  }
}

Command Storage::start(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  if (transaction.state == Transaction::State::idle) {
    return {session, true, commits_ + 1, fresh_snapshot()};
  }
  log_.push(session, transaction);
  Stamp seen = commits_;
  if (transaction.isolation != IsolationLevel::read_committed) {
    if (!transaction.has_snapshot) {
      transaction.has_snapshot = true;
      transaction.snapshot = commits_;
      ++snapshots_held_;
    }
    seen = transaction.snapshot;
  }
  return {session,
          false,
          open_stamp(session, transaction.command),
          {seen, open_stamp(session, 0), transaction.command}};
}

void Storage::finish(const Command& command) {
  if (command.autocommit) {
    commits_ = command.stamp;
  } else {
    ++transactions_[command.session].command;
  }
}

void Storage::end_autocommit(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  std::uint32_t first = transaction.last_write;
  if (first == kNone) return;
  for (std::uint32_t at = first; at != kNone; at = writes_[at].previous) {
    const Write& write = writes_[at];
    if (write.kind == Write::Kind::ended) drop_if_unseen(*heaps_[write.heap], write.slot);
    first = at;
  }
  writes_.resize(first);
  transaction.last_write = kNone;
}

void Storage::fail(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  if (transaction.state == Transaction::State::idle) {
    std::uint32_t first = transaction.last_write;
    for (std::uint32_t at = first; at != kNone; at = writes_[at].previous) first = at;
    undo_writes(transaction, kNone);
    if (first != kNone) writes_.resize(first);
    return;
  }
  log_.push(session, transaction);
  const bool in_savepoint = transaction.savepoint != kNone;
  const Savepoint back = in_savepoint ? savepoints_[transaction.savepoint] : Savepoint{};
  undo_writes(transaction, back.last_write);
  transaction.effects = back.effects;
  transaction.state = Transaction::State::failed;
}

// -- writes
// ----------------------------------------------------------------------------------------

namespace {

// What a transaction did to one row, all in all. `origin` is the committed row it replaced.
Digest net_insert(const Digest& row) {
  return Hasher(1).add(row).digest();
}
Digest net_update(const Digest& origin, const Digest& row) {
  return Hasher(2).add(origin).add(row).digest();
}
Digest net_remove(const Digest& origin) {
  return Hasher(3).add(origin).digest();
}

Digest net_effect(const Heap& heap, const Version& version) {
  return version.origin == kNone ? net_insert(version.digest)
                                 : net_update(heap.version(version.origin).digest, version.digest);
}

}  // namespace

void Storage::note_write(const Command& command, Write::Kind kind, const Heap& heap,
                         std::uint32_t slot) {
  Transaction& transaction = transactions_[command.session];
  writes_.push_back({kind, heap.index(), slot, transaction.last_write});
  transaction.last_write = static_cast<std::uint32_t>(writes_.size() - 1);
}

std::uint32_t Storage::insert(const Command& command, Heap& heap, std::span<const Value> row) {
  const Digest digest = row_digest(heap.table(), row);
  const std::uint32_t slot = heap.add(row, digest, command.stamp, kNone);
  note_write(command, Write::Kind::added, heap, slot);
  if (command.autocommit) {
    committed_ += digest;
  } else {
    transactions_[command.session].effects += net_insert(digest);
  }
  return slot;
}

void Storage::remove(const Command& command, Heap& heap, std::uint32_t slot) {
  const Version& version = heap.version(slot);
  const Stamp born = version.born;
  heap.stamp(slot, born, command.stamp, kNone);
  note_write(command, Write::Kind::ended, heap, slot);
  if (command.autocommit) {
    committed_ -= version.digest;
    return;
  }
  Digest& effects = transactions_[command.session].effects;
  if (is_open(born)) {
    effects -= net_effect(heap, version);
    if (version.origin == kNone) return;
    const Version& origin = heap.version(version.origin);
    heap.stamp(version.origin, origin.born, origin.died, kNone);
    effects += net_remove(origin.digest);
  } else {
    effects += net_remove(version.digest);
  }
}

std::uint32_t Storage::update(const Command& command, Heap& heap, std::uint32_t slot,
                              std::span<const Value> row) {
  const Digest digest = row_digest(heap.table(), row);
  const Version old = heap.version(slot);
  const std::uint32_t origin = is_open(old.born) ? old.origin : slot;
  const std::uint32_t added = heap.add(row, digest, command.stamp, origin);
  heap.stamp(slot, old.born, command.stamp, added);
  note_write(command, Write::Kind::ended, heap, slot);
  note_write(command, Write::Kind::added, heap, added);
  if (command.autocommit) {
    committed_ -= old.digest;
    committed_ += digest;
    return added;
  }
  Digest& effects = transactions_[command.session].effects;
  if (is_open(old.born)) {
    effects -= net_effect(heap, old);
    // The committed version names the newest one, for those who will wait for it.
    if (origin != kNone) {
      const Version& committed = heap.version(origin);
      heap.stamp(origin, committed.born, committed.died, added);
    }
  }
  effects += net_effect(heap, heap.version(added));
  return added;
}

// Newest first, so that each version is found as its write left it.
void Storage::undo_writes(Transaction& transaction, std::uint32_t down_to) {
  const bool autocommit = transaction.state == Transaction::State::idle;
  for (std::uint32_t at = transaction.last_write; at != down_to; at = writes_[at].previous) {
    const Write& write = writes_[at];
    Heap& heap = *heaps_[write.heap];
    const Version& version = heap.version(write.slot);
    if (write.kind == Write::Kind::added) {
      if (autocommit) committed_ -= version.digest;
      heap.drop(write.slot);
      continue;
    }
    if (autocommit) committed_ += version.digest;
    heap.stamp(write.slot, version.born, kNever, kNone);
    if (is_open(version.born) && version.origin != kNone) {
      const Version& origin = heap.version(version.origin);
      heap.stamp(version.origin, origin.born, origin.died, write.slot);
    }
  }
  transaction.last_write = down_to;
}

// -- transactions
// ----------------------------------------------------------------------------------

std::uint32_t Storage::open_session() {
  transactions_.emplace_back();
  return static_cast<std::uint32_t>(transactions_.size() - 1);
}

void Storage::close_session(std::uint32_t session) {
  rollback(session);
  transactions_[session].closed = true;
}

void Storage::begin(std::uint32_t session, IsolationLevel isolation) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  transaction = {};
  transaction.state = Transaction::State::active;
  transaction.isolation = isolation;
  transaction.start = now_;
}

void Storage::commit(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  ++commits_;
  for (std::uint32_t at = transaction.last_write; at != kNone; at = writes_[at].previous) {
    const Write& write = writes_[at];
    Heap& heap = *heaps_[write.heap];
    const Version& version = heap.version(write.slot);
    if (write.kind == Write::Kind::ended) {
      if (is_open(version.born)) continue;  // dropped below, with the write that added it
      committed_ -= version.digest;
      heap.stamp(write.slot, version.born, commits_, version.next);
      drop_if_unseen(heap, write.slot);
    } else if (version.died != kNever) {
      heap.drop(write.slot);  // came and went within this transaction
    } else {
      committed_ += version.digest;
      heap.stamp(write.slot, commits_, kNever, kNone);
    }
  }
  end(session);
}

void Storage::rollback(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  undo_writes(transaction, kNone);
  end(session);
}

void Storage::end(std::uint32_t session) {
  const bool held = transactions_[session].has_snapshot;
  transactions_[session] = {};
  if (held) {
    --snapshots_held_;
    drop_unseen_versions();
  }
  // Checkpoints may refer to the arenas' contents; without any, they are emptied when nobody else
  // is.
  if (!log_.recording && std::ranges::all_of(transactions_, [](const Transaction& t) {
        return t.state == Transaction::State::idle;
      })) {
    writes_.clear();
    savepoints_.clear();
  }
}

void Storage::set_savepoint(std::uint32_t session, const Text* name) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  savepoints_.push_back({name, transaction.last_write, transaction.savepoint, transaction.effects});
  transaction.savepoint = static_cast<std::uint32_t>(savepoints_.size() - 1);
}

std::optional<std::uint32_t> Storage::find_savepoint(const Transaction& transaction,
                                                     const Text* name) const {
  for (std::uint32_t at = transaction.savepoint; at != kNone; at = savepoints_[at].previous) {
    if (savepoints_[at].name == name) return at;
  }
  return std::nullopt;
}

bool Storage::release_savepoint(std::uint32_t session, const Text* name) {
  Transaction& transaction = transactions_[session];
  const auto found = find_savepoint(transaction, name);
  if (!found) return false;
  log_.push(session, transaction);
  transaction.savepoint = savepoints_[*found].previous;
  return true;
}

bool Storage::rollback_to_savepoint(std::uint32_t session, const Text* name) {
  Transaction& transaction = transactions_[session];
  const auto found = find_savepoint(transaction, name);
  if (!found) return false;
  log_.push(session, transaction);
  undo_writes(transaction, savepoints_[*found].last_write);
  transaction.effects = savepoints_[*found].effects;
  transaction.savepoint = *found;
  transaction.state = Transaction::State::active;
  return true;
}

// -- versions that only snapshots of open transactions see
// -----------------------------------------

Stamp Storage::oldest_snapshot() const {
  Stamp oldest = commits_;
  for (const Transaction& transaction : transactions_) {
    if (transaction.has_snapshot) oldest = std::min(oldest, transaction.snapshot);
  }
  return oldest;
}

// Requires: the version was ended by the last commit.
void Storage::drop_if_unseen(Heap& heap, std::uint32_t slot) {
  if (snapshots_held_ == 0) heap.drop(slot);
}

void Storage::drop_unseen_versions() {
  const Stamp oldest = oldest_snapshot();
  for (const auto& heap : heaps_) {
    for (std::size_t n = heap->versions().size(); n-- > 0;) {
      const std::uint32_t slot = heap->versions()[n];
      if (heap->version(slot).died <= oldest) heap->drop(slot);
    }
  }
}

// -- sequences
// -------------------------------------------------------------------------------------

std::size_t Storage::sequence_of(const Table& table, std::size_t column) const {
  const auto found = std::ranges::find_if(sequences_, [&](const Sequence& sequence) {
    return sequence.table == table.id && sequence.column == column;
  });
  RW_ASSERT(found != sequences_.end(), "every identity column has a sequence");
  return static_cast<std::size_t>(found - sequences_.begin());
}

std::int64_t Storage::next_value(std::size_t sequence) {
  std::int64_t& next = sequences_[sequence].next;
  log_.push({Undo::Kind::sequence, 0, static_cast<std::uint32_t>(sequence), 0,
             static_cast<Stamp>(next), 0});
  return next++;
}

// -- checkpoints and digests
// -----------------------------------------------------------------------

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
