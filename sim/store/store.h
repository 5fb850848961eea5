// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sim/digest.h"
#include "sim/sql/error.h"
#include "sim/sql/statement.h"
#include "sim/sql/value.h"
#include "sim/store/footprint.h"

namespace racewindow {

// The rows of a result: `cells` holds row_count × columns.size() values, row by row. Reused between
// statements, so that a steady search allocates nothing.
struct RowSet {
  const std::vector<OutputColumn>* columns = nullptr;  // of the statement; null: none
  std::vector<Value> cells;
  std::size_t row_count = 0;

  [[nodiscard]] std::size_t width() const { return columns == nullptr ? 0 : columns->size(); }
  [[nodiscard]] std::span<const Value> row(std::size_t n) const {
    return std::span<const Value>(cells).subspan(n * width(), width());
  }
  void clear() {
    columns = nullptr;
    cells.clear();
    row_count = 0;
  }
};

// One row that a step changed. `before` and `after` are offsets into Outcome::change_cells, each of
// table->columns.size() values; npos where there is none (insert has no before, remove no after).
// Uncommitted changes count too: they are what the statement did.
struct RowChange {
  enum class Kind : std::uint8_t { insert, update, remove } kind = Kind::insert;
  const Table* table = nullptr;
  std::size_t before = npos;
  std::size_t after = npos;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

enum class SessionId : std::uint32_t {};

// A message beside the result: "WARNING", "you don't own a lock of type ExclusiveLock".
struct Notice {
  std::string_view severity;
  std::string message;
};

// What a store answers. Conflicts and constraint violations are answers, not exceptions.
struct Outcome {
  enum class Status : std::uint8_t { rows, error, wait } status = Status::rows;
  RowSet rows;  // status rows
  std::int64_t affected =
      0;           // rows inserted, updated, deleted or returned (the command tag's count)
  SqlError error;  // status error
  std::vector<RowChange> changes;  // in the order they were made; none where status is error
  std::vector<Value> change_cells;
  std::vector<Notice> notices;      // in order; also where status is error
  std::vector<SessionId> blockers;  // status wait: the sessions waited for, ascending
  std::string awaited;              // status wait: what for: "transaction", "advisory lock 42"

  void clear() {
    status = Status::rows;
    rows.clear();
    affected = 0;
    changes.clear();
    change_cells.clear();
    notices.clear();
    blockers.clear();
    awaited.clear();
  }
  void clear_all_but_notices() {
    std::vector<Notice> kept = std::move(notices);
    clear();
    notices = std::move(kept);
  }
  void fail(SqlError with) {
    clear_all_but_notices();
    status = Status::error;
    error = std::move(with);
  }
};

struct Capabilities {
  std::string_view name;     // "memory", "sqlite": as in replay lines
  bool transactions = true;  // BEGIN … COMMIT across statements
  bool checkpoints = true;   // save and restore
};

enum class CloseHow : std::uint8_t { cleanly, dropped };

// What a session has left of earlier statements, while none is under way.
enum class SessionState : std::uint8_t {
  pristine,        // nothing: it is as if it had just been opened
  used,            // settings, or locks that outlive transactions
  in_transaction,  // a transaction block is open, or has failed and awaits its end
  ended,           // the server has ended it
};

// Whether a session's statement is suspended, and whether it could go on.
enum class Wait : std::uint8_t { none, blocked, ready };

// One statement of a call, with its parameters in the order of $1 … $n.
struct Call {
  const Statement* statement = nullptr;
  std::span<const Value> params;
};

enum class RowOrder : std::uint8_t {
  canonical,  // by value: equal states look equal. For exploring
  heap,       // as a server's sequential scans give them. For comparing with a server
};

struct StoreOptions {
  IsolationLevel isolation = IsolationLevel::read_committed;  // of sessions that state none
  RowOrder order = RowOrder::canonical;                       // where no ORDER BY decides
  // What each session last had of a sequence is kept, for currval and lastval. Where nobody asks
  // for that, sessions that differ in nothing else are alike.
  bool remembers_draws = true;
};

// A position to go back to. Marks nest: going back to one forgets all that were taken after it.
enum class Mark : std::size_t {};

// A database, faked or real. One thread uses it; nothing of it depends on wall time.
// Errors the server would give are Outcomes; Broken is thrown for what is not supported.
class Store {
 public:
  virtual ~Store() = default;

  [[nodiscard]] virtual const Capabilities& capabilities() const = 0;
  // The tables as some session sees them: which one is of meaning only while there is just one.
  [[nodiscard]] virtual const Catalog& catalog() const = 0;
  // The tables as a fresh session sees them, until another session's statement is prepared.
  [[nodiscard]] virtual const Catalog& committed_catalog() { return catalog(); }

  // Parses and binds a text, once for each version of the catalog, as the session sees it; without
  // one, as a fresh session does. The statement lives as long as the store.
  [[nodiscard]] virtual std::variant<const Statement*, SqlError> prepare(
      std::optional<SessionId> session, std::string_view sql) = 0;
  [[nodiscard]] std::variant<const Statement*, SqlError> prepare(std::string_view sql) {
    return prepare(std::nullopt, sql);
  }
  // Which version that is: a statement that was prepared for another one must be prepared again.
  [[nodiscard]] virtual std::uint64_t catalog_version(std::optional<SessionId> /*session*/) {
    return catalog().version();
  }

  [[nodiscard]] virtual SessionId open_session() = 0;
  virtual void close_session(SessionId session, CloseHow how) = 0;
  // A session that was closed, or that the server has ended, begins anew under its old name. The
  // default is that of a store whose sessions keep nothing.
  virtual void reopen_session(SessionId /*session*/) {}
  [[nodiscard]] virtual SessionState state(SessionId /*session*/) const {
    return SessionState::pristine;
  }

  // Executes one call in the session's open transaction or as its own; several calls as one atomic
  // batch in a transaction of their own (the outcome is the last one's, `affected` the sum; an
  // error in any undoes all). Requires: params.size() == param_types.size() (else error 08P01), and
  // waiting(session) is none.
  // A statement that has to wait answers `wait` and is suspended in its session, part of
  // checkpoints and digest: what it changed so far is in `changes`, the rest comes with resume().
  virtual void execute(SessionId session, std::span<const Call> calls, Outcome& outcome) = 0;

  // A text of this session met an error in prepare(): that too fails the transaction it has open.
  virtual void refuse(SessionId session) = 0;

  // -- waiting; the defaults are those of a store whose statements never wait --
  // ready: what was waited for has been handed over, or a timer of the session is due.
  [[nodiscard]] virtual Wait waiting(SessionId /*session*/) const { return Wait::none; }
  // The suspended statement goes on. Requires: ready.
  virtual void resume(SessionId session, Outcome& outcome);
  // The suspended statement ends with an error. Requires: blocked or ready.
  virtual void cancel(SessionId session, const SqlError& why, Outcome& outcome);
  // Which sessions' deadlock timers can fire first, ascending; empty where no waits form a cycle.
  // Each of them ends its statement, by cancel() with 40P01, when it is chosen.
  virtual void deadlock_victims(std::vector<SessionId>& victims) const { victims.clear(); }
  // The next moment after now at which the passing of time alone changes something.
  [[nodiscard]] virtual std::optional<Timestamp> next_timer() const { return std::nullopt; }

  // What a fresh session sees now on committed data; leaves no mark on the state. Throws Broken
  // when the query fails: a view must be readable in every state.
  virtual void look(const Statement& query, RowSet& rows) = 0;

  // From now on what sessions do is added to this footprint, with names in this space; null: to
  // none. A store that does not say what it does adds nothing, and answers false.
  virtual bool record(Footprint* /*footprint*/, Footprint::Space /*space*/) { return false; }

  // The virtual time from now on, microseconds since the epoch. Part of no digest here. Timers that
  // are due by then count from now on.
  virtual void set_time(Timestamp now) = 0;

  // Cost of save: constant. Cost of restore: the changes made since.
  [[nodiscard]] virtual Mark save() = 0;
  virtual void restore(Mark mark) = 0;

  // Of everything that later statements can tell apart: committed rows, open transactions,
  // sequences.
  [[nodiscard]] virtual Digest digest() const = 0;
  // Of what a fresh session sees.
  [[nodiscard]] virtual Digest committed_digest() const = 0;
};

}  // namespace racewindow
