// SPDX-License-Identifier: Apache-2.0
// The scripts of tests/sql_scripts on every store: rows, counts, SQLSTATEs and row changes are as
// written there, and where a script names no difference, all stores hold the same rows afterwards.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <vector>

#include "sim/store/open_store.h"
#include "tests/store/outcome_text.h"
#include "tests/store/sql_script.h"

namespace racewindow {
namespace {

constexpr std::string_view kStores[] = {"memory", "sqlite"};

std::vector<std::filesystem::path> script_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(RACEWINDOW_SQL_SCRIPTS)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class SameSql : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(SameSql, GivesTheAnswersOfTheScript) {
  const SqlScript script = read_script(GetParam());
  ASSERT_FALSE(script.blocks.empty());
  for (const std::string_view name : kStores) {
    const auto store = open_store(name, script.setup);
    for (const ScriptBlock& block : script.blocks) {
      EXPECT_EQ(answer_text(*store, block.statements, block.params), block.expected_from(name))
          << GetParam().string() << ":" << block.line << ": on " << name;
    }
  }
}

TEST_P(SameSql, LeavesTheSameRows) {
  const SqlScript script = read_script(GetParam());
  const auto memory = open_store("memory", script.setup);
  const auto sqlite = open_store("sqlite", script.setup);
  for (const ScriptBlock& block : script.blocks) {
    if (!block.expected_of.empty()) continue;
    std::ignore = answer_text(*memory, block.statements, block.params);
    std::ignore = answer_text(*sqlite, block.statements, block.params);
    ASSERT_EQ(content_text(*memory), content_text(*sqlite))
        << GetParam().string() << ":" << block.line;
  }
}

INSTANTIATE_TEST_SUITE_P(Scripts, SameSql, testing::ValuesIn(script_files()),
                         [](const auto& script) { return script.param.stem().string(); });

}  // namespace
}  // namespace racewindow
