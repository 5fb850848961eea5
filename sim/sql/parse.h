// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "sim/sql/error.h"

namespace racewindow {

// The text that a parse tree was made from: turns its byte offsets into places that people find.
class Source {
 public:
  explicit Source(std::string_view text) : text_(text) {}
  // "line 2, column 14", both from 1, columns in characters.
  [[nodiscard]] std::string place(std::size_t offset) const;
  // Offset of the last occurrence of a word, whatever its case; `otherwise` where there is none.
  [[nodiscard]] std::size_t find_word(std::string_view word, std::size_t otherwise) const;
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// Offset of the first character from `at` on that is neither blank nor in a comment.
[[nodiscard]] std::size_t skip_blanks(std::string_view text, std::size_t at);

// Parses with libpg_query (PostgreSQL 15's grammar). Result: its JSON tree, an object with the
// array "stmts", or the server's syntax error.
[[nodiscard]] std::variant<nlohmann::json, SqlError> parse(std::string_view text);

}  // namespace racewindow
