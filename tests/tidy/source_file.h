// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace racewindow::tidy {

// A text file of the tree, as rules look at it.
struct SourceFile {
  std::string path;                // relative to the root, with '/'
  std::vector<std::string> lines;  // without their newlines
  std::vector<std::string> code;   // the same lines, comments and the insides of literals blanked
  bool ends_with_newline = true;   // or is empty

  [[nodiscard]] bool is_cpp() const;    // .h and .cpp
  [[nodiscard]] bool is_shell() const;  // .sh and .ci/run
  [[nodiscard]] bool is_cmake() const;
  [[nodiscard]] bool is_under(std::string_view folder) const;  // "sim/"
};

[[nodiscard]] SourceFile make_source_file(std::string path, std::string_view text);

// Every C++, shell, CMake and Markdown file of the tree, sorted by path; build folders are not
// entered. Throws std::filesystem::filesystem_error when a folder of the layout is missing.
[[nodiscard]] std::vector<SourceFile> read_tree(const std::filesystem::path& root);

}  // namespace racewindow::tidy
