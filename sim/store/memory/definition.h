// SPDX-License-Identifier: Apache-2.0
#pragma once

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

// definition_locks.cpp: the tables that it locks first, and how.
[[nodiscard]] std::vector<TableLock> tables_to_lock(const Statement& statement,
                                                    const Catalog& catalog);

// Carries out CREATE, ALTER, DROP and TRUNCATE of tables, indexes, sequences and schemas, whose
// locks the command holds. Throws SqlError where rows do not fit.
void define(Storage& storage, Effects& effects, const Command& command, const Statement& statement,
            const EvalContext& base, Outcome& outcome);

}  // namespace racewindow::memory
