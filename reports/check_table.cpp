// SPDX-License-Identifier: Apache-2.0
#include "reports/check_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "reports/result_text.h"
#include "reports/standing.h"
#include "reports/text.h"

namespace racewindow {
namespace {

using Cells = std::array<std::string, 7>;

const Cells kHeader = {"workload",      "store",  "verdicts", "executions",
                       "interleavings", "states", "time"};
constexpr std::size_t kFirstNumber = 3;  // numbers stand at the right of their column
constexpr std::size_t kIndent = 4;       // of a row; the mark stands before it
constexpr std::size_t kDetailIndent = 8;

std::size_t part_end(std::string_view id) {
  return std::min(id.rfind('/'), id.size());
}
std::string_view design_of(const ScenarioResult& result) {
  return std::string_view(result.scenario).substr(0, part_end(result.scenario));
}
std::string workload_of(const ScenarioResult& result) {
  const std::size_t end = part_end(result.scenario);
  const std::size_t start = end == result.scenario.size() ? 0 : end + 1;
  return escaped(std::string_view(result.scenario).substr(start)) + settings_text(result);
}

Cells cells_of(const ScenarioResult& result) {
  return {workload_of(result),
          escaped(result.store),
          verdicts_text(result),
          grouped(result.counts.executions),
          interleavings_text(result.counts.interleavings),
          result.counts.states == 0 ? "-" : grouped(result.counts.states),
          fmt::format("{:.2f} s", result.elapsed_s)};
}

std::string row_text(const Cells& cells, const Cells& widths_as) {
  std::string text;
  for (std::size_t n = 0; n < cells.size(); ++n) {
    const std::size_t width = display_width(widths_as[n]);
    text += n == 0 ? "" : "  ";
    text += n < kFirstNumber ? pad(cells[n], width) : pad_front(cells[n], width);
  }
  return text;
}

// Texts as wide as each column.
Cells widest(const std::vector<Cells>& rows) {
  Cells widths = kHeader;
  for (const Cells& row : rows) {
    for (std::size_t n = 0; n < row.size(); ++n) {
      if (display_width(row[n]) > display_width(widths[n])) widths[n] = row[n];
    }
  }
  return widths;
}

std::string mark(Standing standing, const Style& style) {
  const std::string_view glyph = standing_glyph(standing);
  switch (standing) {
    case Standing::as_expected:
      return style.good(glyph);
    case Standing::undecided:
      return style.warning(glyph);
    case Standing::unexpected:
    case Standing::broken:
      break;
  }
  return style.bad(glyph);
}

// Under a row, `deeper` levels in.
std::string detail(std::string_view text, std::size_t deeper = 0) {
  const std::size_t indent = kDetailIndent + 2 * deeper;
  return paragraph(text, indent, indent + 2);
}

// What is told under the rows of a scenario. The stores of a scenario usually tell the same, which
// is then said once, with the replay line of each.
struct Note {
  std::string text;
  std::vector<std::string> stores;
  std::vector<std::string> replay_lines;
};

std::string property_text(const PropertyResult& property, const Style& style) {
  const bool expected = property.verdict == property.expected;
  std::string head = fmt::format("{}: {}", property.info.name, verdict_name(property.verdict));
  head += expected ? " as expected" : fmt::format(", expected {}", verdict_name(property.expected));
  if (!property.info.section.empty()) head += fmt::format(" ({})", property.info.section);
  std::string text = std::string(kDetailIndent - 2, ' ') + mark(standing(property), style) + " " +
                     detail(head).substr(kDetailIndent);
  if (property.counterexample) {
    text += detail("seen: " + property.counterexample->message, 1);
  } else if (!undecided(property) && !property.detail.empty()) {
    text += detail(property.detail, 1);
  }
  if (!property.why_expected.empty()) {
    text +=
        detail((expected ? "why: " : "why the other was expected: ") + property.why_expected, 1);
  }
  return text;
}

// What left a property undecided usually left others undecided too.
std::string reason_text(const PropertyResult& property) {
  return detail(fmt::format("{}: {}", verdict_name(property.verdict), property.detail));
}

std::string broken_text(const BrokenResult& broken) {
  std::string text = detail(fmt::format("{}: {}", broken.kind, broken.message));
  if (!broken.actor.empty()) text += detail("actor: " + broken.actor, 1);
  if (!broken.step.empty()) text += detail("step: " + broken.step, 1);
  return text;
}

void add_note(std::vector<Note>& notes, const ScenarioResult& result, const std::string& text,
              const std::string& replay_line) {
  auto same =
      std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return note.text == text; });
  if (same == notes.end()) same = notes.insert(notes.end(), {text, {}, {}});
  same->stores.push_back(result.store);
  if (!replay_line.empty()) same->replay_lines.push_back(replay_line);
}

void add_notes(std::vector<Note>& notes, const ScenarioResult& result, bool only_unexpected,
               const Style& style) {
  if (result.broken) add_note(notes, result, broken_text(*result.broken), "");
  std::set<std::string> reasons;  // told already
  for (const PropertyResult& property : result.properties) {
    const bool plain = property.verdict == Verdict::holds || only_unexpected;
    if (plain && property.verdict == property.expected) continue;
    if (result.broken && !property.counterexample) continue;  // undecided because it is broken
    if (undecided(property)) {
      const auto [reason, is_new] = reasons.insert(reason_text(property));
      if (is_new) add_note(notes, result, *reason, "");
    }
    add_note(notes, result, property_text(property, style),
             property.counterexample ? property.counterexample->replay_line : "");
  }
  if (result.counts.abandoned > 0) {
    add_note(notes, result,
             detail(counted(result.counts.abandoned, "actor") +
                    " swallowed the end of an execution and had to be abandoned"),
             "");
  }
}

// `runs`: how many of the scenario are shown.
std::string note_text(const Note& note, std::size_t runs) {
  std::string text = note.text;
  if (note.stores.size() < runs) {
    text += detail(fmt::format("only on {}", fmt::join(note.stores, ", ")), 1);
  }
  for (const std::string& line : note.replay_lines) {
    text += std::string(kDetailIndent + 2, ' ') + line + "\n";
  }
  return text;
}

bool same_scenario(const ScenarioResult& a, const ScenarioResult& b) {
  return a.scenario == b.scenario && a.parameters == b.parameters;
}

// Their rows are delivered in one canonical order while exploring; what depends on another order is
// not seen, so they are named.
std::string unordered_text(const std::vector<ScenarioResult>& results) {
  std::set<std::string> statements;
  for (const ScenarioResult& result : results) {
    statements.insert(result.unordered_statements.begin(), result.unordered_statements.end());
  }
  if (statements.empty()) return "";
  std::string text =
      "rows, or a choice among rows, that no ORDER BY decides: only one canonical order was "
      "explored:\n";
  for (const std::string& sql : statements) text += paragraph(sql, 2, 4);
  return text;
}

std::string summary(const std::vector<ScenarioResult>& results, const Style& style) {
  std::uint64_t executions = 0;
  double elapsed_s = 0;
  bool as_expected = true;
  for (const ScenarioResult& result : results) {
    executions += result.counts.executions;
    elapsed_s += result.elapsed_s;
    as_expected = as_expected && standing(result) == Standing::as_expected;
  }
  const std::string text = fmt::format("{}; {} in {:.2f} s", standings_text(results),
                                       counted(executions, "execution"), elapsed_s);
  return as_expected ? style.good(text) : style.bad(text);
}

}  // namespace

std::string check_table(const std::vector<ScenarioResult>& results,
                        const CheckTableOptions& options, const Style& style) {
  std::vector<Cells> rows;
  for (const ScenarioResult& result : results) rows.push_back(cells_of(result));
  const Cells widths = widest(rows);
  std::string text;
  std::string_view design;
  std::size_t n = 0;
  while (n < results.size()) {
    const ScenarioResult& first = results[n];
    std::string own_rows;
    std::vector<Note> notes;
    std::size_t runs = 0;
    for (; n < results.size() && same_scenario(results[n], first); ++n) {
      const Standing is = standing(results[n]);
      if (options.only_unexpected && is == Standing::as_expected) continue;
      own_rows += "  " + mark(is, style) + " " + row_text(rows[n], widths) + "\n";
      add_notes(notes, results[n], options.only_unexpected, style);
      ++runs;
    }
    if (runs == 0) continue;
    if (text.empty()) {
      text += std::string(kIndent, ' ') + style.dim(row_text(kHeader, widths)) + "\n";
    }
    if (design_of(first) != design) {
      design = design_of(first);
      text += style.strong(escaped(design)) + (first.accepted ? " (accepted)\n" : "\n");
      text += paragraph(first.design, 2, 2);
    }
    text += own_rows;
    for (const Note& note : notes) text += note_text(note, runs);
    if (!first.bounds.empty()) {
      text += detail(fmt::format("within {}", fmt::join(first.bounds, ", ")));
    }
  }
  if (!options.only_unexpected) text += unordered_text(results);
  return text + summary(results, style) + "\n";
}

}  // namespace racewindow
