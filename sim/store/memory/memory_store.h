// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "sim/store/store.h"

namespace racewindow {

// The default store: tables in memory, multi-version, PostgreSQL 15's semantics, with checkpoints.
// `setup` is CREATE TABLE and seed statements, one per text, run in order; one that fails throws
// Broken("setup").
// Limits: SERIALIZABLE is Broken("unsupported"). A column that is added or dropped moves the rows:
// a REPEATABLE READ transaction with an older snapshot sees the table empty.
[[nodiscard]] std::unique_ptr<Store> make_memory_store(std::span<const std::string> setup,
                                                       const StoreOptions& options = {});

}  // namespace racewindow
