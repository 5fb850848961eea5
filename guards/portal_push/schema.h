// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace racewindow::portal_push {

// The tables that every design uses: the columns of schema.sql that the guard depends on.
[[nodiscard]] std::vector<std::string> database_schema();

// The one table that a lease needs beside them.
[[nodiscard]] std::vector<std::string> lease_schema();

// What lies outside the database: for each account the trees that SCHEMA.md and data-portal.json
// give it, one version after another, and in `exposure` the version in force. `walked` marks every
// version that some push has walked, so that the complete trees can be asked for. Position 0 is the
// account's own directory, which is there in an empty tree too.
[[nodiscard]] std::vector<std::string> file_system_schema();

}  // namespace racewindow::portal_push
