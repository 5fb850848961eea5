// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "sim/sql/statement.h"
#include "sim/store/sqlite/native.h"

namespace racewindow {

// A bound statement as SQLite prepared it, with what each run of it needs to know.
struct Prepared {
  NativeStatement native;
  std::vector<int> positions;  // of $1, $2 … among SQLite's own, 0 where the text does not use it
  std::vector<Value> bound;    // to $1, $2 …: SQLite keeps them from run to run
  std::vector<std::size_t> sorted_by;  // result columns of an ORDER BY that leaves something open
  bool counts = false;                 // inserts into a table that has an identity column
};

// Requires: a statement that reads or writes rows.
// Throws Broken("unsupported") for what SQLite cannot prepare or would not answer the same in two
// states of equal digest.
[[nodiscard]] Prepared prepare_statement(sqlite3* database, const Statement& statement);

}  // namespace racewindow
