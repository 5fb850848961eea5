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

}  // namespace racewindow
