// SPDX-License-Identifier: Apache-2.0
// What the documents show of the program is what it prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace racewindow {
namespace {

// A document's first command (an indented line that begins with the program's name), and the blocks
// of text after it.
struct Shown {
  std::string command;
  std::vector<std::string> blocks;
};

Shown shown_in(const std::string& document) {
  constexpr std::string_view kCommand = "    racewindow ";
  std::ifstream file(std::string(RACEWINDOW_ROOT) + "/" + document);
  Shown shown;
  bool in_block = false;
  for (std::string line; std::getline(file, line);) {
    if (in_block) {
      in_block = line != "```";
      if (in_block) shown.blocks.back() += line + "\n";
    } else if (shown.command.empty()) {
      if (line.starts_with(kCommand)) shown.command = line.substr(kCommand.size());
    } else if (line == "```text") {
      in_block = true;
      shown.blocks.emplace_back();
    }
  }
  return shown;
}

std::string output_of(const std::string& command) {
  const std::string whole = std::string(RACEWINDOW_PROGRAM) + " " + command;
  std::FILE* const pipe = ::popen(whole.c_str(), "r");
  std::string output;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    output.append(buffer.data(), count);
  }
  EXPECT_EQ(::pclose(pipe), 0) << whole;
  return output;
}

std::string without_empty_lines(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) kept += line + "\n";
  }
  return kept;
}

TEST(Docs, the_readme_shows_a_counterexample_as_it_is_printed) {
  const Shown shown = shown_in("README.md");
  ASSERT_FALSE(shown.blocks.empty());
  EXPECT_EQ(output_of(shown.command), shown.blocks.front());
}

TEST(Docs, reading_a_trace_shows_a_violation_in_pieces_with_nothing_left_out) {
  const Shown shown = shown_in("docs/reading-a-trace.md");
  std::string whole;
  for (const std::string& block : shown.blocks) whole += block;
  ASSERT_NE(whole, "");
  EXPECT_THAT(without_empty_lines(output_of(shown.command)),
              ::testing::HasSubstr(without_empty_lines(whole)));
}

}  // namespace
}  // namespace racewindow
