// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/digest.h"
#include "sim/sql/statement.h"
#include "sim/sql/value.h"
#include "sim/store/memory/lock.h"

namespace racewindow::memory {

// A call that waits, as data. It goes on by running again from its start, on the snapshot it has:
// whatever it did to the database before, and what that answered, it reads from the journal instead
// of doing it again, until the journal is used up where it had to wait.
struct Suspended {
  std::vector<const Statement*> statements;
  std::vector<std::vector<Value>> params;
  std::size_t running = 0;             // which of the statements waits
  std::int64_t affected = 0;           // by those before it
  std::vector<std::uint64_t> journal;  // of that one
  std::optional<LockTag> waited_for;   // else it sleeps
  Digest digest;                       // of all that, rows by their content
  std::string awaited;                 // for people: "transaction", "advisory lock 42"
  std::optional<Timestamp> until;      // pg_sleep
  Timestamp statement_start;
  Timestamp wait_start;
};

}  // namespace racewindow::memory
