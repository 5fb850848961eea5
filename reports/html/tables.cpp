// SPDX-License-Identifier: Apache-2.0
#include "reports/html/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/html/markup.h"
#include "reports/text.h"

namespace racewindow {
namespace {

using Fate = ComparedRow::Fate;

constexpr std::size_t kRowsMax = 200;
constexpr std::size_t kCellBytesMax = 200;
constexpr std::size_t kLineBytesMax = 48;  // longer cells may be broken into lines

std::size_t equal_cells(const TraceRow& a, const TraceRow& b) {
  if (a.cells.size() != b.cells.size()) return 0;
  std::size_t equal = 0;
  for (std::size_t n = 0; n < a.cells.size(); ++n) {
    if (a.cells[n] == b.cells[n]) ++equal;
  }
  return equal;
}

// The row that went which `came` was most likely made of; it is taken out of `gone`.
const TraceRow* origin(const TraceRow& came, std::vector<const TraceRow*>& gone) {
  const auto best = std::max_element(gone.begin(), gone.end(), [&](const auto* a, const auto* b) {
    return equal_cells(*a, came) < equal_cells(*b, came);
  });
  if (best == gone.end() || 2 * equal_cells(**best, came) < came.cells.size()) return nullptr;
  const TraceRow* found = *best;
  gone.erase(best);
  return found;
}

struct FateText {
  std::string_view style;
  std::string_view glyph;
  std::string_view word;
};
FateText text_of(Fate fate) {
  switch (fate) {
    case Fate::same:
      return {"same", "", ""};
    case Fate::added:
      return {"added", "+", "added"};
    case Fate::removed:
      return {"removed", "−", "removed"};
    case Fate::changed:
      return {"changed", "~", "changed"};
  }
  return {};
}

std::string cells_html(const ComparedRow& row) {
  const TraceRow& shown = row.after != nullptr ? *row.after : *row.before;
  std::string markup;
  for (std::size_t n = 0; n < shown.cells.size(); ++n) {
    const std::string_view style = shown.cells[n].size() > kLineBytesMax ? " class=\"long\"" : "";
    const std::string cell = html_cut(shown.cells[n], kCellBytesMax);
    if (row.fate == Fate::changed && row.before->cells[n] != shown.cells[n]) {
      markup += fmt::format("<td{}><del>{}</del> <ins>{}</ins></td>", style,
                            html_cut(row.before->cells[n], kCellBytesMax), cell);
    } else {
      markup += fmt::format("<td{}>{}</td>", style, cell);
    }
  }
  return markup;
}

std::string row_html(const ComparedRow& row) {
  const FateText text = text_of(row.fate);
  std::string mark;
  if (row.fate != Fate::same) {
    mark = fmt::format("<span aria-hidden=\"true\">{}</span><span class=\"said\">{}</span>",
                       text.glyph, text.word);
  }
  return fmt::format("<tr class=\"{}\"><td class=\"mark\">{}</td>{}</tr>\n", text.style, mark,
                     cells_html(row));
}

std::string size_text(const TraceTable& before, const TraceTable& after) {
  const std::string now = counted(after.rows.size(), "row");
  if (before.rows.size() == after.rows.size()) return now;
  return fmt::format("<span class=\"was\">{} → </span>{}", before.rows.size(), now);
}

}  // namespace

std::vector<ComparedRow> compare_rows(const TraceTable& before, const TraceTable& after) {
  std::map<std::vector<std::string>, std::size_t> left;  // rows of before, and how many
  for (const TraceRow& row : before.rows) ++left[row.cells];
  std::vector<ComparedRow> rows;
  for (const TraceRow& row : after.rows) {
    const auto same = left.find(row.cells);
    const bool is_same = same != left.end() && same->second > 0;
    if (is_same) --same->second;
    rows.push_back({is_same ? Fate::same : Fate::added, is_same ? &row : nullptr, &row});
  }
  std::vector<const TraceRow*> gone;  // the last ones, where some of several equal ones are left
  for (auto row = before.rows.rbegin(); row != before.rows.rend(); ++row) {
    std::size_t& count = left[row->cells];
    if (count == 0) continue;
    --count;
    gone.push_back(&*row);
  }
  std::reverse(gone.begin(), gone.end());
  for (ComparedRow& row : rows) {
    if (row.fate != Fate::added || gone.size() > kRowsMax) continue;  // too many to tell apart
    row.before = origin(*row.after, gone);
    if (row.before != nullptr) row.fate = Fate::changed;
  }
  for (const TraceRow* row : gone) rows.push_back({Fate::removed, row, nullptr});
  return rows;
}

std::string table_html(std::string_view what, const TraceTable& before, const TraceTable& after) {
  std::vector<ComparedRow> rows = compare_rows(before, after);
  // A long table shows what changed rather than how it begins.
  if (rows.size() > kRowsMax) {
    std::stable_partition(rows.begin(), rows.end(),
                          [](const ComparedRow& row) { return row.fate != Fate::same; });
  }
  const std::size_t shown = std::min(rows.size(), kRowsMax);
  std::string markup = fmt::format(
      "<div class=\"grid\" data-what=\"{}\" data-name=\"{}\"><table>\n"
      "<caption>{} <span class=\"size\">{}</span></caption>\n"
      "<thead><tr><th scope=\"col\" class=\"mark\"><span class=\"said\">change</span></th>",
      what, html_text(after.name), html_text(after.name), size_text(before, after));
  for (const std::string& column : after.columns) {
    markup += fmt::format("<th scope=\"col\">{}</th>", html_text(column));
  }
  markup += "</tr></thead>\n<tbody>\n";
  for (std::size_t n = 0; n < shown; ++n) markup += row_html(rows[n]);
  markup += "</tbody></table>";
  if (shown < rows.size()) {
    markup += fmt::format("<p class=\"cut\">… {} more</p>", counted(rows.size() - shown, "row"));
  }
  return markup + "</div>\n";
}

}  // namespace racewindow
