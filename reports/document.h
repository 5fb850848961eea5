// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// A text with structure, which reports are made of once and written in more than one language:
// as Markdown (reports/markdown.h) and as HTML (reports/html_document.h). Texts are raw: whoever
// writes them makes them safe.
namespace racewindow {

struct Span {
  enum class Kind { plain, code, strong, link } kind = Kind::plain;
  std::string text;
  std::string target = {};  // of a link
};
[[nodiscard]] inline Span code(std::string text) {
  return {Span::Kind::code, std::move(text)};
}
[[nodiscard]] inline Span strong(std::string text) {
  return {Span::Kind::strong, std::move(text)};
}
[[nodiscard]] inline Span link(std::string text, std::string target) {
  return {Span::Kind::link, std::move(text), std::move(target)};
}

// A run of spans: Line{"holds in ", code("three-writers")}.
struct Line {
  std::vector<Span> spans;

  Line() = default;
  Line(std::string text) { add(std::move(text)); }    // NOLINT: a text is a line
  Line(const char* text) { add(std::string(text)); }  // NOLINT
  Line(Span span) { add(std::move(span)); }           // NOLINT
  template <class... Parts>
  requires(sizeof...(Parts) > 1) explicit Line(Parts&&... parts) {
    (add(std::forward<Parts>(parts)), ...);
  }

  Line& add(std::string text) { return add(Span{Span::Kind::plain, std::move(text)}); }
  Line& add(std::string_view text) { return add(std::string(text)); }
  Line& add(const char* text) { return add(std::string(text)); }
  Line& add(Span span) {
    spans.push_back(std::move(span));
    return *this;
  }
};

struct Heading {
  int level = 2;  // the document's title is 1
  Line text;
};
struct Paragraph {
  Line text;
};
struct Bullets {
  std::vector<Line> items;
};
struct DocumentTable {
  struct Column {
    std::string title;
    bool is_number = false;
  };
  std::vector<Column> columns;
  std::vector<std::vector<Line>> rows;  // the first cell of each names the row
};
struct CodeBlock {
  std::string language;  // "sh", "sql"
  std::string text;
};
// Who says what to whom, in order. Markdown draws it (Mermaid); in HTML the table of the steps that
// stands beside it has to do.
struct SequenceDiagram {
  struct Message {
    std::size_t from = 0;  // index of a participant
    std::size_t to = 0;
    std::string text;
    bool is_reply = false;
    bool is_note = false;  // over `from`
  };
  std::vector<std::string> participants;
  std::vector<Message> messages;
};

using Block = std::variant<Heading, Paragraph, Bullets, DocumentTable, CodeBlock, SequenceDiagram>;

struct Document {
  std::string title;
  std::vector<Block> blocks;

  template <class B>
  void add(B block) {
    blocks.emplace_back(std::move(block));
  }
};

}  // namespace racewindow
