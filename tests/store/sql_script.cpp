// SPDX-License-Identifier: Apache-2.0
#include "tests/store/sql_script.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>
#include <utility>

#include "sim/sql/statement.h"

namespace racewindow {
namespace {

Value parse_literal(std::string_view text) {
  if (text == "null") return {};
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') {
    return Value::text(text.substr(1, text.size() - 2));
  }
  return Value::int8(std::stoll(std::string(text)));
}

std::vector<Value> parse_params(std::string_view list) {
  std::vector<Value> params;
  while (true) {
    const std::size_t comma = list.find(", ");
    params.push_back(parse_literal(list.substr(0, comma)));
    if (comma == std::string_view::npos) return params;
    list.remove_prefix(comma + 2);
  }
}

struct Paragraph {
  std::size_t line = 0;
  std::vector<std::string> lines;
};

std::vector<Paragraph> read_paragraphs(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::vector<Paragraph> paragraphs;
  Paragraph current;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.starts_with('#')) continue;
    if (!line.empty()) {
      if (current.lines.empty()) current.line = number;
      current.lines.push_back(line);
    } else if (!current.lines.empty()) {
      paragraphs.push_back(std::exchange(current, {}));
    }
  }
  if (!current.lines.empty()) paragraphs.push_back(std::move(current));
  return paragraphs;
}

ScriptBlock parse_block(const Paragraph& paragraph) {
  ScriptBlock block;
  block.line = paragraph.line;
  std::string sql;
  std::string* expected = nullptr;
  for (const std::string& line : paragraph.lines) {
    if (line == "----") {
      expected = &block.expected;
    } else if (line.starts_with("---- ")) {
      expected = &block.expected_of[line.substr(5)];
    } else if (expected != nullptr) {
      *expected += line + "\n";
    } else if (line.starts_with("params ")) {
      block.params = parse_params(std::string_view(line).substr(7));
    } else {
      sql += line + "\n";
    }
  }
  if (expected == nullptr) throw std::runtime_error("no ---- in this block");
  block.statements = split_statements(sql);
  return block;
}

}  // namespace

const std::string& ScriptBlock::expected_from(std::string_view store) const {
  const auto own = expected_of.find(std::string(store));
  return own == expected_of.end() ? expected : own->second;
}

SqlScript read_script(const std::filesystem::path& file) {
  SqlScript script;
  bool begun = false;
  for (const Paragraph& paragraph : read_paragraphs(file)) {
    try {
      if (!begun && paragraph.lines.front() == "begin") {
        begun = true;
      } else if (!begun) {
        std::string sql;
        for (const std::string& line : paragraph.lines) sql += line + "\n";
        script.setup.push_back(std::move(sql));
      } else {
        script.blocks.push_back(parse_block(paragraph));
      }
    } catch (const std::exception& error) {
      throw std::runtime_error(
          fmt::format("{}:{}: {}", file.string(), paragraph.line, error.what()));
    }
  }
  return script;
}

}  // namespace racewindow
