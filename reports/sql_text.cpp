// SPDX-License-Identifier: Apache-2.0
#include "reports/sql_text.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <string_view>
#include <vector>

#include "reports/text.h"

namespace racewindow {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The end of the quoted text that begins at `start`; a doubled quote is two quoted texts in a row.
std::size_t quoted_end(std::string_view sql, std::size_t start) {
  const std::size_t end = sql.find(sql[start], start + 1);
  return end == std::string_view::npos ? sql.size() : end + 1;
}

std::string bound_value(const TraceStatement& statement, std::string_view number,
                        std::size_t width_max) {
  std::size_t index = 0;
  for (const char digit : number.substr(0, 6)) {
    index = index * 10 + static_cast<std::size_t>(digit - '0');
  }
  if (index == 0 || index > statement.params.size()) return "$" + std::string(number);
  return cut(escaped(statement.params[index - 1]), width_max);
}

// Blanks joined, comments dropped, values put in.
std::string one_line(const TraceStatement& statement, std::size_t value_width_max) {
  const std::string_view sql = statement.sql;
  std::string line;
  bool blank = false;
  std::size_t at = 0;
  while (at < sql.size()) {
    const std::string_view rest = sql.substr(at);
    if (is_space(rest[0])) {
      blank = true;
      ++at;
      continue;
    }
    if (rest.starts_with("--")) {
      at += std::min(rest.find('\n'), rest.size());
      continue;
    }
    if (blank && !line.empty()) line += ' ';
    blank = false;
    if (rest[0] == '\'' || rest[0] == '"') {
      const std::size_t end = quoted_end(sql, at);
      line += escaped(sql.substr(at, end - at));
      at = end;
    } else if (rest[0] == '$' && rest.size() > 1 && is_digit(rest[1])) {
      std::size_t end = at + 1;
      while (end < sql.size() && is_digit(sql[end])) ++end;
      line += bound_value(statement, sql.substr(at + 1, end - at - 1), value_width_max);
      at = end;
    } else {
      std::size_t end = at + 1;  // to the next character that means something here
      while (end < sql.size() && !is_space(sql[end]) && sql[end] != '\'' && sql[end] != '"' &&
             sql[end] != '$' && !sql.substr(end).starts_with("--")) {
        ++end;
      }
      line += escaped(sql.substr(at, end - at));
      at = end;
    }
  }
  return line;
}

// A list in parentheses without further parentheses: the offsets of its first comma and its end.
struct List {
  std::size_t first_comma;
  std::size_t end;
};

std::vector<List> lists_in(std::string_view line) {
  std::vector<List> lists;
  std::size_t comma = std::string_view::npos;
  bool open = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '\'' || c == '"') {
      at = quoted_end(line, at) - 1;
    } else if (c == '(') {
      open = true;
      comma = std::string_view::npos;
    } else if (c == ',' && comma == std::string_view::npos) {
      comma = at;
    } else if (c == ')') {
      if (open && comma != std::string_view::npos) lists.push_back({comma, at});
      open = false;
    }
  }
  return lists;
}

}  // namespace

std::string readable_sql(const TraceStatement& statement, std::size_t width_max,
                         std::size_t value_width_max) {
  std::string line = one_line(statement, value_width_max);
  std::size_t passed = 0;  // lists from the left that are short already
  while (display_width(line) > width_max) {
    const std::vector<List> lists = lists_in(line);
    if (passed >= lists.size()) break;
    const List& list = lists[passed++];
    line.replace(list.first_comma, list.end - list.first_comma, ", …");
  }
  return cut(line, width_max);
}

std::string whole_sql(const TraceStatement& statement) {
  return one_line(statement, std::numeric_limits<std::size_t>::max());
}

}  // namespace racewindow
