// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Text for a terminal with fixed columns. Whatever comes from a guard, a table or a file goes
// through `escaped` first; the other functions take such text.
namespace racewindow {

// No line of a report is wider, but a replay line, which is pasted whole.
inline constexpr std::size_t kReportWidth = 100;

// What cannot be shown safely is written out: control characters as \n or \x1b, bytes that are not
// UTF-8 as \xff, invisible characters and those that reorder text as \u202e.
[[nodiscard]] std::string escaped(std::string_view bytes);
// Only the bytes that are not UTF-8 are written out: text that JSON can carry.
[[nodiscard]] std::string valid_utf8(std::string_view bytes);

// Columns on a terminal; wide (East Asian, emoji) characters take two, combining marks none.
[[nodiscard]] std::size_t display_width(std::string_view text);

// At most `width` columns; what was cut is shown as "…". Requires: width >= 1.
[[nodiscard]] std::string cut(std::string_view text, std::size_t width);
// The end of the text instead of its beginning.
[[nodiscard]] std::string cut_front(std::string_view text, std::size_t width);
// Filled with blanks to `width` columns; longer text stays as it is.
[[nodiscard]] std::string pad(std::string_view text, std::size_t width);
[[nodiscard]] std::string pad_front(std::string_view text, std::size_t width);

// Lines of at most `width` columns, broken at blanks, and inside a word only where it is longer
// than a line. At least one line. Requires: width >= 2.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t width);

// The text escaped and wrapped to the width of a report, each line ended; the first is indented by
// `first` columns, the others by `further`.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t first, std::size_t further);

// 12870 as 12,870.
[[nodiscard]] std::string grouped(std::uint64_t number);
// As a word of a command for a POSIX shell: in quotes where it needs them.
[[nodiscard]] std::string shell_word(std::string_view text);

// With a full stop, where it has no end of its own.
[[nodiscard]] std::string sentence(std::string_view text);

// "1 step", "2 steps".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace racewindow
