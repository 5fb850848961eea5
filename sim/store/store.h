// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
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

// What a store answers. Conflicts and constraint violations are answers, not exceptions.
struct Outcome {
  enum class Status : std::uint8_t { rows, error, wait } status = Status::rows;
  RowSet rows;  // status rows
  std::int64_t affected =
      0;           // rows inserted, updated, deleted or returned (the command tag's count)
  SqlError error;  // status error
  std::vector<RowChange> changes;  // in the order they were made; none where status is error
  std::vector<Value> change_cells;
  Footprint footprint;

  void clear() {
    status = Status::rows;
    rows.clear();
    affected = 0;
    changes.clear();
    change_cells.clear();
    footprint = {};
  }
  void fail(SqlError with) {
    clear();
    status = Status::error;
    error = std::move(with);
  }
};

struct Capabilities {
  std::string_view name;     // "memory", "sqlite": as in replay lines
  bool transactions = true;  // BEGIN … COMMIT across statements
  bool checkpoints = true;   // save and restore
};

enum class SessionId : std::uint32_t {};
enum class CloseHow : std::uint8_t { cleanly, dropped };

// One statement of a call, with its parameters in the order of $1 … $n.
struct Call {
  const Statement* statement = nullptr;
  std::span<const Value> params;
};

// A position to go back to. Marks nest: going back to one forgets all that were taken after it.
enum class Mark : std::size_t {};

// A database, faked or real. One thread uses it; nothing of it depends on wall time.
// Errors the server would give are Outcomes; Broken is thrown for what is not supported.
class Store {
 public:
  virtual ~Store() = default;

  [[nodiscard]] virtual const Capabilities& capabilities() const = 0;
  [[nodiscard]] virtual const Catalog& catalog() const = 0;

  // Parses and binds a text once; the statement lives as long as the store.
  [[nodiscard]] virtual std::variant<const Statement*, SqlError> prepare(std::string_view sql) = 0;

  [[nodiscard]] virtual SessionId open_session() = 0;
  virtual void close_session(SessionId session, CloseHow how) = 0;

  // Executes one call in the session's open transaction or as its own; several calls as one atomic
  // batch in a transaction of their own (the outcome is the last one's, `affected` the sum; an
  // error in any undoes all). Requires: params.size() == param_types.size() (else error 08P01).
  virtual void execute(SessionId session, std::span<const Call> calls, Outcome& outcome) = 0;

  // A text of this session met an error in prepare(): that too fails the transaction it has open.
  virtual void refuse(SessionId session) = 0;

  // What a fresh session sees now on committed data; leaves no mark on the state. Throws Broken
  // when the query fails: a view must be readable in every state.
  virtual void look(const Statement& query, RowSet& rows) = 0;

  // The virtual time from now on, microseconds since the epoch. Part of no digest here.
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
