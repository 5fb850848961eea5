// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/sql/bound.h"
#include "sim/sql/error.h"

namespace racewindow {

enum class Verb : std::uint8_t {
  select,
  insert,
  update,
  remove,
  transaction,
  create_table,
  lock_table,
  truncate,
  set,
  show,
  discard,
  drop_table,
  alter_table,
  create_index,
  drop_index,
  create_schema,
  drop_schema,
  create_sequence,
  drop_sequence,
};
[[nodiscard]] std::string_view verb_name(Verb verb);  // "SELECT" … "DELETE", "BEGIN" … for traces

// One SQL statement, parsed and bound once per text against one catalog; immutable.
struct Statement {
  std::size_t index = 0;  // dense within its cache: stores keep their own data by it
  std::string text;
  Verb verb = Verb::select;
  const Table* target = nullptr;    // the table written, or null
  std::vector<const Table*> reads;  // every table whose rows can decide result or effect
  std::vector<TableLock> locks;     // of a query or a change of rows, in the server's order
  std::vector<Type> param_types;    // $1 … $n as inferred; values are cast to these when executed
  std::vector<OutputColumn> columns;  // of the result rows; empty where there are none
  bool uses_clock = false;            // now() or clock_timestamp() occurs in it
  // It locks rows, or calls a function that acts on the store: a SELECT that does is no pure read.
  bool has_side_effects = false;
  std::vector<Cte> ctes;  // WITH, in order: each may read those before it
  // May return several rows in an order that no ORDER BY decides (one that leaves ties does not).
  bool unordered = false;
  // A LIMIT in it takes some of several rows in no stated order: what it returns or changes is the
  // engine's choice. Always unordered as well.
  bool open_choice = false;
  std::variant<Select, Insert, Update, Delete, TransactionCommand, CreateTable, LockTable, Truncate,
               SetSetting, ShowSetting, Discard, DropTable, AlterTable, CreateIndex, DropIndex,
               CreateSchema, DropSchema, CreateSequence, DropSequence>
      bound;
};

// Parses (libpg_query, PostgreSQL 15's grammar) and binds one statement.
//
// Result: the statement, or the error that a server would give for this text (syntax error, unknown
// table or column, type mismatch) with PostgreSQL's SQLSTATE and message.
// Throws Broken("unsupported") for what the simulator does not support, naming the construct with
// its line and column in the text. More than one statement in the text: 42601, as in the extended
// protocol.
[[nodiscard]] std::variant<Statement, SqlError> bind_statement(const Catalog& catalog,
                                                               std::string_view text);

// Splits a script at its top-level semicolons (libpg_query's scanner); comments and blanks are
// dropped.
[[nodiscard]] std::vector<std::string> split_statements(std::string_view script);

// Binds each text once for each version of the catalog. A text that failed is tried again each
// time.
class StatementCache {
 public:
  explicit StatementCache(const Catalog& catalog) : catalog_(&catalog) {}
  // The statement lives as long as the cache. Amortised one lookup by interned text.
  [[nodiscard]] std::variant<const Statement*, SqlError> prepare(std::string_view text);

 private:
  struct Entry {
    const Text* text;
    std::uint64_t version;  // of the catalog, when it was bound
    const Statement* statement;
  };

  const Catalog* catalog_;
  std::vector<std::unique_ptr<const Statement>> statements_;
  std::vector<Entry> entries_;  // sorted by digest of the text, then version
};

// Whether the statement changes the catalog, or which rows tables have as a whole.
[[nodiscard]] bool is_definition(const Statement& statement);

// The DDL that creates this table in SQLite 3.40: bigint, integer, boolean and timestamptz as
// INTEGER, the rest as TEXT; keys, NOT NULL, CHECK and DEFAULT as in the bound form; STRICT tables.
[[nodiscard]] std::string sqlite_ddl(const Table& table);

}  // namespace racewindow
