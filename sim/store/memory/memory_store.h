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
// Limits: SERIALIZABLE is Broken("unsupported"). Definitions (CREATE, ALTER, DROP) are undone with
// their transaction, but other sessions see them at once, not from its commit on.
[[nodiscard]] std::unique_ptr<Store> make_memory_store(std::span<const std::string> setup,
                                                       const StoreOptions& options = {});

}  // namespace racewindow
