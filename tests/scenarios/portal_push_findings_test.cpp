// SPDX-License-Identifier: Apache-2.0
//
// The findings are text for people; their replay lines must go on showing what the text says.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

// A replay line in a finding, with the property named last before it.
struct Shown {
  std::string file;
  std::string property;
  std::string line;
};

std::set<std::string> property_names() {
  std::set<std::string> names;
  for (const ScenarioEntry& entry : catalog().entries()) {
    for (const Property& property : entry.build(defaults_of(entry)).properties) {
      names.insert(property.info.name);
    }
  }
  return names;
}

// The words of a text that stand in backquotes.
std::vector<std::string> quoted_words(const std::string& text) {
  std::vector<std::string> words;
  std::size_t open = text.find('`');
  while (open != std::string::npos) {
    const std::size_t close = text.find('`', open + 1);
    if (close == std::string::npos) break;
    words.push_back(text.substr(open + 1, close - open - 1));
    open = text.find('`', close + 1);
  }
  return words;
}

std::set<std::filesystem::path> findings() {
  std::set<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(RACEWINDOW_FINDINGS_DIR)) {
    if (file.path().filename() != "README.md") files.insert(file.path());
  }
  return files;
}

std::vector<Shown> lines_in_findings() {
  const std::set<std::string> names = property_names();
  std::vector<Shown> shown;
  for (const auto& path : findings()) {
    std::ifstream in(path);
    std::string property;
    for (std::string text; std::getline(in, text);) {
      const std::size_t line = text.find("rw1:");
      if (line != std::string::npos) {
        shown.push_back({path.filename(), property, text.substr(line)});
        continue;
      }
      for (const std::string& word : quoted_words(text)) {
        if (names.contains(word)) property = word;
      }
    }
  }
  return shown;
}

TEST(Findings, each_replay_line_breaks_the_property_named_above_it) {
  const std::vector<Shown> all = lines_in_findings();
  std::set<std::string> files;
  for (const Shown& shown : all) {
    SCOPED_TRACE(shown.file + ": " + shown.line);
    EXPECT_THAT(follow(shown.line).violated(), ::testing::Contains(shown.property));
    files.insert(shown.file);
  }
  EXPECT_EQ(files.size(), findings().size()) << "each finding has a replay line";
}

TEST(Findings, are_expected_violations_whose_reason_is_given) {
  for (const Shown& shown : lines_in_findings()) {
    SCOPED_TRACE(shown.file + ": " + shown.line);
    const ReplayLine line = parse_replay_line(shown.line);
    const Scenario scenario = catalog().find(line.scenario)->build(Parameters(line.parameters));
    for (const Property& property : scenario.properties) {
      if (property.info.name != shown.property) continue;
      EXPECT_EQ(property.expected, Verdict::violated);
      EXPECT_THAT(property.why, ::testing::HasSubstr("finding " + shown.file.substr(0, 2)));
    }
  }
}

}  // namespace
}  // namespace racewindow::testing
