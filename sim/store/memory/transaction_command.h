// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/sql/bound.h"
#include "sim/sql/error.h"
#include "sim/store/memory/storage.h"

namespace racewindow::memory {

// BEGIN, COMMIT, ROLLBACK and savepoints, as the server takes them in each state of the session's
// transaction. What it only warns of (BEGIN within a transaction, COMMIT outside) changes nothing.
// Returns null, or the error; after an error within a transaction the caller lets it fail.
[[nodiscard]] const SqlError* run_transaction_command(Storage& storage, std::uint32_t session,
                                                      const TransactionCommand& command);

// 25P02: the answer to every other command in a transaction that has failed.
[[nodiscard]] const SqlError& transaction_is_aborted();

}  // namespace racewindow::memory
