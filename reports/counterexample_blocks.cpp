// SPDX-License-Identifier: Apache-2.0
#include "reports/counterexample_blocks.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/sql_text.h"
#include "reports/step_text.h"
#include "reports/text.h"

namespace racewindow {
namespace {

constexpr std::size_t kCellWidth = 200;
constexpr std::size_t kMessageWidth = 90;

// A step in a cell: its statement as code, then what came of it. Where the guard's line is stands
// in the other reports; here it would be noise.
Line step_cell(const TraceStep& step) {
  Line cell;
  std::optional<Part> last;
  for (const TextLine& line : step_lines(step, kCellWidth)) {
    if (line.part == Part::site) continue;
    const bool is_code = line.part == Part::statement || line.part == Part::log;
    const bool goes_on = last == line.part && line.text.starts_with(' ');
    if (goes_on) {
      cell.spans.back().text += line.text.substr(line.text.find_first_not_of(' ') - 1);
      continue;
    }
    if (last) cell.add(cell.spans.back().text.ends_with(':') ? " " : "; ");
    cell.add(is_code ? code(line.text) : Span{Span::Kind::plain, line.text});
    last = line.part;
  }
  return cell;
}

std::string joined(const std::vector<TextLine>& lines) {
  std::string text;
  for (const TextLine& line : lines) text += (text.empty() ? "" : "; ") + line.text;
  return text;
}

// Marks the steps that raced.
Line number_cell(const TraceStep& step, const std::optional<RaceWindow>& window) {
  Line cell(std::to_string(step.number));
  if (window && step.number == window->opened_at) cell.add(strong(" opens"));
  if (window && step.number == window->hit_at) cell.add(strong(" hits"));
  return cell;
}

DocumentTable steps_of(const Trace& trace, const std::optional<RaceWindow>& window) {
  DocumentTable table;
  table.columns.push_back({"step"});
  for (const std::string& actor : trace.actors) table.columns.push_back({actor});
  table.columns.push_back({"what a reader sees then"});
  const std::size_t width = table.columns.size();
  const std::vector<TraceTable>* view = &trace.initial_view;
  std::vector<Line> start(width);
  start.front() = Line("start");
  start.back() = Line(joined(view_lines(trace.initial_view, kCellWidth)));
  table.rows.push_back(std::move(start));
  for (const TraceStep& step : trace.steps) {
    std::vector<Line> row(width);
    row.front() = number_cell(step, window);
    if (step.kind == "time") {
      row[1] = Line("time moves to " + step.now);
    } else if (step.of_recovery) {
      row[1] = Line(strong("recovery "));
      for (Span& span : step_cell(step).spans) row[1].add(std::move(span));
    } else if (step.actor_index < trace.actors.size()) {
      row[step.actor_index + 1] = step_cell(step);
    }
    if (step.view_changed) {
      row.back().add(joined(view_change_lines(*view, step.view, kCellWidth)));
      view = &step.view;
    }
    for (const std::string& breach : step.breaches) {
      row.back().add(strong((row.back().spans.empty() ? "" : " ") + std::string("✗ ") + breach));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string result_text(const TraceStep& step) {
  std::string text;
  for (const TextLine& line : step_lines(step, kMessageWidth)) {
    if (line.part == Part::result || line.part == Part::notice) {
      text += (text.empty() ? "" : "; ") + line.text;
    }
  }
  return cut(text.empty() ? "done" : text, kMessageWidth);
}

}  // namespace

DocumentTable step_table(const Trace& trace) {
  return steps_of(trace, std::nullopt);
}

SequenceDiagram sequence_diagram(const Trace& trace) {
  SequenceDiagram diagram;
  diagram.participants = trace.actors;
  const std::size_t database = diagram.participants.size();
  diagram.participants.emplace_back("database");
  const auto note = [&](std::size_t over, std::string text) {
    diagram.messages.push_back({over, over, cut(text, kMessageWidth), false, true});
  };
  for (const TraceStep& step : trace.steps) {
    const bool in_lane = !step.of_recovery && step.actor_index < database;
    const std::size_t actor = in_lane ? step.actor_index : database;
    if (step.kind == "time") {
      note(database, "time moves to " + step.now);
    } else if (step.statements.empty()) {
      note(actor, joined(step_lines(step, kMessageWidth)));
    } else {
      std::string sql;
      for (const TraceStatement& statement : step.statements) {
        sql += (sql.empty() ? "" : "; ") + readable_sql(statement, kMessageWidth);
      }
      diagram.messages.push_back({actor, database, cut(sql, kMessageWidth)});
      diagram.messages.push_back({database, actor, result_text(step), true});
    }
    for (const std::string& breach : step.breaches) note(database, "✗ " + breach);
  }
  return diagram;
}

void add_violation(Document& document, const Violation& violation, const std::string& program) {
  const Counterexample& counterexample = violation.counterexample();
  for (const PropertyResult* property : violation.properties) {
    Line text(strong(property->info.name),
              " is violated. What must hold: " + sentence(property->info.text) +
                  " Seen: " + sentence(property->counterexample->message));
    if (!property->why_expected.empty()) text.add(" Why: " + sentence(property->why_expected));
    document.add(Paragraph{std::move(text)});
  }
  document.add(steps_of(counterexample.trace, counterexample.race_window));
  document.add(sequence_diagram(counterexample.trace));
  document.add(Paragraph{Line("It takes " + counts_text(violation) + ".")});
  std::string commands;
  for (const std::string& line : violation.replay_lines) {
    commands += replay_command(violation.result(), line, program) + "\n";
  }
  if (counterexample.nearest_passing) {
    document.add(Paragraph{Line(fmt::format(
        "The second command is the nearest schedule that passes: {} in the other order.",
        counted(counterexample.nearest_passing->inversions, "pair of steps")))});
    commands +=
        replay_command(violation.result(), counterexample.nearest_passing->replay_line, program) +
        "\n";
  }
  document.add(CodeBlock{"sh", commands});
}

}  // namespace racewindow
