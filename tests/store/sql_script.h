// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/sql/value.h"

namespace racewindow {

// One statement, or several that run as one atomic batch, and what each store shall answer.
struct ScriptBlock {
  std::size_t line = 0;  // of its first statement
  std::vector<std::string> statements;
  std::vector<Value> params;
  std::string expected;                            // of every store not named below
  std::map<std::string, std::string> expected_of;  // by name of the store: where stores differ

  [[nodiscard]] const std::string& expected_from(std::string_view store) const;
};

// A script that runs on every store. Blocks are separated by blank lines; `#` starts a comment
// line. The blocks before the line `begin` are the setup, a statement each. Each block after it is
//
//     INSERT INTO t VALUES ($1, $2)      one statement or, with semicolons, an atomic batch
//     params 1, 'x'                      optional: integers, 'texts', true, false, null
//     ----                               what outcome_text prints (tests/store/outcome_text.h)
//     + t (1, 'x')
//     1 affected
//     ---- sqlite                        optional: what this store answers instead
//     ERROR 23505
struct SqlScript {
  std::vector<std::string> setup;
  std::vector<ScriptBlock> blocks;
};

// Throws std::runtime_error with file and line for a script that is not of this form.
[[nodiscard]] SqlScript read_script(const std::filesystem::path& file);

}  // namespace racewindow
