// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/session.h"

namespace racewindow::operation_lock {

// Runs the statements of a function in the database, which are one transaction: how many rows they
// changed.
using Rpc = std::int64_t (*)(Session& db, const std::vector<Session::Command>& statements);

// As PostgREST is asked for it: one request.
[[nodiscard]] std::int64_t call_rpc(Session& db, const std::vector<Session::Command>& statements);

// The same transaction statement by statement, on a connection that keeps it: what a server may do
// for others in between can be explored.
[[nodiscard]] std::int64_t step_through_rpc(Session& db,
                                            const std::vector<Session::Command>& statements);

}  // namespace racewindow::operation_lock
