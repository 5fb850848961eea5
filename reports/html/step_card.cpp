// SPDX-License-Identifier: Apache-2.0
#include "reports/html/step_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "reports/html/markup.h"
#include "reports/html/tables.h"
#include "reports/sql_text.h"
#include "reports/step_text.h"
#include "reports/text.h"

namespace racewindow {
namespace {

constexpr std::size_t kSqlWidthMax = 320;
constexpr std::size_t kSummaryWidthMax = 140;
constexpr std::size_t kWholeSqlBytesMax = 8'000;
constexpr std::size_t kLineWidth = 1'000;

// The step with every text that has no end in sight shortened; its SQL is kept for `whole_html`.
TraceStep shortened_step(const TraceStep& step) {
  TraceStep made = step;
  for (std::string* text : {&made.operation, &made.error_message}) {
    *text = shortened(*text, kTextBytesMax);
  }
  for (auto* texts : {&made.notices, &made.logs}) {
    for (std::string& text : *texts) text = shortened(text, kTextBytesMax);
  }
  for (TraceStatement& statement : made.statements) {
    statement.sql.resize(std::min(statement.sql.size(), kWholeSqlBytesMax));
    for (std::string& param : statement.params) param = shortened(param, kTextBytesMax);
  }
  return made;
}

std::string sql_html(const TraceStatement& statement, std::size_t width_max) {
  constexpr std::size_t kValueWidthMax = 48;  // a UUID is whole
  return html_sql(readable_sql(statement, width_max, kValueWidthMax));
}

std::string operation_html(const TraceStep& step) {
  if (step.operation.empty()) return "";
  return fmt::format("<span class=\"operation\">{}:</span> ", html_text(step.operation));
}

std::string_view tone_style(Tone tone) {
  switch (tone) {
    case Tone::plain:
      return "";
    case Tone::strong:
      return " strong";
    case Tone::dim:
      return " dim";
    case Tone::good:
      return " good";
    case Tone::bad:
      return " bad";
    case Tone::warning:
      return " warning";
  }
  return "";
}

std::string_view part_style(Part part) {
  constexpr std::array<std::string_view, 8> kStyles = {"what",   "sql",    "site", "result",
                                                       "notice", "change", "log",  "status"};
  return kStyles[static_cast<std::size_t>(part)];
}

std::string statements_html(const TraceStep& step) {
  std::string markup;
  if (step.statements.size() > 1) {
    markup += fmt::format("<p class=\"what\">one batch of {}:</p>",
                          counted(step.statements.size(), "statement"));
  }
  for (const TraceStatement& statement : step.statements) {
    markup += fmt::format("<p class=\"sql\"><code>{}{}</code></p>", operation_html(step),
                          sql_html(statement, kSqlWidthMax));
  }
  if (!step.file.empty()) {
    markup +=
        fmt::format("<p class=\"site\">{}:{}</p>", html_cut(step.file, kTextBytesMax), step.line);
  }
  return markup;
}

std::string whole_html(const TraceStep& step) {
  if (step.statements.empty()) return "";
  std::string markup = "<details class=\"whole\"><summary>whole statement</summary>";
  for (const TraceStatement& statement : step.statements) {
    markup +=
        fmt::format("<pre><code>{}</code></pre>", html_lines(statement.sql, kWholeSqlBytesMax));
    if (statement.params.empty()) continue;
    markup += "<dl class=\"params\">";
    for (std::size_t n = 0; n < statement.params.size(); ++n) {
      markup += fmt::format("<div><dt>${}</dt><dd>{}</dd></div>", n + 1,
                            html_cut(statement.params[n], kTextBytesMax));
    }
    markup += "</dl>";
  }
  if (step.rows && !step.rows->columns.empty()) {
    TraceTable result = *step.rows;
    result.name = "result";
    markup += table_html("result", result, result);
  }
  return markup + "</details>";
}

}  // namespace

std::string step_card_html(const TraceStep& step) {
  std::string markup = fmt::format("<div class=\"card\"><p class=\"who\">{}</p>", actor_html(step));
  if (step.kind == "time") {
    return markup +
           fmt::format("<p class=\"what warning\">time moves to {}</p></div>", html_text(step.now));
  }
  const TraceStep brief = shortened_step(step);
  const std::vector<TextLine> lines = step_lines(brief, kLineWidth);
  bool statements_told = false;  // with their call site, after what opens the step
  const auto tell_statements = [&] {
    if (!statements_told) markup += statements_html(brief);
    statements_told = true;
  };
  for (const TextLine& line : lines) {
    if (line.part != Part::opening) tell_statements();
    if (line.part == Part::statement || line.part == Part::site) continue;
    markup += fmt::format("<p class=\"{}{}\">{}</p>", part_style(line.part), tone_style(line.tone),
                          html_entities(line.text));
  }
  tell_statements();
  return markup + whole_html(step) + "</div>";
}

std::string step_summary_html(const TraceStep& step) {
  if (step.kind == "time") return "moves to " + html_text(step.now);
  std::string markup;
  const TraceStep brief = shortened_step(step);
  for (const TextLine& line : step_lines(brief, kLineWidth)) {
    if (line.part != Part::opening) break;
    markup += fmt::format("<span class=\"{}\">{}</span> ", tone_style(line.tone),
                          html_entities(line.text));
  }
  for (const TraceStatement& statement : brief.statements) {
    markup += fmt::format("<code>{}{}</code> ", operation_html(brief),
                          sql_html(statement, kSummaryWidthMax));
  }
  return markup;
}

std::string step_outcome_html(const TraceStep& step) {
  std::string text;
  for (const TextLine& line : step_lines(shortened_step(step), kLineWidth)) {
    if (line.part != Part::result) continue;
    text += (text.empty() ? "" : " ") + line.text;
  }
  return html_entities(cut(text, kSummaryWidthMax));
}

char actor_letter(std::size_t index) {
  return static_cast<char>('A' + index);
}

std::string actor_html(const TraceStep& step) {
  if (step.kind == "time") return "time";
  const std::string name = html_cut(step.actor, kTextBytesMax);
  if (step.of_recovery) return name;
  return fmt::format("<span class=\"letter a{}\">{}</span> {}", step.actor_index,
                     actor_letter(step.actor_index), name);
}

}  // namespace racewindow
