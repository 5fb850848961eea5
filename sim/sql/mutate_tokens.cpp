// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/mutate_tokens.h"

#include <pg_query.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "sim/assert.h"

namespace racewindow {
namespace {

// The protobuf message that the scanner answers with, as far as it is needed:
//   message ScanResult { repeated ScanToken tokens = 2; }
//   message ScanToken { int32 start = 1; int32 end = 2; … }
class Wire {
 public:
  explicit Wire(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] bool empty() const { return bytes_.empty(); }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      RW_ASSERT(!bytes_.empty() && shift < 64, "libpg_query's scanner gives a protobuf message");
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return value;
    }
  }

  std::string_view message() {
    const std::size_t size = number();
    const std::string_view inner = bytes_.substr(0, size);
    bytes_.remove_prefix(inner.size());
    return inner;
  }

 private:
  std::string_view bytes_;
};

constexpr std::uint64_t kMessage = 2;  // the wire type of what has a length

Token read_token(std::string_view bytes, std::string_view text) {
  Token token;
  for (Wire wire(bytes); !wire.empty();) {
    const std::uint64_t tag = wire.number();
    const std::uint64_t value = wire.number();
    if (tag >> 3 == 1) token.begin = value;
    if (tag >> 3 == 2) token.end = value;
  }
  token.text = text.substr(token.begin, token.end - token.begin);
  return token;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool Token::is(std::string_view word) const {
  return std::ranges::equal(text, word, [](char a, char b) { return lower(a) == lower(b); });
}

std::vector<Token> scan(std::string_view text) {
  const std::string terminated(text);
  PgQueryScanResult result = pg_query_scan(terminated.c_str());
  const std::unique_ptr<PgQueryScanResult, void (*)(PgQueryScanResult*)> owner(
      &result, [](PgQueryScanResult* r) { pg_query_free_scan_result(*r); });
  RW_ASSERT(result.error == nullptr, "a text that parses can be scanned");
  std::vector<Token> tokens;
  std::size_t depth = 0;
  for (Wire wire({result.pbuf.data, result.pbuf.len}); !wire.empty();) {
    const std::uint64_t tag = wire.number();
    if ((tag & 7) != kMessage) {
      wire.number();
      continue;
    }
    Token token = read_token(wire.message(), text);
    if (token.text.starts_with("--") || token.text.starts_with("/*")) continue;
    if (token.text == ")" || token.text == "]") --depth;
    token.depth = depth;
    if (token.text == "(" || token.text == "[") ++depth;
    tokens.push_back(token);
  }
  return tokens;
}

}  // namespace racewindow
