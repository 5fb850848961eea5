// SPDX-License-Identifier: Apache-2.0
// Sessions of the storage: how transactions and savepoints begin and end, and how their writes are
// taken back.
#include <algorithm>

#include "sim/store/memory/storage.h"

namespace racewindow::memory {

std::uint32_t Storage::open_session() {
  transactions_.emplace_back();
  suspended_.emplace_back();
  drawn_.emplace_back();
  return static_cast<std::uint32_t>(transactions_.size() - 1);
}

void Storage::close_session(std::uint32_t session) {
  forget_current(session);
  Transaction& transaction = transactions_[session];
  if (transaction.state == Transaction::State::idle && locks_.empty() &&
      suspended_[session] == nullptr) {
    log_.push(session, transaction);
    transaction.closed = true;
    return;
  }
  if (recorder_.active()) {
    for (const Grant& held : locks_.grants()) {
      if (held.owner.session == session) record_release(held);
    }
    if (suspended_[session] != nullptr) recorder_.everything();
  }
  locks_.withdraw(session);
  forget_suspended(session);
  rollback(session);
  locks_.release_session_level(session);
  transactions_[session].closed = true;
}

void Storage::reopen_session(std::uint32_t session) {
  log_.push(session, transactions_[session]);
  transactions_[session] = {};
}

void Storage::disconnect(std::uint32_t session) {
  close_session(session);
  transactions_[session].terminated = true;
}

void Storage::begin(std::uint32_t session, IsolationLevel isolation, bool implicit) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  ++open_;
  const std::uint32_t settings = transaction.settings;
  transaction = {};
  transaction.settings = transaction.session_settings = transaction.settings_before = settings;
  transaction.idle_since = now_;
  transaction.state = Transaction::State::active;
  transaction.implicit = implicit;
  transaction.isolation = isolation;
  transaction.start = now_;
}

void Storage::set_isolation(std::uint32_t session, IsolationLevel isolation) {
  log_.push(session, transactions_[session]);
  transactions_[session].isolation = isolation;
}

void Storage::commit(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  if (transaction.catalog != kNoVersion) committed_catalog_ = catalog_version(session);
  log_.push(session, transaction);
  recorder_.assigns(0);
  ++commits_;
  for (std::uint32_t at = transaction.last_write; at != kNone; at = writes_[at].previous) {
    const Write& write = writes_[at];
    if (recorder_.active()) record_commit(write);
    if (write.kind != Write::Kind::added && write.kind != Write::Kind::ended) continue;
    Heap& heap = *heaps_[write.heap];
    const Version& version = heap.version(write.slot);
    if (write.kind == Write::Kind::ended) {
      if (is_open(version.born)) continue;  // dropped below, with the write that added it
      committed_ -= version.digest;
      heap.stamp(write.slot, version.born, commits_, version.next);
      // Who queued for this version goes on to the next one, and there they compete.
      if (!locks_.empty()) locks_.dissolve({LockTag::Kind::tuple, write.heap, write.slot});
      drop_if_unseen(heap, write.slot);
    } else if (version.died != kNever) {
      heap.drop(write.slot);  // came and went within this transaction
    } else {
      committed_ += version.digest;
      heap.stamp(write.slot, commits_, kNever, kNone);
    }
  }
  for (std::uint32_t at = transaction.last_write; at != kNone; at = writes_[at].previous) {
    if (writes_[at].kind == Write::Kind::truncated) drop_ended(*heaps_[writes_[at].heap]);
  }
  end(session, transaction.session_settings);
}

void Storage::rollback(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  undo_writes(transaction, kNone);
  const bool idle = transaction.state == Transaction::State::idle;
  end(session, idle ? transaction.settings : transaction.settings_before);
}

void Storage::end(std::uint32_t session, std::uint32_t settings) {
  if (transactions_[session].state != Transaction::State::idle) --open_;
  release_locks(session, 0, 0);
  const bool held = transactions_[session].has_snapshot;
  transactions_[session] = {};
  transactions_[session].settings = settings;
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
    restarted_.clear();
  }
}

void Storage::set_savepoint(std::uint32_t session, const Text* name) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  const std::uint32_t before = transaction.subtransaction;
  transaction.subtransaction = ++transaction.subtransactions;
  savepoints_.push_back({name, transaction.last_write, transaction.savepoint, transaction.effects,
                         ++transaction.level, transaction.subtransaction, before,
                         transaction.settings, transaction.session_settings});
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
  const Savepoint& savepoint = savepoints_[*found];
  recorder_.lock({LockTag::Kind::transaction, session, 0}, Recorder::Access::write);
  locks_.pass_to_parent(session, savepoint.level);
  transaction.savepoint = savepoint.previous;
  transaction.level = savepoint.level - 1;
  transaction.subtransaction = savepoint.subtransaction_before;
  return true;
}

bool Storage::rollback_to_savepoint(std::uint32_t session, const Text* name) {
  Transaction& transaction = transactions_[session];
  const auto found = find_savepoint(transaction, name);
  if (!found) return false;
  log_.push(session, transaction);
  const Savepoint& savepoint = savepoints_[*found];
  undo_writes(transaction, savepoint.last_write);
  release_locks(session, savepoint.level, savepoint.subtransaction);
  transaction.effects = savepoint.effects;
  transaction.savepoint = *found;
  transaction.level = savepoint.level;
  transaction.subtransaction = ++transaction.subtransactions;
  transaction.settings = savepoint.settings;
  transaction.session_settings = savepoint.session_settings;
  transaction.state = Transaction::State::active;
  return true;
}

void Storage::fail(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  if (transaction.state == Transaction::State::idle) {
    std::uint32_t first = transaction.last_write;
    for (std::uint32_t at = first; at != kNone; at = writes_[at].previous) first = at;
    undo_writes(transaction, kNone);
    if (first != kNone) writes_.resize(first);
    if (!locks_.empty()) release_locks(session, 0, 0);
    return;
  }
  log_.push(session, transaction);
  const bool in_savepoint = transaction.savepoint != kNone;
  const Savepoint back = in_savepoint ? savepoints_[transaction.savepoint] : Savepoint{};
  undo_writes(transaction, back.last_write);
  release_locks(session, back.level, back.subtransaction);
  transaction.effects = back.effects;
  transaction.state = Transaction::State::failed;
  release_snapshot(session);
}

LockOwner Storage::lock_owner(std::uint32_t session) const {
  const Transaction& transaction = transactions_[session];
  return {session, transaction.level, transaction.subtransaction};
}

// The locks of the transaction or of its subtransactions from this one on: all end together.
void Storage::release_locks(std::uint32_t session, std::uint32_t level,
                            std::uint32_t subtransaction) {
  if (recorder_.active()) {
    for (const Grant& held : locks_.grants()) {
      const bool ends = held.owner.level >= level && held.owner.level != kSessionLevel;
      if (held.owner.session == session && ends) record_release(held);
    }
    recorder_.lock({LockTag::Kind::transaction, session, 0}, Recorder::Access::write);
  }
  locks_.release_from(session, level);
  locks_.end_subtransactions(session, subtransaction);
}

// -- footprints --

const Table& Storage::defined(const Heap& heap) const {
  if (!recorder_.active()) return heap.table();
  const auto& tables = catalog_.tables();
  const auto found = std::ranges::find(tables, heap.index(), &Table::storage);
  return found == tables.end() ? heap.table() : **found;
}

// What a transaction wrote is published when it commits, each row once: as it is from then on, or,
// where it is gone, as it was. Rows that came and went within the transaction are nobody's.
void Storage::record_commit(const Write& write) {
  if (write.kind != Write::Kind::added && write.kind != Write::Kind::ended) {
    recorder_.everything();
    return;
  }
  const Heap& heap = *heaps_[write.heap];
  const Version& version = heap.version(write.slot);
  const Value* row = heap.cells(write.slot);
  recorder_.wrote(defined(heap), row);
  if (write.kind == Write::Kind::added) {
    if (version.died != kNever) return;
    const Value* before = version.origin == kNone ? nullptr : heap.cells(version.origin);
    recorder_.published(defined(heap), before, row);
  } else if (is_committed(version.born)) {
    const bool replaced = version.next != kNone && heap.version(version.next).died == kNever;
    if (!replaced) recorder_.published(defined(heap), row, nullptr);
  }
}

// Who comes to wait for a lock touched what it is on.
void Storage::record_release(const Grant& grant) {
  const LockTag& tag = grant.tag;
  switch (tag.kind) {
    case LockTag::Kind::relation:
      if (grant.mode > LockMode::row_exclusive) recorder_.everything();
      break;
    case LockTag::Kind::name:
      recorder_.everything();
      break;
    case LockTag::Kind::transaction:
    case LockTag::Kind::advisory:
      recorder_.lock(tag, Recorder::Access::write);
      break;
    case LockTag::Kind::tuple: {
      const Heap& heap = *heaps_[tag.a];
      recorder_.wrote(defined(heap), heap.cells(static_cast<std::uint32_t>(tag.b)));
      break;
    }
    case LockTag::Kind::row: {
      const Heap& heap = *heaps_[tag.a];
      for (const std::uint32_t slot : heap.versions()) {
        if (heap.version(slot).row == tag.b) recorder_.wrote(defined(heap), heap.cells(slot));
      }
      break;
    }
  }
}

// -- waiting --

void Storage::suspend(const Command& command, std::shared_ptr<const Suspended> suspended) {
  Transaction& transaction = transactions_[command.session];
  // What it has yet to look at, it will see as it is now.
  recorder_.snapshot(Recorder::Access::read);
  recorder_.waits();
  if (command.looks && !transaction.has_snapshot) {
    log_.push(command.session, transaction);
    transaction.has_snapshot = true;
    transaction.snapshot = command.snapshot.committed;
    ++snapshots_held_;
  }
  ++suspended_count_;
  log_.push(command.session, std::move(suspended_[command.session]));
  suspended_[command.session] = std::move(suspended);
}

void Storage::forget_suspended(std::uint32_t session) {
  if (suspended_[session] == nullptr) return;
  --suspended_count_;
  log_.push(session, std::move(suspended_[session]));
  suspended_[session] = nullptr;
}

// READ COMMITTED keeps a snapshot only as long as its statement runs.
void Storage::release_snapshot(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  if (!transaction.has_snapshot || transaction.isolation != IsolationLevel::read_committed) return;
  log_.push(session, transaction);
  transaction.has_snapshot = false;
  --snapshots_held_;
  drop_unseen_versions();
}

// Newest first, so that each version is found as its write left it.
void Storage::undo_writes(Transaction& transaction, std::uint32_t down_to) {
  const bool autocommit = transaction.state == Transaction::State::idle;
  for (std::uint32_t at = transaction.last_write; at != down_to; at = writes_[at].previous) {
    const Write& write = writes_[at];
    if (write.kind == Write::Kind::defined) {
      transaction.catalog = write.slot == kNone ? kNoVersion : write.slot;
      transaction.catalog_base = write.heap;
      continue;
    }
    if (write.kind == Write::Kind::restarted) {
      const Counter before = restarted_[write.slot];
      set_value(write.heap, before.value, before.is_called);
      continue;
    }
    if (write.kind == Write::Kind::truncated) continue;
    Heap& heap = *heaps_[write.heap];
    const Version& version = heap.version(write.slot);
    recorder_.wrote(defined(heap), heap.cells(write.slot));
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

}  // namespace racewindow::memory
