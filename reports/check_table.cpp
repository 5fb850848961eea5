// SPDX-License-Identifier: Apache-2.0
#include "reports/check_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

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
  std::string text = result.scenario.substr(end == result.scenario.size() ? 0 : end + 1);
  for (const Parameter& parameter : result.parameters) {
    text += fmt::format(" {}={}", parameter.name, parameter.value);
  }
  return escaped(text);
}

std::string verdicts_text(const ScenarioResult& result) {
  if (result.broken) return "broken: " + escaped(result.broken->kind);
  std::string text;
  for (const Verdict verdict :
       {Verdict::holds, Verdict::violated, Verdict::inconclusive, Verdict::vacuous}) {
    const auto count =
        std::count_if(result.properties.begin(), result.properties.end(),
                      [verdict](const PropertyResult& p) { return p.verdict == verdict; });
    if (count == 0) continue;
    const std::string_view name = verdict == Verdict::holds ? "hold" : verdict_name(verdict);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  }
  return text;
}

// A count that may have any number of digits: 12,870 or 7.55e23.
std::string interleavings_text(const std::string& decimal) {
  const bool is_number =
      !decimal.empty() && decimal.find_first_not_of("0123456789") == decimal.npos;
  if (!is_number) return decimal.empty() ? "-" : escaped(decimal);
  if (decimal.size() <= 9) return grouped(std::stoull(decimal));
  return fmt::format("{}.{}e{}", decimal[0], decimal.substr(1, 2), decimal.size() - 1);
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
  switch (standing) {
    case Standing::as_expected:
      return style.good("✓");
    case Standing::unexpected:
      return style.bad("✗");
    case Standing::undecided:
      return style.warning("?");
    case Standing::broken:
      return style.bad("!");
  }
  return " ";
}

// Under a row, `deeper` levels in.
std::string detail(std::string_view text, std::size_t deeper = 0) {
  const std::size_t indent = kDetailIndent + 2 * deeper;
  return paragraph(text, indent, indent + 2);
}

std::string property_text(const PropertyResult& property, const Style& style) {
  const bool expected = property.verdict == property.expected;
  std::string head = fmt::format("{}: {}", property.info.name, verdict_name(property.verdict));
  head += expected ? " as expected" : fmt::format(", expected {}", verdict_name(property.expected));
  if (!property.info.section.empty()) head += fmt::format(" ({})", property.info.section);
  std::string text = std::string(kDetailIndent - 2, ' ') + mark(standing(property), style) + " " +
                     detail(head).substr(kDetailIndent);
  if (property.counterexample) {
    text += detail("seen: " + property.counterexample->message, 1);
  } else if (!property.detail.empty()) {
    text += detail(property.detail, 1);
  }
  if (!property.why_expected.empty()) {
    text +=
        detail((expected ? "why: " : "why the other was expected: ") + property.why_expected, 1);
  }
  if (property.counterexample && !property.counterexample->replay_line.empty()) {
    text += std::string(kDetailIndent + 2, ' ') + property.counterexample->replay_line + "\n";
  }
  return text;
}

std::string broken_text(const BrokenResult& broken) {
  std::string text = detail(fmt::format("{}: {}", broken.kind, broken.message));
  if (!broken.actor.empty()) text += detail("actor: " + broken.actor, 1);
  if (!broken.step.empty()) text += detail("step: " + broken.step, 1);
  return text;
}

std::string details(const ScenarioResult& result, bool only_unexpected, const Style& style) {
  std::string text;
  if (result.broken) text += broken_text(*result.broken);
  for (const PropertyResult& property : result.properties) {
    const bool plain = property.verdict == Verdict::holds || only_unexpected;
    if (plain && property.verdict == property.expected) continue;
    if (result.broken && !property.counterexample) continue;  // undecided because it is broken
    text += property_text(property, style);
  }
  for (const std::string& sql : result.unordered_statements) {
    text += detail("several rows without ORDER BY: " + sql);
  }
  if (result.counts.abandoned > 0) {
    text += detail(counted(result.counts.abandoned, "actor") +
                   " swallowed the end of an execution and had to be abandoned");
  }
  return text;
}

std::string bounds_text(const ScenarioResult& result) {
  if (result.bounds.empty()) return "";
  return detail(fmt::format("within {}", fmt::join(result.bounds, ", ")));
}

std::string summary(const std::vector<ScenarioResult>& results, const Style& style) {
  std::array<std::size_t, 4> standings{};
  std::uint64_t executions = 0;
  double elapsed_s = 0;
  for (const ScenarioResult& result : results) {
    ++standings[static_cast<std::size_t>(standing(result))];
    executions += result.counts.executions;
    elapsed_s += result.elapsed_s;
  }
  std::string text =
      fmt::format("{}: {} as expected", counted(results.size(), "run"), standings[0]);
  constexpr std::array<std::string_view, 4> kNames = {"", "other than expected", "undecided",
                                                      "broken"};
  for (std::size_t n = 1; n < standings.size(); ++n) {
    if (standings[n] > 0) text += fmt::format(", {} {}", standings[n], kNames[n]);
  }
  text += fmt::format("; {} in {:.2f} s", counted(executions, "execution"), elapsed_s);
  return standings[0] == results.size() ? style.good(text) : style.bad(text);
}

}  // namespace

Standing standing(const PropertyResult& property) {
  if (property.verdict == property.expected) return Standing::as_expected;
  const bool decided = property.verdict == Verdict::holds || property.verdict == Verdict::violated;
  return decided ? Standing::unexpected : Standing::undecided;
}

Standing standing(const ScenarioResult& result) {
  if (result.broken) return Standing::broken;
  bool undecided = false;
  for (const PropertyResult& property : result.properties) {
    const Standing one = standing(property);
    if (one == Standing::unexpected) return one;
    undecided = undecided || one == Standing::undecided;
  }
  return undecided ? Standing::undecided : Standing::as_expected;
}

std::string check_table(const std::vector<ScenarioResult>& results,
                        const CheckTableOptions& options, const Style& style) {
  std::vector<Cells> rows;
  for (const ScenarioResult& result : results) rows.push_back(cells_of(result));
  const Cells widths = widest(rows);
  std::string text;
  std::string_view design;
  for (std::size_t n = 0; n < results.size(); ++n) {
    const ScenarioResult& result = results[n];
    if (options.only_unexpected && standing(result) == Standing::as_expected) continue;
    if (text.empty()) {
      text += std::string(kIndent, ' ') + style.dim(row_text(kHeader, widths)) + "\n";
    }
    if (design_of(result) != design) {
      design = design_of(result);
      text += style.strong(escaped(design)) + (result.accepted ? " (accepted)\n" : "\n");
      text += paragraph(result.design, 2, 2);
    }
    text += "  " + mark(standing(result), style) + " " + row_text(rows[n], widths) + "\n";
    text += details(result, options.only_unexpected, style);
    const bool again = n + 1 < results.size() && results[n + 1].scenario == result.scenario &&
                       results[n + 1].bounds == result.bounds;
    if (!again) text += bounds_text(result);
  }
  return text + summary(results, style) + "\n";
}

}  // namespace racewindow
