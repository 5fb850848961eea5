// SPDX-License-Identifier: Apache-2.0
#include "reports/html/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "reports/text.h"

namespace racewindow {
namespace {

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_word(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// At most `bytes_max` bytes that end where a character does.
std::string_view beginning(std::string_view bytes, std::size_t bytes_max) {
  if (bytes.size() <= bytes_max) return bytes;
  std::size_t end = bytes_max;
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80U;
  };
  for (int back = 0; back < 3 && end > 0 && continues(end); ++back) --end;
  return bytes.substr(0, end);
}

std::size_t literal_end(std::string_view sql, std::size_t start) {
  constexpr std::string_view kCut = "…";
  const std::size_t quote = sql.find('\'', start + 1);
  const std::size_t cut = sql.find(kCut, start + 1);
  if (cut < quote) return cut + kCut.size();
  return quote == std::string_view::npos ? sql.size() : quote + 1;
}

std::string rest_text(std::size_t bytes) {
  return fmt::format("… {} more", counted(bytes, "byte"));
}
std::string rest_html(std::size_t bytes) {
  return bytes == 0 ? "" : fmt::format("<span class=\"cut\">{}</span>", rest_text(bytes));
}

}  // namespace

std::string shortened(std::string_view bytes, std::size_t bytes_max) {
  const std::string_view shown = beginning(bytes, bytes_max);
  if (shown.size() == bytes.size()) return std::string(bytes);
  return std::string(shown) + rest_text(bytes.size() - shown.size());
}

std::string html_entities(std::string_view safe) {
  std::string markup;
  for (const char c : safe) {
    switch (c) {
      case '&':
        markup += "&amp;";
        break;
      case '<':
        markup += "&lt;";
        break;
      case '>':
        markup += "&gt;";
        break;
      case '"':
        markup += "&quot;";
        break;
      default:
        markup += c;
    }
  }
  return markup;
}

std::string html_text(std::string_view bytes) {
  return html_entities(escaped(bytes));
}

std::string html_cut(std::string_view bytes, std::size_t bytes_max) {
  const std::string_view shown = beginning(bytes, bytes_max);
  return html_text(shown) + rest_html(bytes.size() - shown.size());
}

std::string html_lines(std::string_view bytes, std::size_t bytes_max) {
  const std::string_view shown = beginning(bytes, bytes_max);
  std::string markup;
  std::size_t at = 0;
  while (at <= shown.size()) {
    const std::size_t end = std::min(shown.find('\n', at), shown.size());
    if (at > 0) markup += '\n';
    markup += html_sql(escaped(shown.substr(at, end - at)));
    at = end + 1;
  }
  return markup + rest_html(bytes.size() - shown.size());
}

std::string html_sql(std::string_view safe) {
  std::string markup;
  std::size_t at = 0;
  while (at < safe.size()) {
    std::size_t end = at + 1;
    if (safe[at] == '\'') {
      end = literal_end(safe, at);
      markup += "<i>" + html_entities(safe.substr(at, end - at)) + "</i>";
    } else if (is_word(safe[at])) {
      while (end < safe.size() && is_word(safe[end])) ++end;
      const std::string_view word = safe.substr(at, end - at);
      const bool keyword = word.size() > 1 && std::all_of(word.begin(), word.end(), is_upper);
      markup += keyword ? fmt::format("<b>{}</b>", word) : std::string(word);
    } else {
      while (end < safe.size() && safe[end] != '\'' && !is_word(safe[end])) ++end;
      markup += html_entities(safe.substr(at, end - at));
    }
    at = end;
  }
  return markup;
}

std::string csp_source(std::string_view sha256_hex) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto nibble = [](char c) {
    return static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10);
  };
  std::string base64;
  std::uint32_t bits = 0;
  int pending = 0;  // bits that no digit stands for yet
  for (const char c : sha256_hex) {
    bits = (bits << 4) | nibble(c);
    pending += 4;
    if (pending >= 6) {
      pending -= 6;
      base64 += kDigits[(bits >> pending) & 63U];
    }
  }
  if (pending > 0) base64 += kDigits[(bits << (6 - pending)) & 63U];
  while (base64.size() % 4 != 0) base64 += '=';
  return "'sha256-" + base64 + "'";
}

std::string fragment_word(std::string_view bytes) {
  constexpr std::size_t kLengthMax = 120;
  std::string word(bytes.substr(0, kLengthMax));
  for (char& c : word) {
    if (c == '/') c = '.';
    if (!is_word(c) && c != '.') c = '-';
  }
  return word;
}

std::string unique_word(const std::string& word, std::set<std::string>& taken) {
  std::string unique = word;
  for (int n = 2; !taken.insert(unique).second; ++n) unique = fmt::format("{}.{}", word, n);
  return unique;
}

}  // namespace racewindow
