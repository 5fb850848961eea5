// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/digest.h"
#include "sim/sql/catalog.h"
#include "sim/store/sqlite/native.h"
#include "sim/store/store.h"

namespace racewindow {

[[nodiscard]] bool has_identity(const Table& table);

// Every row that statements changed since setup, in order, as SQLite's preupdate hook reports them:
// what RowChanges are made of, what the content digest is kept by, and the undo log that restore
// goes back with.
//
// Undo writes rows back under their old rowids, newest change first, so each intermediate state is
// one that existed and no constraint can object. A bare loop with a savepoint for each step takes
// 1.4 times as long as the store with all it does (tests/bench/sqlite_store_bench.cpp), and the
// sub-journal of nested savepoints grows as long as the outermost is open.
class RowLog {
 public:
  struct Entry {
    std::optional<RowChange::Kind> kind;  // none: no row, but the table's identity counter moved
    const Table* table = nullptr;
    std::int64_t rowid_before = 0;  // update, remove; of a counter: its value
    std::int64_t rowid_after = 0;   // insert, update
    std::size_t cells = 0;  // offset of the row before (if any), then the row after (if any)
    Digest content_before;  // of all rows, before this change
  };

  // Installs the hook. Requires: `database` outlives the log; no statement was prepared yet (SQLite
  // compiles an unfiltered DELETE to a truncation, which has no row changes, if it sees no hook).
  explicit RowLog(sqlite3* database);
  ~RowLog();
  RowLog(const RowLog&) = delete;
  RowLog& operator=(const RowLog&) = delete;

  // Reports of the hook are about this table until further notice: a statement writes one table.
  void set_target(const Table* table) { target_ = table; }
  // To be called after an INSERT into a table that has an identity column: SQLite's hook does not
  // report the counter, which moves even where no row was inserted.
  void note_counter(const Table& table);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::span<const Entry> since(std::size_t size) const {
    return std::span(entries_).subspan(size);
  }
  // The row before, or after, a change. Requires: there is one.
  [[nodiscard]] std::span<const Value> before(const Entry& entry) const;
  [[nodiscard]] std::span<const Value> after(const Entry& entry) const;

  // Forgets the changes after `size` that SQLite has undone itself (of a statement that failed).
  void forget(std::size_t size);
  // Undoes the changes after `size`.
  void undo(std::size_t size);

  // Sum of the digests of all rows, whatever their rowids.
  [[nodiscard]] const Digest& content() const { return content_; }
  // Sum of the digests of all identity counters that ever moved.
  [[nodiscard]] const Digest& counters() const { return counters_digest_; }

 private:
  struct Update {
    std::vector<std::size_t> columns;  // that it sets
    NativeStatement statement;
  };
  // The statements that undo changes of one table, prepared when first needed.
  struct Undo {
    NativeStatement remove;
    NativeStatement insert;
    std::vector<Update> updates;
  };

  static void on_change(void* self, sqlite3* database, int operation, const char* schema,
                        const char* table, sqlite3_int64 rowid_before, sqlite3_int64 rowid_after);
  void record(RowChange::Kind kind, std::int64_t rowid_before, std::int64_t rowid_after) noexcept;
  void undo(const Entry& entry);
  [[nodiscard]] sqlite3_stmt* undo_update(const Entry& entry);
  void finish(sqlite3_stmt* statement);
  Undo& undo_of(const Table& table);
  [[nodiscard]] std::int64_t& counter(const Table& table);
  void move_counter(const Table& table, std::int64_t value);
  void write_counter(const Table& table);

  sqlite3* database_;
  const Table* target_ = nullptr;
  std::vector<Entry> entries_;
  std::vector<Value> cells_;
  Digest content_;
  std::vector<Undo> undo_;            // by Table::id
  std::vector<std::size_t> changed_;  // columns; kept for its capacity

  std::vector<std::int64_t> counters_;  // by Table::id: the last value given, 0 for none
  Digest counters_digest_;
  NativeStatement read_counter_;
  NativeStatement write_counter_;
};

}  // namespace racewindow
