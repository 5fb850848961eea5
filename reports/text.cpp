// SPDX-License-Identifier: Apache-2.0
#include "reports/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace racewindow {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Wide characters (Unicode 15, East Asian Width W and F, and what terminals draw as emoji), joined
// over gaps of unassigned code points: in doubt wide, so that no line is longer than thought.
constexpr std::array<Range, 58> kWide = {{
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23f3},
    {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},
    {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},   {0x26bd, 0x26be},
    {0x26c4, 0x26c5},   {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},
    {0x26f2, 0x26f5},   {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},
    {0x270a, 0x270b},   {0x2728, 0x2728},   {0x274c, 0x274c},   {0x274e, 0x274e},
    {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},
    {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},
    {0x2e80, 0x3029},   {0x302e, 0x303e},   {0x3041, 0x3098},   {0x309b, 0x4dbf},
    {0x4e00, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
    {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},   {0xffe0, 0xffe6},
    {0x16fe0, 0x18cff}, {0x18d00, 0x18d8f}, {0x1aff0, 0x1b2ff}, {0x1f004, 0x1f004},
    {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f19a}, {0x1f1e6, 0x1f320}, {0x1f321, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7f0}, {0x1f900, 0x1faff}, {0x20000, 0x2fffd},
    {0x30000, 0x3fffd}, {0x4dc0, 0x4dff},
}};

// Combining marks of the common blocks.
constexpr std::array<Range, 8> kCombining = {{
    {0x0300, 0x036f},
    {0x0483, 0x0489},
    {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff},
    {0x20d0, 0x20ff},
    {0x302a, 0x302d},
    {0x3099, 0x309a},
    {0xfe20, 0xfe2f},
}};

// Characters that are invisible, move other text about, end a line, or are none.
constexpr std::array<Range, 18> kEscaped = {{
    {0x0080, 0x009f},
    {0x00ad, 0x00ad},
    {0x034f, 0x034f},
    {0x061c, 0x061c},
    {0x115f, 0x1160},
    {0x17b4, 0x17b5},
    {0x180b, 0x180f},
    {0x200b, 0x200f},
    {0x2028, 0x202e},
    {0x2060, 0x206f},
    {0x3164, 0x3164},
    {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},
    {0xfff0, 0xfffb},
    {0xfffe, 0xffff},
    {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
}};

bool contains(std::span<const Range> ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

struct Decoded {
  char32_t character = 0;
  std::size_t size = 0;  // bytes; 0: not UTF-8
};

// The first character of a text that is not empty (RFC 3629: no overlong forms, no surrogates).
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return {};
  char32_t character = first & (0x7fU >> size);
  for (std::size_t n = 1; n < size; ++n) {
    if ((byte(n) & 0xc0U) != 0x80U) return {};
    character = (character << 6) | (byte(n) & 0x3fU);
  }
  const bool surrogate = character >= 0xd800 && character <= 0xdfff;
  if (character < kSmallest[size] || character > 0x10ffff || surrogate) return {};
  return {character, size};
}

std::size_t width_of(char32_t c) {
  if (c < 0x300) return 1;
  if (contains(kCombining, c)) return 0;
  return contains(kWide, c) ? 2 : 1;
}

// Calls `visit(character, bytes)` for each character of the text.
template <class Visit>
void for_each_character(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const Decoded decoded = decode(text);
    const std::size_t size = std::max<std::size_t>(decoded.size, 1);
    visit(decoded, text.substr(0, size));
    text.remove_prefix(size);
  }
}

std::string byte_escape(std::string_view byte) {
  return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte[0]));
}

// The longest beginning of at most `width` columns, combining marks included.
std::string_view head(std::string_view text, std::size_t width) {
  std::size_t used = 0;
  std::size_t bytes = 0;
  bool full = false;
  for_each_character(text, [&](const Decoded& decoded, std::string_view piece) {
    used += width_of(decoded.character);
    full = full || used > width;
    if (!full) bytes += piece.size();
  });
  return text.substr(0, bytes);
}

}  // namespace

std::string escaped(std::string_view bytes) {
  std::string shown;
  for_each_character(bytes, [&](const Decoded& decoded, std::string_view piece) {
    const char32_t c = decoded.character;
    if (decoded.size == 0 || (c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7f) {
      shown += byte_escape(piece);
    } else if (c < 0x20) {
      shown += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    } else if (contains(kEscaped, c)) {
      shown += c > 0xffff ? fmt::format("\\U{:08x}", static_cast<std::uint32_t>(c))
                          : fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
    } else {
      shown += piece;
    }
  });
  return shown;
}

std::string valid_utf8(std::string_view bytes) {
  std::string valid;
  for_each_character(bytes, [&](const Decoded& decoded, std::string_view piece) {
    valid += decoded.size == 0 ? byte_escape(piece) : std::string(piece);
  });
  return valid;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for_each_character(text, [&](const Decoded& decoded, std::string_view) {
    width += width_of(decoded.character);
  });
  return width;
}

std::string cut(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  return std::string(head(text, width - 1)) + "…";
}

std::string cut_front(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  while (display_width(text) > width - 1) {
    text.remove_prefix(std::max<std::size_t>(decode(text).size, 1));
  }
  return "…" + std::string(text);
}

std::string pad(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::string pad_front(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(width > used ? width - used : 0, ' ') + std::string(text);
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (display_width(text) > width) {
    const std::string_view fits = head(text, width);
    // The blank after the last word that fits; a blank may also stand just behind the line.
    const std::size_t blank = text.substr(0, fits.size() + 1).rfind(' ');
    const bool inside_word = blank == std::string_view::npos || blank == 0;
    const std::size_t end = inside_word ? fits.size() : blank;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(inside_word ? end : end + 1);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

std::string paragraph(std::string_view text, std::size_t first, std::size_t further) {
  std::string block;
  std::size_t indent = first;
  for (const std::string& line : wrap(escaped(text), kReportWidth - std::max(first, further))) {
    block += std::string(indent, ' ') + line + "\n";
    indent = further;
  }
  return block;
}

std::string grouped(std::uint64_t number) {
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

std::string shell_word(std::string_view text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-+=.,:/@").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : escaped(text)) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string sentence(std::string_view text) {
  const bool ends = text.empty() || std::string_view(".!?").find(text.back()) != text.npos;
  return std::string(text) + (ends ? "" : ".");
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

}  // namespace racewindow
