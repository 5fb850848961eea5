// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "sim/sql/error.h"
#include "sim/store/memory/storage.h"

namespace racewindow::memory {

// The timers of a session, by its settings: statement_timeout, lock_timeout and the end of pg_sleep
// while its statement waits, idle_in_transaction_session_timeout between statements, and
// deadlock_timeout (PostgreSQL 15 manual, 20.11 and 20.12).

// When time alone will end the session's wait, or the session; null: never.
[[nodiscard]] std::optional<Timestamp> next_timer(const Storage& storage, std::uint32_t session);
// The error that a suspended statement ends with, its timer being due; null: none is.
[[nodiscard]] const SqlError* expired(const Storage& storage, std::uint32_t session);
// Whether the session has been idle in its transaction for too long.
[[nodiscard]] bool idle_too_long(const Storage& storage, std::uint32_t session);
// When the suspended session looks for a deadlock.
[[nodiscard]] Timestamp deadlock_timer(const Storage& storage, std::uint32_t session);

}  // namespace racewindow::memory
