// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/spec_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/spec/read_spec.h"

namespace racewindow {
namespace {

constexpr std::array<std::string_view, 6> kKeywords = {"notices", "permutation", "session",
                                                       "setup",   "step",        "teardown"};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_name(char c) {
  return starts_name(c) || is_digit(c) || c == '$';
}
bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

}  // namespace

char SpecScanner::advance() {
  const char c = text_[at_++];
  if (c == '\n') {
    ++place_.line;
    place_.column = 1;
  } else if (at_end() || !continues_character(text_[at_])) {
    ++place_.column;
  }
  return c;
}

template <class Accept>
std::string SpecScanner::take_while(Accept accept) {
  const std::size_t from = at_;
  while (!at_end() && accept(text_[at_])) advance();
  return std::string(text_.substr(from, at_ - from));
}

void SpecScanner::skip_blanks_and_comments() {
  while (!at_end()) {
    if (text_[at_] == '#') {
      const SpecPlace place = place_;
      advance();
      comments_.push_back({take_while([](char c) { return c != '\n' && c != '\r'; }), place});
    } else if (is_blank(text_[at_]) || text_[at_] == '\n') {
      advance();
    } else {
      return;
    }
  }
}

SpecToken SpecScanner::next() {
  skip_blanks_and_comments();
  const SpecPlace place = place_;
  if (at_end()) return {SpecToken::Kind::end, "", place};
  const char c = text_[at_];
  if (starts_name(c)) {
    std::string name = take_while(continues_name);
    const bool keyword = std::ranges::find(kKeywords, name) != kKeywords.end();
    return {keyword ? SpecToken::Kind::keyword : SpecToken::Kind::name, std::move(name), place};
  }
  if (is_digit(c)) return {SpecToken::Kind::integer, take_while(is_digit), place};
  advance();
  if (c == '"') return quoted_name(place);
  if (c == '{') return block(place);
  if (std::string_view(",()*").find(c) != std::string_view::npos) {
    return {SpecToken::Kind::punctuation, std::string(1, c), place};
  }
  throw BadSpec(place, fmt::format("unexpected character \"{}\"", c));
}

SpecToken SpecScanner::quoted_name(SpecPlace place) {
  std::string name;
  while (true) {
    if (at_end()) throw BadSpec(place, "unterminated quoted name");
    if (text_[at_] == '\n') throw BadSpec(place_, "unexpected newline in quoted name");
    const char c = advance();
    if (c == '"') {
      const bool doubled = !at_end() && text_[at_] == '"';
      if (!doubled) return {SpecToken::Kind::name, std::move(name), place};
      advance();
    }
    name += c;
  }
}

SpecToken SpecScanner::block(SpecPlace place) {
  take_while(is_blank);
  const SpecPlace first = place_;
  std::string sql = take_while([](char c) { return c != '}'; });
  if (at_end()) throw BadSpec(place, "unterminated SQL block");
  advance();
  while (!sql.empty() && is_blank(sql.back())) sql.pop_back();
  return {SpecToken::Kind::block, std::move(sql), place, first};
}

}  // namespace racewindow
