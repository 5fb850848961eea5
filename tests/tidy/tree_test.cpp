// SPDX-License-Identifier: Apache-2.0
// The tree itself, held to every rule; that each rule can fail is in rules_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/tidy/rules.h"
#include "tests/tidy/source_file.h"

namespace racewindow::tidy {
namespace {

const std::vector<SourceFile>& tree() {
  static const std::vector<SourceFile> files = read_tree(RACEWINDOW_SOURCE_DIR);
  return files;
}

class Tree : public testing::TestWithParam<Rule> {};

TEST_P(Tree, follows) {
  for (const Finding& finding : GetParam().check(tree())) {
    ADD_FAILURE_AT(finding.path.c_str(), static_cast<int>(finding.line)) << finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(, Tree, testing::ValuesIn(rules().begin(), rules().end()),
                         [](const testing::TestParamInfo<Rule>& rule) {
                           std::string name(rule.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(TreeReader, finds_sources_of_every_folder) {
  for (const char* path : {".ci/run", "CMakeLists.txt", "README.md", "docs/architecture.md",
                           "scenarios/run.sh", "sim/digest.h", "tests/tidy/tree_test.cpp"}) {
    EXPECT_EQ(std::ranges::count(tree(), path, &SourceFile::path), 1) << path;
  }
}

}  // namespace
}  // namespace racewindow::tidy
