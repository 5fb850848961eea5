// SPDX-License-Identifier: Apache-2.0
#include "reports/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <wchar.h>

#include <clocale>
#include <string>
#include <vector>

namespace racewindow {
namespace {

std::string utf8(char32_t c) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xc0 | (c >> 6)), byte(0x80 | (c & 0x3f))};
  if (c < 0x10000) {
    return {byte(0xe0 | (c >> 12)), byte(0x80 | ((c >> 6) & 0x3f)), byte(0x80 | (c & 0x3f))};
  }
  return {byte(0xf0 | (c >> 18)), byte(0x80 | ((c >> 12) & 0x3f)), byte(0x80 | ((c >> 6) & 0x3f)),
          byte(0x80 | (c & 0x3f))};
}

TEST(Escaped, code_points_that_are_no_characters_are_written_out) {
  // Which XML 1.0 does not allow either.
  EXPECT_EQ(escaped("a\uFFFEb\uFFFFc"), "a\\ufffeb\\uffffc");
}

TEST(Text, escapes_what_is_not_safe_to_print) {
  EXPECT_EQ(escaped("a\nb\tc\rd\x1b[0m\x7f"), "a\\nb\\tc\\rd\\x1b[0m\\x7f");
  EXPECT_EQ(escaped(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(escaped("\xff\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80"),
            "\\xff\\xc0\\x80\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(escaped("\u202eabc\u200b\u0085\U000e0041"), "\\u202eabc\\u200b\\u0085\\U000e0041");
  EXPECT_EQ(escaped("Zoë 漢字 😀"), "Zoë 漢字 😀");
}

TEST(Text, a_character_cut_short_is_written_out) {
  EXPECT_EQ(escaped("a\xe6\xbc"), "a\\xe6\\xbc");
  EXPECT_EQ(valid_utf8("\n\xe6\xbc"), "\n\\xe6\\xbc");
}

// glibc's table is the reference; ours may only be wider, so that no line is longer than thought.
TEST(Text, no_character_is_narrower_than_glibc_says) {
  ASSERT_NE(std::setlocale(LC_CTYPE, "C.UTF-8"), nullptr);
  for (char32_t c = 0x20; c <= 0x10ffff; ++c) {
    const int reference = ::wcwidth(static_cast<wchar_t>(c));
    if (reference < 0) continue;
    const std::size_t ours = display_width(escaped(utf8(c)));
    EXPECT_GE(ours, static_cast<std::size_t>(reference)) << std::hex << static_cast<unsigned>(c);
  }
  std::setlocale(LC_CTYPE, "C");
}

TEST(Text, cuts_by_columns_not_bytes) {
  EXPECT_EQ(cut("漢字漢字", 8), "漢字漢字");
  EXPECT_EQ(cut("漢字漢字", 7), "漢字漢…");
  EXPECT_EQ(cut("漢字漢字", 6), "漢字…");
  EXPECT_EQ(cut_front("a/long/path.cpp:12", 12), "…path.cpp:12");
  EXPECT_EQ(pad("漢", 4), "漢  ");
  EXPECT_EQ(pad_front("漢", 4), "  漢");
}

TEST(Text, wraps_at_blanks) {
  EXPECT_EQ(wrap("", 5), std::vector<std::string>{""});
  EXPECT_EQ(wrap("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrap("abcdefgh ij", 4), (std::vector<std::string>{"abcd", "efgh", "ij"}));
}

TEST(Text, no_wrapped_line_is_too_wide_and_nothing_but_blanks_is_lost) {
  EXPECT_TRUE(rc::check([](const std::string& bytes) {
    const std::string text = escaped(bytes + " 漢字 漢字漢字漢字");
    const auto width = static_cast<std::size_t>(*rc::gen::inRange(2, 20));
    std::string joined;
    for (const std::string& line : wrap(text, width)) {
      RC_ASSERT(display_width(line) <= width);
      joined += line;
    }
    std::string wanted = text;
    std::erase(wanted, ' ');
    std::erase(joined, ' ');
    RC_ASSERT(joined == wanted);
  }));
}

TEST(Text, a_word_for_a_shell_is_quoted_where_it_has_to_be) {
  EXPECT_EQ(shell_word("specs/lost-update_1.spec"), "specs/lost-update_1.spec");
  EXPECT_EQ(shell_word("a b.spec"), "'a b.spec'");
  EXPECT_EQ(shell_word("it's.spec"), "'it'\\''s.spec'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Text, counts_read_like_prose) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(12'870), "12,870");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(0, "step"), "0 steps");
}

}  // namespace
}  // namespace racewindow
