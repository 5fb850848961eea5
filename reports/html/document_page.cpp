// SPDX-License-Identifier: Apache-2.0
#include "reports/html/document_page.h"

#include <fmt/format.h>

#include "reports/html/head.h"
#include "reports/html/markup.h"

namespace racewindow {
namespace {

constexpr std::size_t kTextMax = 4000;   // bytes of a span
constexpr std::size_t kCodeMax = 20000;  // bytes of a block of code

std::string inline_html(const Line& line) {
  std::string html;
  for (const Span& span : line.spans) {
    const std::string text = html_cut(span.text, kTextMax);
    switch (span.kind) {
      case Span::Kind::plain:
        html += text;
        break;
      case Span::Kind::code:
        html += "<code>" + text + "</code>";
        break;
      case Span::Kind::strong:
        html += "<strong>" + text + "</strong>";
        break;
      case Span::Kind::link:
        html += fmt::format("<a href=\"{}\">{}</a>", html_text(span.target), text);
        break;
    }
  }
  return html;
}

std::string plain_text(const Line& line) {
  std::string text;
  for (const Span& span : line.spans) text += span.text;
  return text;
}

struct Writer {
  std::string html;

  void operator()(const Heading& heading) {
    html += fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", heading.level,
                        fragment_word(plain_text(heading.text)), inline_html(heading.text));
  }
  void operator()(const Paragraph& paragraph) {
    html += "<p>" + inline_html(paragraph.text) + "</p>\n";
  }
  void operator()(const Bullets& bullets) {
    html += "<ul>\n";
    for (const Line& item : bullets.items) html += "<li>" + inline_html(item) + "</li>\n";
    html += "</ul>\n";
  }
  // What is too wide is scrolled, by keyboard too.
  void operator()(const DocumentTable& table) {
    html += "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>";
    for (const DocumentTable::Column& column : table.columns) {
      html += fmt::format("<th scope=\"col\"{}>{}</th>",
                          column.is_number ? " class=\"number\"" : "", html_text(column.title));
    }
    html += "</tr></thead>\n<tbody>\n";
    for (const std::vector<Line>& row : table.rows) {
      html += "<tr>";
      for (std::size_t n = 0; n < row.size(); ++n) {
        const bool is_number = n < table.columns.size() && table.columns[n].is_number;
        const std::string_view tag = n == 0 ? "th" : "td";
        html += fmt::format("<{0}{1}{2}>{3}</{0}>", tag, n == 0 ? " scope=\"row\"" : "",
                            is_number ? " class=\"number\"" : "", inline_html(row[n]));
      }
      html += "</tr>\n";
    }
    html += "</tbody></table></div>\n";
  }
  void operator()(const CodeBlock& block) {
    html += "<pre>" + html_lines(block.text, kCodeMax) + "</pre>\n";
  }
  void operator()(const SequenceDiagram&) {}
};

}  // namespace

std::string to_html(const Document& document) {
  Writer writer;
  const std::string title = html_text(document.title);
  writer.html =
      head_html(title) + fmt::format("<body>\n<main class=\"document\">\n<h1>{}</h1>\n", title);
  for (const Block& block : document.blocks) std::visit(writer, block);
  return writer.html + "</main>\n</body>\n</html>\n";
}

}  // namespace racewindow
