// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "sim/sql/error.h"
#include "sim/sql/eval.h"
#include "sim/sql/statement.h"
#include "sim/store/memory/effects.h"
#include "sim/store/memory/storage.h"
#include "sim/store/store.h"

namespace racewindow::memory {

// The error of a definition that cannot be part of a transaction block; null: it can.
[[nodiscard]] const SqlError* refused_in_block(const Statement& statement);

// The tables that it locks first, and how (PostgreSQL 15 manual, 13.3.1).
[[nodiscard]] std::vector<std::pair<const Table*, LockMode>> tables_to_lock(
    const Statement& statement);

// Carries out CREATE, ALTER, DROP and TRUNCATE of tables, indexes, sequences and schemas, whose
// locks the command holds. Throws SqlError where rows do not fit.
void define(Storage& storage, Effects& effects, const Command& command, const Statement& statement,
            const EvalContext& base, Outcome& outcome);

}  // namespace racewindow::memory
