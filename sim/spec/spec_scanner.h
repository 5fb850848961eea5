// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/spec/spec.h"

namespace racewindow {

// A word of a spec file. A keyword is a plain name that the grammar knows: quoted, it is a name.
struct SpecToken {
  enum class Kind : std::uint8_t { keyword, name, block, integer, punctuation, end };
  Kind kind = Kind::end;
  std::string text;  // a name without its quotes, a block without its braces
  SpecPlace place;
  SpecPlace content{};  // of a block: where its text begins
};

// Splits a spec file into words, as PostgreSQL 15's specscanner.l does. Comments are put aside.
class SpecScanner {
 public:
  explicit SpecScanner(std::string_view text) : text_(text) {}

  // The next word; `end` at the end, again and again. Throws BadSpec.
  [[nodiscard]] SpecToken next();
  // Those that next() has passed.
  [[nodiscard]] std::vector<SpecComment>& comments() { return comments_; }

 private:
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  char advance();
  void skip_blanks_and_comments();
  SpecToken quoted_name(SpecPlace place);
  SpecToken block(SpecPlace place);
  template <class Accept>
  std::string take_while(Accept accept);

  std::string_view text_;
  std::size_t at_ = 0;
  SpecPlace place_;
  std::vector<SpecComment> comments_;
};

}  // namespace racewindow
