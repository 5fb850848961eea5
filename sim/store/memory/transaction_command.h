// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/sql/bound.h"
#include "sim/sql/error.h"
#include "sim/store/memory/storage.h"
#include "sim/store/store.h"

namespace racewindow::memory {

// BEGIN, COMMIT, ROLLBACK, savepoints and SET TRANSACTION, as the server takes them in each state
// of the session's transaction; what it only warns of becomes a notice. `isolation`: of a
// transaction that states none.
// Returns null, or the error; after an error within a transaction the caller lets it fail.
[[nodiscard]] const SqlError* run_transaction_command(Storage& storage, std::uint32_t session,
                                                      const TransactionCommand& command,
                                                      IsolationLevel isolation, Outcome& outcome);

// 25P01: LOCK TABLE as a statement of its own would let the lock go at once.
[[nodiscard]] const SqlError& lock_needs_transaction();

// 25P02: the answer to every other command in a transaction that has failed.
[[nodiscard]] const SqlError& transaction_is_aborted();

}  // namespace racewindow::memory
