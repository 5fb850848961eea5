// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

#include "sim/store/store.h"

namespace racewindow {

// Runs DDL and seed statements in order on a store that was just made. `create_table` carries out
// CREATE TABLE where execute() does not, called only for tables that are not there yet. Throws
// Broken("setup") with the text of a statement that fails.
void run_setup(Store& store, std::span<const std::string> setup,
               const std::function<void(const CreateTable&)>& create_table = nullptr);

}  // namespace racewindow
