// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace racewindow::operation_lock {

// The tables that every design uses: pointers, derived rows and results, with the columns that the
// flow depends on. `operation_id` names the operation that a row comes from.
[[nodiscard]] std::vector<std::string> database_schema();

// Migration #121, without its row-level security.
[[nodiscard]] std::string lock_migration();

// What lies outside the database: the files that were uploaded, with the number of parts a parser
// finds in them; the copies that operations have ingested; and per API instance whether its schema
// cache knows the lock table.
[[nodiscard]] std::vector<std::string> outside_schema();

}  // namespace racewindow::operation_lock
