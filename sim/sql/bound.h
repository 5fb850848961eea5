// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/sql/bound_definition.h"
#include "sim/sql/catalog.h"
#include "sim/sql/value.h"

// The bound form of a statement: names resolved to positions, every expression typed, implicit
// casts made explicit. It is what the stores execute, what footprints and generated SQLite DDL come
// from, and it is immutable once bound. `bind_statement` makes it (sim/sql/statement.h), `eval`
// computes its scalar expressions (sim/sql/eval.h), a store runs its queries.
namespace racewindow {

struct Select;

enum class Op : std::uint8_t {
  constant,  // value
  param,     // index: position of $n, from 0
  column,    // level (0 = this query, 1 = the query around it …), entry (range entry), index
           // (column); an arm of UNION ALL is at the level of the union; a derived table refers to
           // itself only
  aggregate,  // index into Select::aggregates of this query
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  is_distinct,
  is_not_distinct,
  logical_and,
  logical_or,
  logical_not,  // n-ary and, or; three-valued
  is_null,
  is_not_null,
  is_true,
  is_not_true,
  is_false,
  is_not_false,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  negate,
  concat,  // ||
  like,
  not_like,
  coalesce,
  greatest,
  least,
  nullif,
  case_when,  // args: when, then, when, then, … and possibly else (odd count)
  cast,       // args[0] to `type`
  in_list,    // args[0] IN (args[1…]); NOT IN is logical_not around it
  function,   // function, args
  subquery_scalar,
  subquery_exists,  // subquery
  subquery_in,      // args[0] IN (subquery, one column)
};

enum class Function : std::uint8_t {
  now,              // constant within a transaction
  clock_timestamp,  // the moment of the call
  length,
  lower,
  upper,
  abs,
  mod,
  substr,
  replace,
  position,
  trim,
  hashtext,
  hashtextextended,
  fit_length,  // (text, n, explicit): the value in a varchar(n); too long: 22001, or cut if
               // explicit
  // The functions from here to `set_config` act on the store: SideEffects, eval.h. An advisory lock
  // has one key of type bigint or two of type integer.
  pg_advisory_lock,
  pg_advisory_lock_shared,
  pg_advisory_xact_lock,
  pg_advisory_xact_lock_shared,
  pg_try_advisory_lock,
  pg_try_advisory_lock_shared,
  pg_try_advisory_xact_lock,
  pg_try_advisory_xact_lock_shared,
  pg_advisory_unlock,
  pg_advisory_unlock_shared,
  pg_advisory_unlock_all,
  pg_sleep,  // (microseconds), a bigint
  nextval,   // (sequence), its id in the catalog
  currval,   // (sequence)
  setval,    // (sequence, value, is_called)
  lastval,
  txid_current,
  pg_backend_pid,
  current_setting,  // (name)
  set_config,       // (name, value, is_local)
  gen_random_uuid,  // refused by the binder with an explanation: guards use Context::random_uuid
};

// Whether a function reads or changes the store's own state, such as its locks: SideEffects calls
// it (sim/sql/eval.h).
[[nodiscard]] constexpr bool acts_on_store(Function function) {
  return function >= Function::pg_advisory_lock && function <= Function::set_config;
}

struct Expr {
  Op op = Op::constant;
  Type type = Type::null;
  Function function = Function::now;
  std::uint16_t level = 0;
  std::uint16_t entry = 0;
  std::uint32_t index = 0;
  Value value;
  std::vector<Expr> args;
  std::shared_ptr<const Select> subquery;
};

enum class AggregateFunction : std::uint8_t { count_star, count, min, max, sum, bool_and, bool_or };
struct Aggregate {
  AggregateFunction function = AggregateFunction::count_star;
  bool distinct = false;
  Type type = Type::int8;
  std::vector<Expr> args;  // over the rows of the group
};

// generate_series(start, stop[, step]) over integers: `type` is int4 or int8, and all three are of
// it. A step of zero is 22023 "step size cannot equal zero"; with a NULL there are no rows.
struct Series {
  Type type = Type::int4;
  Expr start;
  Expr stop;
  Expr step;
};

// The columns of pg_locks, in order.
enum class LockColumn : std::uint8_t {
  locktype,
  database,
  relation,
  page,
  tuple,
  virtualxid,
  transactionid,
  classid,
  objid,
  objsubid,
  virtualtransaction,
  pid,
  mode,
  granted,
  fastpath,
  waitstart,
};
inline constexpr std::size_t kLockColumns = 16;
// What 'table'::regclass is, and pg_locks.relation; nothing but equality of the two can be seen.
[[nodiscard]] constexpr std::int64_t relation_oid(std::size_t table_id) {
  return 16384 + static_cast<std::int64_t>(table_id);
}

// Where the rows of one range entry come from: exactly one of table, subquery, series, cte and
// pg_locks.
enum class JoinKind : std::uint8_t { first, cross, inner, left };
struct RangeEntry {
  std::string alias;
  const Table* table = nullptr;
  std::shared_ptr<const Select> subquery;  // a derived table: FROM (SELECT …) AS alias, not lateral
  std::shared_ptr<const Series> series;    // its expressions refer to no range entry
  std::optional<std::size_t> cte;          // position in Statement::ctes
  bool is_lock_view = false;               // pg_locks
  JoinKind join = JoinKind::first;         // how it joins the entries before it
  std::optional<Expr> on;                  // over entries 0 … this one
  std::vector<Type> types;                 // its columns
};

// FOR UPDATE and its weaker forms (PostgreSQL 15 manual, 13.3.2). Rows are locked in the order of
// the result, after ORDER BY and before LIMIT cuts it off.
enum class RowLock : std::uint8_t { key_share, share, no_key_update, update };
enum class LockWait : std::uint8_t { block, skip_locked, nowait };
struct RowLocking {
  std::uint16_t entry = 0;  // a range entry that is a table
  RowLock strength = RowLock::update;
  LockWait wait = LockWait::block;
};

struct SortKey {
  std::uint32_t output = 0;  // position in Select::outputs
  bool descending = false;
  bool nulls_first = false;
};

struct OutputColumn {
  std::string name;
  Type type = Type::null;
};

// SELECT, VALUES and UNION ALL. With GROUP BY or aggregates the outputs refer to group columns by
// `column` (evaluated on any row of the group) and to `aggregate`.
struct Select {
  std::vector<RangeEntry> from;  // empty: one row without columns
  std::optional<Expr> where;
  bool grouped = false;  // GROUP BY present or any aggregate used
  std::vector<Expr> group_by;
  std::vector<Aggregate> aggregates;
  std::optional<Expr> having;
  std::vector<Expr> outputs;          // visible columns first, then hidden ones for ORDER BY
  std::vector<OutputColumn> columns;  // the visible ones
  bool distinct = false;
  std::vector<SortKey> order_by;
  std::optional<Expr> limit;
  std::optional<Expr> offset;
  std::vector<RowLocking> locking;        // at most one per entry: the strongest, the least patient
  std::vector<std::vector<Expr>> values;  // VALUES lists, in place of from/outputs
  std::vector<Select> union_all;          // two or more arms in place of from/outputs; order_by,
                                          // limit and offset then apply to the union
};

struct Assignment {
  std::size_t column = 0;
  Expr value;  // cast to the column's type
};

struct OnConflict {
  bool update = false;                  // DO UPDATE, else DO NOTHING
  const UniqueKey* arbiter = nullptr;   // null: any key (DO NOTHING without a target)
  std::vector<Assignment> assignments;  // entry 0 = the existing row, entry 1 = excluded
  std::optional<Expr> where;
};

struct Insert {
  const Table* table = nullptr;
  std::vector<std::size_t> columns;      // one per source column
  std::shared_ptr<const Select> source;  // VALUES or SELECT; its outputs are cast to the column
                                         // types; DEFAULT VALUES is one VALUES row without columns
  std::vector<Expr> defaults;            // one per table column: used where not in `columns`;
                                         // a NULL constant where there is none
  // One per VALUES row and source column: the value is DEFAULT (empty when DEFAULT is not used).
  std::vector<std::vector<bool>> value_is_default;
  std::optional<OnConflict> on_conflict;
  std::vector<Expr> returning;  // entry 0 = the row as stored
  std::vector<OutputColumn> returning_columns;
};

struct Update {
  const Table* table = nullptr;  // entry 0
  std::vector<RangeEntry> from;  // entries 1 …, each joined to those before it
  std::vector<Assignment> assignments;
  std::optional<Expr> where;
  std::vector<Expr> returning;
  std::vector<OutputColumn> returning_columns;
};

struct Delete {
  const Table* table = nullptr;  // entry 0
  std::vector<RangeEntry> from;  // USING: entries 1 …
  std::optional<Expr> where;
  std::vector<Expr> returning;
  std::vector<OutputColumn> returning_columns;
};

// WITH name AS (…). A SELECT is carried out when something reads it, once for the whole statement;
// INSERT, UPDATE and DELETE are carried out once and to the end, even where nothing reads them.
// All parts of the statement see the database as it was before the statement.
struct Cte {
  std::string name;
  std::variant<Select, Insert, Update, Delete> body;
  std::vector<OutputColumn> columns;  // of the SELECT or RETURNING; none where there is neither
};

enum class IsolationLevel : std::uint8_t { read_committed, repeatable_read, serializable };

struct TransactionCommand {
  enum class Kind : std::uint8_t {
    begin,
    commit,
    rollback,
    savepoint,
    release,
    rollback_to,
    set_modes,  // SET TRANSACTION
  } kind = Kind::begin;
  std::string savepoint;
  std::optional<IsolationLevel> isolation;
  std::optional<bool> read_only;
  std::optional<bool> deferrable;
};

// LOCK TABLE: PostgreSQL's eight table lock modes, in its own order (manual, 13.3.1).
enum class LockMode : std::uint8_t {
  access_share,
  row_share,
  row_exclusive,
  share_update_exclusive,
  share,
  share_row_exclusive,
  exclusive,
  access_exclusive,
};
struct TableLock {
  const Table* table = nullptr;
  LockMode mode = LockMode::access_exclusive;
  friend bool operator==(const TableLock&, const TableLock&) = default;
};
struct LockTable {
  std::vector<const Table*> tables;
  LockMode mode = LockMode::access_exclusive;
  bool nowait = false;
};

struct Truncate {
  std::vector<const Table*> tables;  // those named, and those that CASCADE adds
  bool restart_identity = false;
  std::vector<std::string> notices;  // on what CASCADE added
};

// SET [SESSION | LOCAL], RESET and SET … TO DEFAULT (no value), RESET ALL (no name either): the
// settings that may be set are a closed list (sim/sql/settings.h); the binder refuses others.
struct SetSetting {
  std::string name;
  std::optional<std::string> value;  // in its canonical form
  bool local = false;
};

// The result is one row: the setting, as `shown_value` prints it.
struct ShowSetting {
  std::string name;
};

// DISCARD: what a session has left behind. Of what there is here, ALL means the settings, the
// advisory locks and what currval remembers.
struct Discard {
  enum class What : std::uint8_t { all, plans, sequences, temporary } what = What::all;
};

}  // namespace racewindow
