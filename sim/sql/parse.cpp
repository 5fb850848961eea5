// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/parse.h"

#include <fmt/format.h>
#include <pg_query.h>
#include <pthread.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/assert.h"
#include "sim/sql/encoding.h"
#include "sim/sql/statement.h"

namespace racewindow {
namespace {

constexpr std::string_view kBlanks = " \t\n\r\f\v";

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool same_letter(char a, char b) {
  return (a | 0x20) == (b | 0x20);
}

// libpg_query reports errors of its scanner and its grammar, which all have this SQLSTATE but for a
// few that name a feature.
SqlError syntax_error(const PgQueryError& error) {
  const std::string_view message = error.message;
  const bool of_encoding = message.starts_with("invalid byte sequence");  // made by E'\\x…'
  return {of_encoding ? "22021" : sqlstate::syntax_error, std::string(message)};
}

// The parser and all that walks its trees are recursive. How deep a text nests is known only once
// it is parsed, so a long text is parsed on a stack that is large enough for whatever it holds.
// Texts that nest deeper than kDepthMax, in levels of JSON objects (an operator makes two), are
// refused as the server refuses them, a little sooner: it takes 1000 levels of `1 + 1 + …`, not
// 5000.
constexpr std::size_t kDepthMax = 2500;
constexpr std::size_t kShortText = 4096;

struct Parse {
  const std::string& text;
  PgQueryParseResult result{};
};

void* run(void* argument) {
  auto& parse = *static_cast<Parse*>(argument);
  parse.result = pg_query_parse(parse.text.c_str());
  return nullptr;
}

PgQueryParseResult parse_safely(const std::string& text) {
  constexpr std::size_t kTextMax = std::size_t{1} << 20;
  constexpr std::size_t kStackPerByte = 1024;
  if (text.size() > kTextMax) throw Broken("unsupported", "statement of more than 1 MiB");
  Parse parse{text};
  if (text.size() <= kShortText) {
    run(&parse);
    return parse.result;
  }
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (kShortText + text.size()) * kStackPerByte);
  const int code = pthread_create(&thread, &attributes, run, &parse);
  pthread_attr_destroy(&attributes);
  RW_ASSERT(code == 0, "a thread for parsing can be made");
  pthread_join(thread, nullptr);
  return parse.result;
}

// The deepest nesting of objects in a JSON text.
std::size_t depth_of(std::string_view json) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == '}') {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

std::string Source::place(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t last_break = before.rfind('\n');
  const std::string_view line = last_break == before.npos ? before : before.substr(last_break + 1);
  const auto characters = std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  });
  return fmt::format("line {}, column {}", lines + 1, characters + 1);
}

std::size_t Source::find_word(std::string_view word, std::size_t otherwise) const {
  std::string_view searched = text_;
  while (true) {
    const auto at =
        std::find_end(searched.begin(), searched.end(), word.begin(), word.end(), same_letter);
    if (at == searched.end()) return otherwise;
    const auto offset = static_cast<std::size_t>(at - searched.begin());
    const std::size_t end = offset + word.size();
    if ((offset == 0 || !is_word_character(text_[offset - 1])) &&
        (end == text_.size() || !is_word_character(text_[end]))) {
      return offset;
    }
    searched = text_.substr(0, end - 1);
  }
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (true) {
    at = std::min(text.find_first_not_of(kBlanks, at), text.size());
    if (text.substr(at).starts_with("--")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at).starts_with("/*")) {
      int depth = 1;
      for (at += 2; depth > 0 && at < text.size(); ++at) {
        const std::string_view rest = text.substr(at);
        const int change = rest.starts_with("/*") ? 1 : rest.starts_with("*/") ? -1 : 0;
        depth += change;
        if (change != 0) ++at;
      }
    } else {
      return at;
    }
  }
}

std::variant<nlohmann::json, SqlError> parse(std::string_view text) {
  if (find_invalid_utf8(text) != text.npos) return invalid_utf8_error(text);
  PgQueryParseResult result = parse_safely(std::string(text));
  const std::unique_ptr<PgQueryParseResult, void (*)(PgQueryParseResult*)> owner(
      &result, [](PgQueryParseResult* r) { pg_query_free_parse_result(*r); });
  if (result.error != nullptr) return syntax_error(*result.error);
  if (depth_of(result.parse_tree) > kDepthMax) {
    return SqlError("54001", "stack depth limit exceeded");
  }
  return nlohmann::json::parse(result.parse_tree);
}

std::vector<std::string> split_statements(std::string_view script) {
  const std::string text(script);
  PgQuerySplitResult result = pg_query_split_with_scanner(text.c_str());
  const std::unique_ptr<PgQuerySplitResult, void (*)(PgQuerySplitResult*)> owner(
      &result, [](PgQuerySplitResult* r) { pg_query_free_split_result(*r); });
  if (result.error != nullptr) throw syntax_error(*result.error);
  std::vector<std::string> statements;
  for (int n = 0; n < result.n_stmts; ++n) {
    const auto start = static_cast<std::size_t>(result.stmts[n]->stmt_location);
    const std::size_t end = start + static_cast<std::size_t>(result.stmts[n]->stmt_len);
    const std::size_t first = skip_blanks(text, start);
    const std::size_t last = text.find_last_not_of(kBlanks, end - 1);
    statements.push_back(text.substr(first, last + 1 - first));
  }
  return statements;
}

}  // namespace racewindow
