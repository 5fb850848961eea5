// SPDX-License-Identifier: Apache-2.0
#include "reports/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text.h"

namespace racewindow {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Plain text in a line. An underscore inside a word emphasises nothing (GFM 6.2), and most are.
std::string plain(std::string_view raw) {
  constexpr std::string_view kMarkup = "\\`*_[]<>#|~$&!";
  const std::string text = escaped(raw);
  std::string safe;
  for (std::size_t n = 0; n < text.size(); ++n) {
    const char c = text[n];
    const bool inside_word =
        n > 0 && n + 1 < text.size() && is_word(text[n - 1]) && is_word(text[n + 1]);
    if (kMarkup.find(c) != std::string_view::npos && !(c == '_' && inside_word)) safe += '\\';
    safe += c;
  }
  return safe;
}

// A longer fence than any run of the mark inside, so that nothing inside closes it.
std::string fence(std::string_view text, char mark, std::size_t at_least) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == mark ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max(at_least, longest + 1), mark);
}

// A bar ends a cell even inside code, unless there is a backslash before it (GFM 4.10); outside
// tables that backslash would be shown.
std::string code_span(std::string_view raw, bool in_table) {
  const std::string text = escaped(raw);
  if (text.empty()) return "";
  const std::string marks = fence(text, '`', 1);
  std::string inside;
  for (const char c : text) {
    if (c == '|' && in_table) inside += '\\';
    inside += c;
  }
  const bool touches = text.front() == '`' || text.back() == '`';
  return touches ? marks + " " + inside + " " + marks : marks + inside + marks;
}

std::string target(std::string_view raw) {
  std::string safe;
  for (const char c : escaped(raw)) {
    if (c == ' ' || c == '(' || c == ')' || c == '<' || c == '>' || c == '\\') {
      safe += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string inline_text(const Line& line, bool in_table = false) {
  std::string text;
  for (const Span& span : line.spans) {
    switch (span.kind) {
      case Span::Kind::plain:
        text += plain(span.text);
        break;
      case Span::Kind::code:
        text += code_span(span.text, in_table);
        break;
      case Span::Kind::strong:
        text += "**" + plain(span.text) + "**";
        break;
      case Span::Kind::link:
        text += fmt::format("[{}]({})", plain(span.text), target(span.target));
        break;
    }
  }
  return text;
}

// At the start of a block a dash or a number would begin a list.
std::string block_text(const Line& line) {
  std::string text = inline_text(line);
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits != std::string::npos && digits > 0 && (text[digits] == '.' || text[digits] == ')')) {
    text.insert(digits, "\\");
  } else if (!text.empty() && std::string_view("-+=").find(text.front()) != std::string::npos) {
    text.insert(0, "\\");
  }
  return text;
}

// Mermaid has entities of its own, and ends a message at a semicolon. A word that is a keyword of
// its grammar is told apart by an invisible entity.
std::string mermaid(std::string_view raw) {
  std::string safe;
  for (const char c : escaped(raw)) {
    if (std::string_view("#;<>{}%\"&").find(c) != std::string_view::npos) {
      safe += fmt::format("#{};", static_cast<int>(c));
    } else {
      safe += c;
    }
  }
  for (std::size_t at = safe.find("end"); at != std::string::npos; at = safe.find("end", at + 3)) {
    const bool begins = at == 0 || !is_word(safe[at - 1]);
    const bool ends = at + 3 >= safe.size() || !is_word(safe[at + 3]);
    if (begins && ends) safe.replace(at, 1, "#101;");
  }
  return safe;
}

struct Writer {
  std::string text;

  void operator()(const Heading& heading) {
    text += std::string(static_cast<std::size_t>(heading.level), '#') + " " +
            inline_text(heading.text) + "\n\n";
  }
  void operator()(const Paragraph& paragraph) { text += block_text(paragraph.text) + "\n\n"; }
  void operator()(const Bullets& bullets) {
    for (const Line& item : bullets.items) text += "- " + block_text(item) + "\n";
    text += "\n";
  }
  void operator()(const DocumentTable& table) {
    for (const DocumentTable::Column& column : table.columns)
      text += "| " + plain(column.title) + " ";
    text += "|\n";
    for (const DocumentTable::Column& column : table.columns)
      text += column.is_number ? "| --: " : "| --- ";
    text += "|\n";
    for (const std::vector<Line>& row : table.rows) {
      for (const Line& cell : row) text += "| " + inline_text(cell, true) + " ";
      text += "|\n";
    }
    text += "\n";
  }
  void operator()(const CodeBlock& block) {
    std::string safe;
    std::string_view rest = block.text;
    while (!rest.empty()) {
      const std::size_t length = std::min(rest.find('\n'), rest.size());
      safe += escaped(rest.substr(0, length)) + "\n";
      rest.remove_prefix(std::min(length + 1, rest.size()));
    }
    const std::string marks = fence(safe, '`', 3);
    text += marks + block.language + "\n" + safe + marks + "\n\n";
  }
  void operator()(const SequenceDiagram& diagram) {
    text += "```mermaid\nsequenceDiagram\n";
    for (std::size_t n = 0; n < diagram.participants.size(); ++n) {
      text += fmt::format("  participant P{} as {}\n", n, mermaid(diagram.participants[n]));
    }
    for (const SequenceDiagram::Message& message : diagram.messages) {
      if (message.is_note) {
        text += fmt::format("  Note over P{}: {}\n", message.from, mermaid(message.text));
      } else {
        text += fmt::format("  P{}{}P{}: {}\n", message.from, message.is_reply ? "-->>" : "->>",
                            message.to, mermaid(message.text));
      }
    }
    text += "```\n\n";
  }
};

}  // namespace

std::string to_markdown(const Document& document) {
  Writer writer;
  writer(Heading{1, document.title});
  for (const Block& block : document.blocks) std::visit(writer, block);
  writer.text.pop_back();  // a file ends with one line end
  return writer.text;
}

}  // namespace racewindow
