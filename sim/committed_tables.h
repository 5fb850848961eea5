// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/result.h"
#include "sim/sql/statement.h"
#include "sim/store/store.h"

namespace racewindow {

// A table as traces name it: with its schema where that is not the default one.
[[nodiscard]] std::string traced_name(const Table& table);

// The committed rows of every table of a store, as a fresh session sees them, one moment after the
// other. Rows come by primary key where there is one, else by all cells; NULL is last.
class CommittedTables {
 public:
  explicit CommittedTables(Store& store);

  [[nodiscard]] const std::vector<TraceTable>& tables() const { return tables_; }
  // Looks again. Result: the tables that are not as they were at the last look; one that has gone
  // has neither columns nor rows.
  [[nodiscard]] std::vector<TraceTable> look_again();

 private:
  [[nodiscard]] std::vector<TraceTable> read() const;

  Store* store_;
  Digest seen_;
  std::vector<TraceTable> tables_;  // by name
};

}  // namespace racewindow
