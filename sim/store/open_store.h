// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sim/store/store.h"

namespace racewindow {

// The store of that name ("memory", "sqlite"), empty but for what the statements of `setup` (DDL,
// then seed data) put into it. Throws Broken("unsupported") for an unknown name, Broken("setup")
// for a statement that fails.
[[nodiscard]] std::unique_ptr<Store> open_store(std::string_view name,
                                                std::span<const std::string> setup,
                                                const StoreOptions& options = {});

// What a store's answers are those of: "PostgreSQL" 15, as the memory store has it, or the SQLite
// that is linked. Requires: a name that open_store knows.
struct StoreVersion {
  std::string name;
  std::string version;
};
[[nodiscard]] StoreVersion store_version(std::string_view name);

}  // namespace racewindow
