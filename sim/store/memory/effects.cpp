// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/effects.h"

#include <fmt/format.h>

#include "sim/assert.h"

namespace racewindow::memory {
namespace {

// What one look at a row, or at a unique key, says is to be done: a word of the journal.
enum class Look : std::uint8_t { free, moved, gone, conflict, duplicate };

constexpr std::uint64_t word(Look look, std::uint32_t a = 0, std::uint32_t b = 0) {
  return (static_cast<std::uint64_t>(look) << 60) | (static_cast<std::uint64_t>(a) << 32) | b;
}
constexpr Look look_of(std::uint64_t word) {
  return static_cast<Look>(word >> 60);
}
constexpr std::uint32_t slot_of(std::uint64_t word) {
  return static_cast<std::uint32_t>(word);
}
// Without the numbers of versions, which equal states have different ones of.
constexpr std::uint64_t seen_as(std::uint64_t word) {
  return look_of(word) == Look::conflict ? word : word >> 60;
}
constexpr LockOwner owner_of(std::uint64_t word) {
  return {static_cast<std::uint32_t>(word >> 32) & 0x0fff'ffff, 0,
          static_cast<std::uint32_t>(word)};
}

LockTag row_tag(const Heap& heap, std::uint32_t slot) {
  return {LockTag::Kind::row, heap.index(), heap.version(slot).row};
}

// The last version, from this one on, that committed updates have led to without changing a key.
std::uint32_t same_keys(const Heap& heap, std::uint32_t slot) {
  for (;;) {
    const Version& version = heap.version(slot);
    if (!is_committed(version.died) || version.next == kNone) return slot;
    const std::span<const Value> before = heap.row(slot);
    const std::span<const Value> after = heap.row(version.next);
    for (const UniqueKey& key : heap.table().keys) {
      if (!key.covers_all_rows()) continue;
      for (const std::size_t column : key.columns) {
        if (before[column] != after[column]) return slot;
      }
    }
    slot = version.next;
  }
}

SqlError serialization_failure(std::string_view concurrent) {
  return {"40001", fmt::format("could not serialize access due to concurrent {}", concurrent)};
}

}  // namespace

void Effects::start(const Command& command, IsolationLevel isolation, Outcome& outcome) {
  command_ = &command;
  isolation_ = isolation;
  outcome_ = &outcome;
  waited_for_.reset();
  slept_ = false;
  just_happened_ = true;
  journal_.start();
}

void Effects::start_again(const Command& command, IsolationLevel isolation, Outcome& outcome,
                          const Suspended& suspended) {
  start(command, isolation, outcome);
  journal_.start(suspended.journal);
  waited_for_ = suspended.waited_for;
  slept_ = suspended.until.has_value();
}

// -- rows --

// PostgreSQL's heap_lock_tuple, heap_update and heap_delete agree in how they come to hold a row
// (src/backend/access/heap/README.tuplock): whoever has to wait queues for the version first, so
// that waiters are served in order, and then waits for the transaction that holds the row.
RowLocked Effects::hold_row(Heap& heap, std::uint32_t slot, RowLock strength, LockWait wait,
                            std::string_view deleted) {
  if (command_->autocommit) {
    record_row(heap, slot, strength);
    // Nobody else is there; only this very command can have changed the row.
    const bool mine = heap.version(slot).died != kNever;
    return {mine ? RowLocked::Result::gone : RowLocked::Result::locked, slot};
  }
  LockTable& locks = storage_->locks();
  const LockMode mode = row_lock_mode(strength);
  bool queued = false;
  for (;;) {
    record_row(heap, slot, strength);
    const LockTag queue{LockTag::Kind::tuple, heap.index(), slot};
    const std::uint64_t seen = answer([&] {
      // FOR KEY SHARE is content with a version whose successors have the same keys.
      const std::uint32_t newest = strength == RowLock::key_share ? same_keys(heap, slot) : slot;
      const Version& version = heap.version(newest);
      const auto leave_queue = [&] {
        if (queued) locks.release(queue, mode, command_->session, owner(0).level);
      };
      if (is_committed(version.died)) {
        if (isolation_ != IsolationLevel::read_committed) {
          throw serialization_failure(version.next == kNone ? deleted : "update");
        }
        leave_queue();
        return version.next == kNone ? word(Look::gone) : word(Look::moved, 0, version.next);
      }
      if (is_open(version.died) && session_of(version.died) == command_->session) {
        leave_queue();
        return word(Look::gone);
      }
      const LockTag row = row_tag(heap, slot);
      if (const Grant* other = locks.conflicting(row, mode, command_->session)) {
        return word(Look::conflict, other->owner.session, other->owner.subtransaction);
      }
      leave_queue();
      locks.strengthen(row, mode, owner(0));
      return word(Look::free);
    });
    journal_.meant(seen_as(seen));
    switch (look_of(seen)) {
      case Look::free:
        return {RowLocked::Result::locked, slot};
      case Look::moved:
        slot = slot_of(seen);
        queued = false;
        journal_.meant(heap.version(slot).digest);
        break;
      case Look::conflict:
        if (wait == LockWait::skip_locked) return {RowLocked::Result::skipped, slot};
        if (wait == LockWait::nowait) {
          throw SqlError("55P03", fmt::format("could not obtain lock on row in relation \"{}\"",
                                              heap.table().name));
        }
        if (queued) {
          wait_for_transaction(owner_of(seen));
        } else {  // then look again: those who were before us may be through
          acquire(queue, mode, owner(0).level, "row of " + heap.table().name);
          queued = true;
        }
        break;
      case Look::gone:
      case Look::duplicate:
        return {RowLocked::Result::gone, slot};
    }
  }
}

void Effects::record_row(const Heap& heap, std::uint32_t slot, RowLock strength) {
  const bool shared = strength == RowLock::key_share || strength == RowLock::share;
  storage_->recorder().row(storage_->defined(heap), heap.cells(slot),
                           shared ? Recorder::Access::read : Recorder::Access::write);
}

std::uint32_t Effects::insert(Heap& heap, std::span<const Value> row, bool has_keys) {
  if (command_->autocommit) {
    return storage_->insert(*command_, heap, row, kAllKeys);
  }
  const std::uint64_t slot = answer([&] {
    const std::uint32_t added = storage_->insert(*command_, heap, row, has_keys ? 0 : kAllKeys);
    storage_->locks().strengthen(row_tag(heap, added), row_lock_mode(RowLock::update), owner(0));
    return std::uint64_t{added};
  });
  journal_.meant(heap.version(slot_of(slot)).digest);
  return slot_of(slot);
}

std::uint32_t Effects::update(Heap& heap, std::uint32_t slot, std::span<const Value> row,
                              bool keys_change) {
  if (command_->autocommit) return storage_->update(*command_, heap, slot, row, kAllKeys);
  const std::uint64_t added = answer([&] {
    return std::uint64_t{storage_->update(*command_, heap, slot, row, keys_change ? 0 : kAllKeys)};
  });
  journal_.meant(heap.version(slot_of(added)).digest);
  return slot_of(added);
}

void Effects::remove(Heap& heap, std::uint32_t slot) {
  if (command_->autocommit) {
    storage_->remove(*command_, heap, slot);
    return;
  }
  answer([&] {
    storage_->remove(*command_, heap, slot);
    return std::uint64_t{0};
  });
}

// Whoever inserted or removed a version with the key, and has not committed, decides: he is waited
// for. `if_free` is part of the look that found nothing in the way.
template <class IfFree>
std::uint32_t Effects::settle_key(Heap& heap, const Constraints::Key& key,
                                  std::span<const Value> row, const EvalContext& base,
                                  std::uint32_t except, IfFree&& if_free) {
  for (;;) {
    const std::uint64_t seen = answer([&] {
      const KeyConflict found =
          memory::find_conflict(key, heap, row, base, command_->session, except);
      if (found.kind == KeyConflict::Kind::none) {
        if_free();
        return word(Look::free);
      }
      if (found.kind == KeyConflict::Kind::duplicate) return word(Look::duplicate, 0, found.slot);
      const Grant* other = storage_->locks().conflicting(
          row_tag(heap, found.slot), row_lock_mode(RowLock::share), command_->session);
      RW_ASSERT(other != nullptr, "who changes a row holds it");
      return word(Look::conflict, other->owner.session, other->owner.subtransaction);
    });
    journal_.meant(seen_as(seen));
    if (look_of(seen) == Look::free) return kNone;
    if (look_of(seen) == Look::duplicate) {
      journal_.meant(heap.version(slot_of(seen)).digest);
      return slot_of(seen);
    }
    wait_for_transaction(owner_of(seen));
  }
}

std::uint32_t Effects::find_conflict(Heap& heap, const Constraints::Key& key,
                                     std::span<const Value> row, const EvalContext& base,
                                     std::uint32_t except) {
  storage_->recorder().key(storage_->defined(heap), *key.key, row.data(), Recorder::Access::read);
  if (command_->autocommit) {
    return memory::find_conflict(key, heap, row, base, command_->session, except).slot;
  }
  return settle_key(heap, key, row, base, except, [] {});
}

std::uint32_t Effects::enter_key(Heap& heap, const Constraints::Key& key, std::uint32_t slot,
                                 const EvalContext& base, std::uint32_t entered) {
  const std::span<const Value> row = heap.row(slot);
  storage_->recorder().key(storage_->defined(heap), *key.key, row.data(), Recorder::Access::write);
  if (command_->autocommit) {
    return memory::find_conflict(key, heap, row, base, command_->session, slot).slot;
  }
  return settle_key(heap, key, row, base, slot, [&] { heap.enter_keys(slot, entered); });
}

bool Effects::is_current(const Version& version, bool newest) const {
  const auto happened = [this](Stamp stamp, Stamp last_commit) {
    if (is_open(stamp)) return session_of(stamp) == command_->session;
    return stamp <= last_commit;
  };
  const Stamp now = command_->autocommit ? command_->stamp : storage_->last_commit();
  if (isolation_ == IsolationLevel::read_committed || newest) {
    return happened(version.born, now) && !happened(version.died, now);
  }
  const Stamp seen = command_->snapshot.committed;
  return happened(version.born, seen) && !happened(version.died, seen);
}

void Effects::claim_name(bool is_schema, std::string_view schema, std::string_view name) {
  const LockTag tag{LockTag::Kind::name, is_schema, Hasher().add(schema).add(name).digest().lo};
  LockTable& locks = storage_->locks();
  for (;;) {
    const std::uint64_t seen = answer([&] {
      const LockMode mode = LockMode::access_exclusive;
      if (const Grant* other = locks.conflicting(tag, mode, command_->session)) {
        return word(Look::conflict, other->owner.session, other->owner.subtransaction);
      }
      locks.strengthen(tag, mode, owner(0));
      return word(Look::free);
    });
    journal_.meant(seen_as(seen));
    if (look_of(seen) == Look::free) return;
    wait_for_transaction(owner_of(seen));
  }
}

void Effects::wait_for_others(const Table& table, LockMode mode) {
  const LockTag tag{LockTag::Kind::relation, static_cast<std::uint32_t>(table.id), 0};
  for (;;) {
    const std::uint64_t seen = answer([&] {
      if (const Grant* other = storage_->locks().conflicting(tag, mode, command_->session)) {
        return word(Look::conflict, other->owner.session);
      }
      const std::uint32_t other = storage_->other_with_snapshot(command_->session);
      return other == kNone ? word(Look::free) : word(Look::conflict, other);
    });
    journal_.meant(seen_as(seen));
    if (look_of(seen) == Look::free) return;
    wait_for_transaction(owner_of(seen));
  }
}

void Effects::require_seen(const Version& version) const {
  if (isolation_ == IsolationLevel::read_committed) return;
  const bool own = is_open(version.born) && session_of(version.born) == command_->session;
  if (!own && !command_->snapshot.sees(version.born)) throw serialization_failure("update");
}

// -- locks, sequences --

LockOwner Effects::owner(std::uint32_t level) const {
  LockOwner owner = storage_->lock_owner(command_->session);
  if (level == kSessionLevel) owner.level = kSessionLevel;
  return owner;
}

bool Effects::handed_over(const LockTag& tag) {
  if (!waited_for_) return false;
  RW_ASSERT(*waited_for_ == tag, "a statement that runs again comes to where it waited");
  waited_for_.reset();
  return true;
}

void Effects::acquire_now(const LockTag& tag, LockMode mode, std::uint32_t level,
                          const std::string& awaited) {
  // Of the others the rows or tables that they are on say it.
  if (tag.kind == LockTag::Kind::advisory) {
    storage_->recorder().lock(tag, Recorder::Access::write);
  }
  if (handed_over(tag)) return;
  LockTable& locks = storage_->locks();
  if (locks.try_acquire(tag, mode, owner(level))) return;
  if (!locks.wait(tag, mode, owner(level))) {
    storage_->recorder().everything();
    throw SqlError("40P01", "deadlock detected");
  }
  if (locks.waiter(command_->session) == nullptr) return;
  throw MustWait{tag, awaited, {}};
}

void Effects::acquire(const LockTag& tag, LockMode mode, std::uint32_t level,
                      const std::string& awaited) {
  answer([&] {
    acquire_now(tag, mode, level, awaited);
    return std::uint64_t{0};
  });
}

void Effects::wait_for_transaction(const LockOwner& of) {
  answer([&] {
    const LockTag tag{LockTag::Kind::transaction, of.session, of.subtransaction};
    storage_->recorder().lock(tag, Recorder::Access::read);
    if (handed_over(tag)) return std::uint64_t{0};
    if (!storage_->locks().wait(tag, LockMode::share, owner(0))) {
      storage_->recorder().everything();
      throw SqlError("40P01", "deadlock detected");
    }
    throw MustWait{tag, "transaction", {}};
  });
}

// Not in the journal: a lock that is held already needs not be taken again.
void Effects::lock_table(const Table& table, LockMode mode, bool nowait) {
  if (command_->autocommit) return;
  const LockTag tag{LockTag::Kind::relation, static_cast<std::uint32_t>(table.id), 0};
  LockTable& locks = storage_->locks();
  if (waited_for_ && *waited_for_ == tag) waited_for_.reset();
  if (locks.holds(tag, mode, command_->session)) return;
  if (nowait) {
    if (locks.try_acquire(tag, mode, owner(0))) return;
    throw SqlError("55P03", fmt::format("could not obtain lock on relation \"{}\"", table.name));
  }
  acquire_now(tag, mode, 0, "table " + table.name);
}

}  // namespace racewindow::memory
