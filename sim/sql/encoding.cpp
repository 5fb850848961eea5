// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace racewindow {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// How long the character is that starts with this byte, as pg_utf_mblen has it.
std::size_t length_of(unsigned first) {
  if ((first & 0xe0U) == 0xc0U) return 2;
  if ((first & 0xf0U) == 0xe0U) return 3;
  if ((first & 0xf8U) == 0xf0U) return 4;
  return 1;
}

// Whether a character of this length stands at the start (pg_utf8_islegal): no overlong forms, no
// surrogates, nothing above U+10FFFF.
bool is_legal(std::string_view text, std::size_t length) {
  const unsigned first = byte_at(text, 0);
  if (length > text.size() || first == 0) return false;
  if (length == 1) return first < 0x80U;
  for (std::size_t n = 1; n < length; ++n) {
    if ((byte_at(text, n) & 0xc0U) != 0x80U) return false;
  }
  const unsigned second = byte_at(text, 1);
  if (first == 0xe0U) return second >= 0xa0U;
  if (first == 0xedU) return second <= 0x9fU;
  if (first == 0xf0U) return second >= 0x90U;
  if (first == 0xf4U) return second <= 0x8fU;
  return first >= 0xc2U && first <= 0xf4U;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = length_of(byte_at(text, at));
    if (!is_legal(text.substr(at), length)) return at;
    at += length;
  }
  return std::string_view::npos;
}

SqlError invalid_utf8_error(std::string_view text) {
  const std::string_view rest = text.substr(find_invalid_utf8(text));
  const std::size_t length = std::min(length_of(byte_at(rest, 0)), rest.size());
  std::string bytes;
  for (std::size_t n = 0; n < length; ++n) bytes += fmt::format(" 0x{:02x}", byte_at(rest, n));
  return {"22021", "invalid byte sequence for encoding \"UTF8\":" + bytes};
}

}  // namespace racewindow
