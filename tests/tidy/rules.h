// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/tidy/source_file.h"

namespace racewindow::tidy {

// One place where a rule is broken, as compilers print it: "path:line: what to do about it".
struct Finding {
  std::string path;
  std::size_t line = 0;  // from 1
  std::string message;
};

// A rule of the project's style that a machine can check. A rule looks at one file at a time,
// except `sources-are-built`, and decides for itself which files it is about.
struct Rule {
  std::string_view name;
  std::vector<Finding> (*check)(std::span<const SourceFile> tree);
};

// All rules; names are unique.
[[nodiscard]] std::span<const Rule> rules();

inline constexpr std::size_t kLinesMax = 400;
inline constexpr std::size_t kColumnsMax = 100;

}  // namespace racewindow::tidy
