// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace racewindow {

// The characters that the parts of a replay line are made of, whatever the locale.
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
[[nodiscard]] constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
[[nodiscard]] constexpr bool is_kebab(char c) {
  return is_lower(c) || is_digit(c) || c == '-';
}
[[nodiscard]] constexpr bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f');
}
// As messages show it: 'x', or byte 0x0a.
[[nodiscard]] std::string shown(char c);

// Reads one part of a replay line from its beginning. Every failure throws BadReplayLine, with the
// part's name, the byte in the whole line, what was expected and what was seen.
class PartReader {
 public:
  // `offset`: where the part begins in the line.
  PartReader(std::string_view part, std::string_view text, std::size_t offset)
      : part_(part), text_(text), offset_(offset) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::string_view since(std::size_t start) const {
    return text_.substr(start, at_ - start);
  }
  [[nodiscard]] std::string_view whole() const { return text_; }

  bool skip(char c);
  void expect(char c);
  void expect_end(std::string_view expected);
  std::string_view take_while(bool (*belongs)(char));
  std::string_view take_name(std::string_view expected);
  char take_letter();
  // A decimal integer in its shortest form.
  std::int64_t take_integer(std::int64_t min, std::int64_t max, std::string_view expected);

  [[noreturn]] void fail_here(std::string_view expected) const;
  [[noreturn]] void fail_at(std::size_t at, std::string_view expected, std::string_view seen) const;

 private:
  std::string_view part_;
  std::string_view text_;
  std::size_t offset_;
  std::size_t at_ = 0;
};

}  // namespace racewindow
