// SPDX-License-Identifier: Apache-2.0
#include "reports/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "reports/sql_text.h"
#include "reports/text.h"

namespace racewindow {
namespace {

constexpr std::size_t kSqlLinesMax = 4;
constexpr std::size_t kRowLinesMax = 3;
constexpr std::size_t kChangesMax = 6;
constexpr std::size_t kCellWidthMax = 32;

std::string row_text(const TraceRow& row, Detail detail) {
  std::string text;
  for (const std::string& cell : row.cells) {
    if (!text.empty()) text += ", ";
    text += detail == Detail::whole ? escaped(cell) : cut(escaped(cell), kCellWidthMax);
  }
  return "(" + text + ")";
}

// The lines of one step or view, wrapped as they are added.
class Lines {
 public:
  Lines(std::size_t width, Detail detail) : width_(width), detail_(detail) {}

  // What the lines added from here on tell.
  void begin(Part part) { part_ = part; }

  // Continuation lines are indented by `indent`. What takes more than `lines_max` lines is cut,
  // unless all is wanted.
  void add(std::string_view text, Tone tone, std::size_t lines_max, std::size_t indent = 2) {
    std::vector<std::string> wrapped = wrap(text, width_ - indent);
    if (wrapped.size() > lines_max && detail_ == Detail::brief) {
      wrapped.resize(lines_max);
      wrapped.back() = cut(wrapped.back(), width_ - indent - 2) + " …";
    }
    for (std::size_t n = 0; n < wrapped.size(); ++n) {
      lines_.push_back({std::string(n == 0 ? 0 : indent, ' ') + wrapped[n], tone, part_});
    }
  }
  void add_whole(std::string_view text, Tone tone) { add(text, tone, text.size() + 1); }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] Detail detail() const { return detail_; }
  [[nodiscard]] std::vector<TextLine> take() { return std::move(lines_); }

 private:
  std::size_t width_;
  Detail detail_;
  Part part_ = Part::opening;
  std::vector<TextLine> lines_;
};

void add_statements(const TraceStep& step, Lines& lines) {
  lines.begin(Part::statement);
  if (step.statements.size() > 1) {
    lines.add_whole(fmt::format("one batch of {}:", counted(step.statements.size(), "statement")),
                    Tone::plain);
  }
  for (const TraceStatement& statement : step.statements) {
    std::string sql = lines.detail() == Detail::whole
                          ? whole_sql(statement)
                          : readable_sql(statement, kSqlLinesMax * (lines.width() - 4));
    if (!step.operation.empty()) sql = escaped(step.operation) + ": " + sql;
    lines.add(sql, Tone::strong, kSqlLinesMax);
  }
  if (!step.file.empty()) {
    lines.begin(Part::site);
    const std::string site = fmt::format("{}:{}", escaped(step.file), step.line);
    const bool whole = lines.detail() == Detail::whole;
    lines.add(whole ? site : cut_front(site, lines.width() - 5), Tone::dim, 1);
  }
}

void add_result(const TraceStep& step, Lines& lines) {
  lines.begin(Part::result);
  if (step.kind == "lost") {
    lines.add_whole(step.awaited.empty()
                        ? "! LOST: it took effect, the caller gets a connection error"
                        : "! LOST: the caller gets a connection error, it goes on by itself",
                    Tone::warning);
  }
  const std::string before = step.resumed ? "… resumed: " : "";
  if (!step.awaited.empty()) {
    const std::string whom =
        step.blockers.empty()
            ? escaped(step.awaited)
            : fmt::format("{} ({})", escaped(fmt::format("{}", fmt::join(step.blockers, " and "))),
                          escaped(step.awaited));
    lines.add_whole(
        fmt::format("… {} for {}", step.resumed ? "resumed: waits again" : "waits", whom),
        Tone::warning);
  } else if (!step.error_sqlstate.empty() && step.carried_out) {
    lines.add_whole(
        fmt::format("{}! {} {}", before, escaped(step.error_sqlstate), escaped(step.error_message)),
        Tone::bad);
  } else if (step.rows) {
    std::string text = before + "→ " + counted(step.rows->rows.size(), "row");
    for (const TraceRow& row : step.rows->rows) text += " " + row_text(row, lines.detail());
    lines.add(text, Tone::plain, kRowLinesMax);
  } else if (step.carried_out && !step.statements.empty()) {
    lines.add(fmt::format("{}→ {} affected", before, step.affected), Tone::plain, 1);
  }
  lines.begin(Part::notice);
  for (const std::string& notice : step.notices) {
    lines.add(escaped(notice), Tone::warning, kRowLinesMax);
  }
}

std::string change_text(const TraceChange& change, Detail detail) {
  const std::string table = escaped(change.table);
  const std::string before = change.before ? row_text(*change.before, detail) : "";
  const std::string after = change.after ? row_text(*change.after, detail) : "";
  if (change.before && change.after) return fmt::format("~ {} {} → {}", table, before, after);
  return fmt::format("{} {} {}", change.after ? '+' : '-', table, before + after);
}

void add_changes(const TraceStep& step, Lines& lines) {
  lines.begin(Part::change);
  std::vector<std::string> texts;
  std::size_t unchanged = 0;  // updates to what was there
  for (const TraceChange& change : step.changes) {
    if (change.before == change.after) {
      ++unchanged;
    } else {
      texts.push_back(change_text(change, lines.detail()));
    }
  }
  const std::size_t shown =
      lines.detail() == Detail::whole ? texts.size() : std::min(texts.size(), kChangesMax);
  for (std::size_t n = 0; n < shown; ++n) lines.add(texts[n], Tone::plain, kRowLinesMax);
  if (texts.size() > shown) {
    lines.add(fmt::format("… {} more", counted(texts.size() - shown, "row")), Tone::plain, 1);
  }
  if (unchanged > 0) {
    lines.add(fmt::format("= {} unchanged", counted(unchanged, "row")), Tone::plain, 1);
  }
}

// What befalls an actor.
struct Happening {
  std::string_view kind;
  std::string_view text;
};
constexpr std::array<Happening, 5> kHappenings = {{
    {"crash", "! CRASH: its host is killed"},
    {"vanish", "! VANISH: its host is gone, which the server does not notice yet"},
    {"notice", "! the server notices that its host is gone"},
    {"drop", "! DROP: the server ends its session"},
    {"expire", "! its client library rolls the transaction back: its time is over"},
}};

// The steps that are no statement, and what goes before the statement of one that is.
void add_opening(const TraceStep& step, Lines& lines) {
  const std::string operation = escaped(step.operation);
  const std::string now = escaped(step.now);
  if (step.kind == "clock") lines.add_whole("reads the clock at " + now, Tone::strong);
  if (step.kind == "wake") lines.add_whole("wakes at " + now, Tone::strong);
  if (step.kind == "lock") lines.add_whole("takes mutex " + operation, Tone::strong);
  if (step.kind == "unlock") lines.add_whole("releases mutex " + operation, Tone::strong);
  if (step.kind == "delivery") {
    lines.add_whole(step.awaited.empty() ? "its late statement takes effect:"
                                         : "its late statement is carried out:",
                    Tone::warning);
  }
  for (const Happening& each : kHappenings) {
    if (step.kind != each.kind) continue;
    const bool in_flight = step.choice.ends_with("late");
    lines.add_whole(fmt::format("{}{}", each.text,
                                in_flight ? "; the statement in flight takes effect later" : ""),
                    Tone::warning);
  }
}

void add_closing(const TraceStep& step, Lines& lines) {
  lines.begin(Part::result);
  if (step.kind == "refused") {
    lines.add_whole("! REFUSED: it does not take effect, the caller gets a connection error",
                    Tone::warning);
  }
  if (step.kind == "late") {
    lines.add_whole("! LATE: the caller gets a connection error, it takes effect later",
                    Tone::warning);
  }
}

// A table's rows as changes to another's: those that went, then those that came, each in order.
std::string difference(const TraceTable& before, const TraceTable& after, Detail detail) {
  const auto without = [detail](const std::vector<TraceRow>& rows, std::vector<TraceRow> taken,
                                std::string_view mark) {
    std::string text;
    for (const TraceRow& row : rows) {
      const auto same = std::find(taken.begin(), taken.end(), row);
      if (same == taken.end()) {
        text += fmt::format(" {} {}", mark, row_text(row, detail));
      } else {
        taken.erase(same);
      }
    }
    return text;
  };
  return without(before.rows, after.rows, "-") + without(after.rows, before.rows, "+");
}

constexpr std::size_t kViewLinesMax = 6;

}  // namespace

std::vector<TextLine> step_lines(const TraceStep& step, std::size_t width, Detail detail) {
  Lines lines(width, detail);
  add_opening(step, lines);
  add_statements(step, lines);
  add_result(step, lines);
  add_closing(step, lines);
  add_changes(step, lines);
  lines.begin(Part::log);
  for (const std::string& log : step.logs) {
    lines.add("log " + escaped(log), Tone::dim, kRowLinesMax);
  }
  lines.begin(Part::status);
  if (step.actor_status == "ended") lines.add("ended", Tone::good, 1);
  if (step.actor_status == "failed") lines.add("failed", Tone::bad, 1);
  return lines.take();
}

std::vector<TextLine> view_change_lines(const std::vector<TraceTable>& before,
                                        const std::vector<TraceTable>& after, std::size_t width,
                                        Detail detail) {
  Lines lines(width, detail);
  for (std::size_t n = 0; n < after.size(); ++n) {
    const TraceTable old = n < before.size() ? before[n] : TraceTable{};
    if (old.rows == after[n].rows) continue;
    const std::size_t rows_before = old.rows.size();
    const std::size_t rows_after = after[n].rows.size();
    const std::string size = rows_before == rows_after
                                 ? counted(rows_after, "row")
                                 : fmt::format("{} → {}", rows_before, counted(rows_after, "row"));
    lines.add(fmt::format("view {}, {}:{}", escaped(after[n].name), size,
                          difference(old, after[n], detail)),
              Tone::plain, kViewLinesMax);
  }
  return lines.take();
}

std::vector<TextLine> view_lines(const std::vector<TraceTable>& view, std::size_t width,
                                 Detail detail) {
  Lines lines(width, detail);
  for (const TraceTable& table : view) {
    std::string text =
        fmt::format("view {}, {}:", escaped(table.name), counted(table.rows.size(), "row"));
    for (const TraceRow& row : table.rows) text += " " + row_text(row, detail);
    lines.add(text, Tone::plain, kViewLinesMax);
  }
  return lines.take();
}

std::vector<TextLine> table_lines(const std::vector<TraceTable>& tables, std::size_t width) {
  constexpr std::string_view kIndent = "  ";
  std::vector<TextLine> all;
  for (const TraceTable& table : tables) {
    Lines head(width, Detail::whole);
    head.add_whole(fmt::format("table {} ({}), {}", escaped(table.name),
                               escaped(fmt::format("{}", fmt::join(table.columns, ", "))),
                               counted(table.rows.size(), "row")),
                   Tone::dim);
    for (TextLine& line : head.take()) all.push_back(std::move(line));
    Lines rows(width - kIndent.size(), Detail::whole);
    for (const TraceRow& row : table.rows) rows.add_whole(row_text(row, Detail::whole), Tone::dim);
    for (TextLine& line : rows.take()) {
      line.text.insert(0, kIndent);
      all.push_back(std::move(line));
    }
  }
  return all;
}

}  // namespace racewindow
