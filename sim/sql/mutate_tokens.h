// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace racewindow {

// A word, number, quoted text, operator or bracket: bytes [begin, end) of the text it stands in.
struct Token {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t depth = 0;  // brackets that are open around it; those of a pair have the same
  std::string_view text;  // into the text that was scanned

  // A keyword, whatever its case.
  [[nodiscard]] bool is(std::string_view word) const;
};

// The tokens of a text by libpg_query's scanner, without comments. Requires: a text that parses.
[[nodiscard]] std::vector<Token> scan(std::string_view text);

}  // namespace racewindow
