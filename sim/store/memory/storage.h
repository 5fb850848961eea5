// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/digest.h"
#include "sim/sql/catalog.h"
#include "sim/sql/statement.h"
#include "sim/sql/value.h"
#include "sim/store/memory/heap.h"
#include "sim/store/memory/lock_table.h"
#include "sim/store/memory/recorder.h"
#include "sim/store/memory/stamp.h"
#include "sim/store/memory/transaction.h"
#include "sim/store/memory/undo_log.h"
#include "sim/store/store.h"  // Mark

namespace racewindow::memory {

// What one command of one session may see, and how its own changes are marked.
struct Command {
  std::uint32_t session = 0;
  // Outside a transaction block a command's changes bear the number of the commit to come: nothing
  // can come between the command and its commit, so there is nothing to mark again afterwards.
  bool autocommit = true;
  bool looks = true;  // it has a snapshot
  Stamp stamp = 0;
  Snapshot snapshot;
};

// The state of a database: versions of rows, transactions, locks, suspended statements, sequences,
// and checkpoints of all that. It knows nothing of SQL. Each call of a session is: start(), any
// writes, then finish(), fail() or suspend(); after suspend() it starts again.
// Digests are kept up to date with every write, so that asking for one costs next to nothing,
// except while REPEATABLE READ snapshots are held, when the versions they keep alive are gone
// through.
class Storage {
 public:
  explicit Storage(const StoreOptions& options)
      : order_(options.order), remembers_draws_(options.remembers_draws) {}
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // -- definitions: transactions see their own at once, others from the commit on --
  // As enter() left it.
  [[nodiscard]] const Catalog& catalog() const { return catalog_; }
  [[nodiscard]] std::uint64_t committed_catalog() const { return committed_catalog_; }
  [[nodiscard]] std::uint64_t catalog_version(std::uint32_t session);
  void enter(std::uint32_t session) { catalog_.go_to(catalog_version(session)); }
  void enter_committed() { catalog_.go_to(committed_catalog_); }
  // A statement that defines something: `change(catalog)` happens where it is new, is known the
  // next time, and counts as a write of the command's transaction. Requires: no autocommit.
  void define(const Command& command, const Statement& by,
              const std::function<void(Catalog&)>& change);
  // The heap of a table has its storage number as its index.
  [[nodiscard]] Heap& heap(const Table& table) { return *heaps_[table.storage]; }
  [[nodiscard]] RowOrder row_order() const { return order_; }

  // What was defined until now is the same in all states, and need not be part of a digest.
  void end_setup() { first_version_ = committed_catalog_; }

  // -- sessions and transactions --
  [[nodiscard]] std::uint32_t open_session();
  [[nodiscard]] std::uint32_t sessions() const {
    return static_cast<std::uint32_t>(transactions_.size());
  }
  [[nodiscard]] const Transaction& transaction(std::uint32_t session) const {
    return transactions_[session];
  }
  void close_session(std::uint32_t session);
  // Requires: closed.
  void reopen_session(std::uint32_t session);
  // The server ends the session, which learns of it with its next statement.
  void disconnect(std::uint32_t session);
  // `implicit`: a transaction of one call that may have to wait, instead of autocommit.
  void begin(std::uint32_t session, IsolationLevel isolation, bool implicit = false);
  // Nobody but the session can have an open transaction, hold a lock or wait: nothing that it does
  // in one call can be seen before it is over, nor has to wait.
  [[nodiscard]] bool alone(std::uint32_t session) const {
    const bool has_one = transactions_[session].state != Transaction::State::idle;
    return open_ == (has_one ? 1 : 0) && locks_.empty();
  }
  // Requires: a transaction is open and has not looked at anything.
  void set_isolation(std::uint32_t session, IsolationLevel isolation);
  void commit(std::uint32_t session);
  void rollback(std::uint32_t session);
  void set_savepoint(std::uint32_t session, const Text* name);
  // False when there is no savepoint of that name.
  [[nodiscard]] bool release_savepoint(std::uint32_t session, const Text* name);
  [[nodiscard]] bool rollback_to_savepoint(std::uint32_t session, const Text* name);

  // -- commands --
  // In a transaction, or autocommit where none is open. Requires: then, alone(session). One that
  // does not look at data (LOCK TABLE) takes no snapshot.
  // Field by field: a copy of what was just written piece by piece would have to wait for it.
  void start(std::uint32_t session, bool looks, Command& command) {
    command.session = session;
    command.looks = looks;
    command.autocommit = transactions_[session].state == Transaction::State::idle;
    if (!command.autocommit) {
      start_in_transaction(session, looks, command);
      return;
    }
    command.stamp = commits_ + 1;
    command.snapshot.committed = commits_;
    command.snapshot.own_first = kNever;
    command.snapshot.commands = 0;
  }
  // The command took effect; with autocommit it is committed when end_autocommit is called, and a
  // later command of the same batch sees its effects.
  void finish(const Command& command) {
    if (command.autocommit) {
      commits_ = command.stamp;
    } else {
      finish_in_transaction(command.session);
    }
  }
  // The session's autocommit commands since the last end are over.
  void end_autocommit(std::uint32_t session) {
    if (transactions_[session].last_write != kNone || !locks_.empty()) end_writes(session);
  }
  // The command met an error: autocommit commands since the last end are undone; a transaction
  // block is undone to its last savepoint and fails.
  void fail(std::uint32_t session);

  // -- footprints: writes, commits, snapshots and ends of locks record themselves --
  [[nodiscard]] Recorder& recorder() { return recorder_; }
  // The table as it is defined now: with keys that came after its rows did. For the recorder alone.
  [[nodiscard]] const Table& defined(const Heap& heap) const;

  // -- waiting --
  [[nodiscard]] LockTable& locks() { return locks_; }
  [[nodiscard]] const LockTable& locks() const { return locks_; }
  [[nodiscard]] LockOwner lock_owner(std::uint32_t session) const;
  // The command of the session's transaction waits: its effects stay, its snapshot is kept.
  void suspend(const Command& command, std::shared_ptr<const Suspended> suspended);
  // null: nothing is suspended in the session.
  [[nodiscard]] const std::shared_ptr<const Suspended>& suspended(std::uint32_t session) const {
    return suspended_[session];
  }
  // At READ COMMITTED: the statement that had it is over, or begins anew.
  void release_snapshot(std::uint32_t session);
  // Whether time alone can change anything: somebody waits, or has set a timeout.
  [[nodiscard]] bool has_timers() const { return suspended_count_ > 0 || settings_.size() > 1; }
  // The suspended statement runs again, or never more.
  void forget_suspended(std::uint32_t session);

  // A session other than this one whose snapshot is kept beyond a statement, or kNone.
  [[nodiscard]] std::uint32_t other_with_snapshot(std::uint32_t session) const;
  [[nodiscard]] Stamp last_commit() const { return commits_; }
  [[nodiscard]] Snapshot fresh_snapshot() const { return {commits_, kNever, 0}; }

  // How many of its table's unique keys know of the new version is up to the caller: see Version.
  std::uint32_t insert(const Command& command, Heap& heap, std::span<const Value> row,
                       std::uint32_t keys_entered);
  // Removes all rows, of which older snapshots see nothing either once that is committed.
  void truncate(const Command& command, Heap& heap);
  // Requires: the version is the newest of its row and no other open transaction has ended it.
  void remove(const Command& command, Heap& heap, std::uint32_t slot);
  std::uint32_t update(const Command& command, Heap& heap, std::uint32_t slot,
                       std::span<const Value> row, std::uint32_t keys_entered);

  // -- settings: those that differ from their initial value, by name --
  using Settings = std::vector<std::pair<std::string, std::string>>;  // sorted
  [[nodiscard]] const Settings& settings(std::uint32_t session) const {
    return settings_[transactions_[session].settings];
  }
  [[nodiscard]] std::string setting(std::uint32_t session, std::string_view name) const;
  // `local`: until the transaction ends. null: the initial value, of every setting without a name.
  void set(std::uint32_t session, const std::string& name, const std::string* value, bool local);

  // -- sequences: they do not roll back --
  // null: none was taken yet.
  [[nodiscard]] std::optional<std::int64_t> last_value(std::size_t sequence) const;
  // What the first one will be. Requires: none was taken yet.
  [[nodiscard]] std::int64_t first_value(std::size_t sequence) const {
    return counters_[sequence].value;
  }
  // TRUNCATE … RESTART IDENTITY: this does roll back.
  void restart(const Command& command, const Sequence& sequence);
  // `is_called`: the next value is the one after it.
  void set_value(std::size_t sequence, std::int64_t value, bool is_called);
  // What the session last had of the sequence, and the sequence that it last drew from. Both throw
  // Broken where draws are not remembered.
  [[nodiscard]] std::optional<std::int64_t> current_value(std::uint32_t session,
                                                          std::size_t sequence) const;
  [[nodiscard]] std::optional<std::size_t> last_drawn(std::uint32_t session) const;
  // Does nothing where draws are not remembered. `is_drawn`: by nextval, or for a column; else it
  // was set.
  void set_current(std::uint32_t session, std::size_t sequence, std::int64_t value, bool is_drawn);
  void forget_current(std::uint32_t session);
  [[nodiscard]] bool has_drawn(std::uint32_t session) const {
    return !drawn_[session].current.empty();
  }

  // -- checkpoints and digests --
  void set_time(Timestamp now) { now_ = now; }
  [[nodiscard]] Timestamp time() const { return now_; }
  [[nodiscard]] Mark save() {
    if (checkpoints_.empty() || !is_at(checkpoints_.back())) add_checkpoint();
    return Mark{checkpoints_.size() - 1};
  }
  void restore(Mark mark);
  [[nodiscard]] Digest digest() const;
  [[nodiscard]] Digest committed_digest() const {
    return committed_catalog_ == first_version_ ? committed_ : digest_with_definitions();
  }

 private:
  // Of a sequence of the catalog, by its id.
  struct Counter {
    std::int64_t value = 0;
    bool is_called = false;  // whether `value` was given out
    friend constexpr bool operator==(const Counter&, const Counter&) = default;
  };
  // What a session has had of sequences; like them, it does not roll back.
  struct Drawn {
    std::vector<std::pair<std::uint32_t, std::int64_t>> current;
    std::uint32_t last = kNone;  // the sequence
  };
  // What a checkpoint keeps beside the length of the undo log.
  struct Checkpoint {
    std::uint32_t records = 0;
    std::uint32_t writes = 0;
    std::uint32_t savepoints = 0;
    std::uint32_t restarted = 0;
    std::uint32_t sessions = 0;
    std::uint32_t open = 0;
    std::uint32_t suspended = 0;
    std::uint32_t snapshots_held = 0;
    std::uint64_t catalog = 0;
    Stamp commits = 0;
    Timestamp now;
    Digest committed;
  };

  // Whatever else changes is in the undo log.
  [[nodiscard]] bool is_at(const Checkpoint& checkpoint) const {
    return checkpoint.records == log_.records.size() && checkpoint.commits == commits_ &&
           checkpoint.now == now_ && checkpoint.sessions == transactions_.size();
  }
  void add_checkpoint();
  void start_in_transaction(std::uint32_t session, bool looks, Command& command);
  void finish_in_transaction(std::uint32_t session);
  void end_writes(std::uint32_t session);
  [[nodiscard]] Digest digest_with_definitions() const;
  void adopt_definitions();
  [[nodiscard]] std::uint32_t changed_settings(std::uint32_t from, const std::string& name,
                                               const std::string* value);
  void note_write(const Command& command, Write::Kind kind, const Heap& heap, std::uint32_t slot);
  void undo_writes(Transaction& transaction, std::uint32_t down_to);
  void end(std::uint32_t session, std::uint32_t settings);
  [[nodiscard]] std::optional<std::uint32_t> find_savepoint(const Transaction& transaction,
                                                            const Text* name) const;
  void drop_if_unseen(Heap& heap, std::uint32_t slot);
  void drop_unseen_versions();
  void drop_ended(Heap& heap);
  [[nodiscard]] Stamp oldest_snapshot() const;
  [[nodiscard]] Digest snapshot_digest(Stamp snapshot) const;
  [[nodiscard]] Digest lock_digest() const;
  void add_sessions(Hasher& hasher) const;
  void add_counters(std::uint64_t version, Hasher& hasher) const;
  void require_draws() const;
  [[nodiscard]] std::optional<std::int64_t> noted_value(std::uint32_t session,
                                                        std::size_t sequence) const;
  void note_current(std::uint32_t session, std::uint32_t sequence);
  void change_current(std::uint32_t session, std::uint32_t sequence,
                      std::optional<std::int64_t> value);
  void undo_current(const Undo& record);
  [[nodiscard]] Digest drawn_digest(std::uint32_t session) const;
  [[nodiscard]] Digest settings_digest(std::uint32_t number) const;
  [[nodiscard]] Digest tag_digest(const LockTag& tag) const;
  [[nodiscard]] const Digest* locked_row(const LockTag& tag) const;
  void release_locks(std::uint32_t session, std::uint32_t level, std::uint32_t subtransaction);
  void record_commit(const Write& write);
  void record_release(const Grant& grant);

  RowOrder order_;
  bool remembers_draws_;
  Recorder recorder_;
  UndoLog log_;
  LockTable locks_{log_};
  std::vector<std::unique_ptr<Heap>> heaps_;
  Catalog catalog_;
  std::uint64_t first_version_ = 0;      // of the catalog, after the setup
  std::uint64_t committed_catalog_ = 0;  // its version
  // The version that a statement led to from another; looked up, never gone through.
  std::map<std::pair<std::size_t, std::uint64_t>, std::uint64_t> definitions_;
  std::vector<Counter> counters_;                            // by sequence
  std::vector<Settings> settings_{{}};                       // every set there has been
  std::vector<Transaction> transactions_;                    // one per session
  std::vector<std::shared_ptr<const Suspended>> suspended_;  // one per session
  std::vector<Drawn> drawn_;                                 // one per session
  bool any_drawn_ = false;  // some session has drawn, ever, also where that was taken back
  std::vector<Write> writes_;
  std::vector<Savepoint> savepoints_;
  std::vector<Counter> restarted_;  // what sequences were before
  std::vector<Checkpoint> checkpoints_;
  Stamp commits_ = 0;
  std::uint32_t snapshots_held_ = 0;
  std::uint32_t open_ = 0;  // transactions
  std::uint32_t suspended_count_ = 0;
  Timestamp now_;
  Digest committed_;
};

}  // namespace racewindow::memory
