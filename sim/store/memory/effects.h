// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/eval.h"
#include "sim/store/memory/constraints.h"
#include "sim/store/memory/journal.h"
#include "sim/store/memory/storage.h"
#include "sim/store/store.h"

namespace racewindow::memory {

// Thrown where a statement has to wait: its session stands in the queue of `tag`, or sleeps.
struct MustWait {
  std::optional<LockTag> tag;
  std::string awaited;
  std::optional<Timestamp> until;
};

// What came of locking a row.
struct RowLocked {
  enum class Result : std::uint8_t {
    locked,   // and `slot` is its newest version
    gone,     // deleted meanwhile, or changed by this very command
    skipped,  // SKIP LOCKED, and somebody else has it
  } result = Result::locked;
  std::uint32_t slot = kNone;
};

// What pg_backend_pid() says: on a server any number, but of a session always the same.
[[nodiscard]] constexpr std::int64_t backend_pid(std::uint32_t session) {
  return std::int64_t{session} + 1;
}

// Everything that a running statement does to the database, its locks included, as PostgreSQL does
// it statement by statement. Each effect is recorded in the statement's journal, so that one that
// had to wait can run again. An autocommit command runs alone: it takes no lock and records
// nothing.
class Effects final : public SideEffects {
 public:
  explicit Effects(Storage& storage) : storage_(&storage) {}

  // Before a statement runs, for the first time or again. `resumed`: what it had waited for.
  // The command is referred to until the next one starts.
  void start(const Command& command, IsolationLevel isolation, Outcome& outcome);
  void start_again(const Command& command, IsolationLevel isolation, Outcome& outcome,
                   const Suspended& suspended);

  [[nodiscard]] IsolationLevel isolation() const { return isolation_; }
  [[nodiscard]] const Journal& journal() const { return journal_; }
  // Whether what was done last happened now, rather than before the statement had to wait.
  [[nodiscard]] bool just_happened() const { return just_happened_; }

  // What the queries of the statement's WITH gave, in order.
  std::vector<RowSet>& with() { return with_; }

  // -- rows --
  // The newest version of the row, if it is there, locked for the rest of the transaction.
  // Throws MustWait; SqlError 40001 above READ COMMITTED for a row changed since the snapshot, and
  // 55P03 with NOWAIT.
  [[nodiscard]] RowLocked lock_row(Heap& heap, std::uint32_t slot, RowLock strength,
                                   LockWait wait) {
    return hold_row(heap, slot, strength, wait, "update");
  }
  // The same for a row that will be changed: its 40001 tells a delete from an update.
  [[nodiscard]] RowLocked lock_to_change(Heap& heap, std::uint32_t slot, RowLock strength) {
    return hold_row(heap, slot, strength, LockWait::block, "delete");
  }
  // Constraints are the caller's: enter_key() for each unique key, in their order.
  [[nodiscard]] std::uint32_t insert(Heap& heap, std::span<const Value> row, bool has_keys);
  // Requires: lock_row gave this slot. `keys_change`: enter_key has to follow.
  [[nodiscard]] std::uint32_t update(Heap& heap, std::uint32_t slot, std::span<const Value> row,
                                     bool keys_change);
  void remove(Heap& heap, std::uint32_t slot);
  // Throws 40001 above READ COMMITTED for a version that the snapshot does not see.
  void require_seen(const Version& version) const;
  // The version that conflicts with `row` on a unique key, or kNone: waits for whoever has yet to
  // decide it. `except`: not a conflict.
  [[nodiscard]] std::uint32_t find_conflict(Heap& heap, const Constraints::Key& key,
                                            std::span<const Value> row, const EvalContext& base,
                                            std::uint32_t except);
  // The same, and where there is none the first `entered` of the table's keys, this one among them,
  // know of the version `slot`, whose row it is, from now on.
  [[nodiscard]] std::uint32_t enter_key(Heap& heap, const Constraints::Key& key, std::uint32_t slot,
                                        const EvalContext& base, std::uint32_t entered);

  // Whether this transaction has removed or replaced the version since.
  [[nodiscard]] bool is_removed(const Heap& heap, std::uint32_t slot) const {
    return heap.version(slot).died != kNever;
  }
  // The first version that `has(slot)` says yes to, or kNone: of those that are committed now or
  // of the transaction itself, this command included. Above READ COMMITTED only those the snapshot
  // sees count, unless the `newest` are asked for.
  template <class Has>
  [[nodiscard]] std::uint32_t look_up(Heap& heap, bool newest, Has&& has) {
    const std::uint64_t found = answer([&] {
      for (const std::uint32_t slot : heap.versions()) {
        if (is_current(heap.version(slot), newest) && has(slot)) return std::uint64_t{slot};
      }
      return std::uint64_t{kNone};
    });
    const auto slot = static_cast<std::uint32_t>(found);
    if (slot != kNone) journal_.meant(heap.version(slot).digest);
    return slot;
  }

  // The name is this transaction's to define: waits for whoever has defined it and has not
  // committed.
  void claim_name(bool is_schema, std::string_view schema, std::string_view name);

  // Waits, one after the other, for the transactions that hold what excludes this on the table, and
  // then for those whose snapshots are kept: as CREATE INDEX CONCURRENTLY does.
  void wait_for_others(const Table& table, LockMode mode);

  // -- locks, sequences --
  void lock_table(const Table& table, LockMode mode, bool nowait = false);
  // The rows of pg_locks, one after the other.
  void read_locks(std::vector<Value>& cells);
  Value call(Function function, std::span<const Value> args) override;
  // Throws SqlError 2200H where the sequence has no more.
  [[nodiscard]] std::int64_t next_value(const Sequence& sequence);

 private:
  template <class Effect>
  std::uint64_t answer(Effect&& effect) {
    just_happened_ = journal_.live();
    return journal_.answer(effect);
  }
  // `deleted`: what the error calls a row that was deleted since the snapshot.
  RowLocked hold_row(Heap& heap, std::uint32_t slot, RowLock strength, LockWait wait,
                     std::string_view deleted);
  template <class IfFree>
  std::uint32_t settle_key(Heap& heap, const Constraints::Key& key, std::span<const Value> row,
                           const EvalContext& base, std::uint32_t except, IfFree&& if_free);
  void record_row(const Heap& heap, std::uint32_t slot, RowLock strength);
  void acquire(const LockTag& tag, LockMode mode, std::uint32_t level, const std::string& awaited);
  void acquire_now(const LockTag& tag, LockMode mode, std::uint32_t level,
                   const std::string& awaited);
  void wait_for_transaction(const LockOwner& of);
  [[nodiscard]] bool handed_over(const LockTag& tag);
  [[nodiscard]] LockOwner owner(std::uint32_t level) const;
  [[nodiscard]] bool is_current(const Version& version, bool newest) const;
  Value current_value(const Sequence& sequence);
  Value call_sequence(Function function, std::span<const Value> args);
  Value call_setting(Function function, std::span<const Value> args);
  Value sleep(std::int64_t microseconds);
  Value unlock(const LockTag& tag, LockMode mode);

  Storage* storage_;
  const Command* command_ = nullptr;  // the one that runs
  IsolationLevel isolation_ = IsolationLevel::read_committed;
  Outcome* outcome_ = nullptr;
  std::vector<RowSet> with_;
  Journal journal_;
  std::optional<LockTag> waited_for_;
  bool slept_ = false;
  bool just_happened_ = true;
};

}  // namespace racewindow::memory
