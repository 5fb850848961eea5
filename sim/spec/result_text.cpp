// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/result_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace racewindow {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// PQprint's own idea of a number, by which dates are numbers too: these characters only, not with
// an exponent first, and a digit last.
bool looks_numeric(std::string_view cell) {
  return cell.find_first_not_of("0123456789.Ee -") == std::string_view::npos &&
         cell.front() != 'E' && cell.front() != 'e' && is_digit(cell.back());
}

struct Layout {
  std::size_t width = 0;
  bool left = false;  // something in the column is no number
};

std::string line(const std::vector<Layout>& layout, const std::string* cells) {
  std::string text;
  for (std::size_t n = 0; n < layout.size(); ++n) {
    if (n != 0) text += '|';
    const std::string blanks(layout[n].width - cells[n].size(), ' ');
    text += layout[n].left ? cells[n] + blanks : blanks + cells[n];
  }
  return text + "\n";
}

}  // namespace

std::string result_text(const SpecResult& rows) {
  const std::size_t columns = rows.columns.size();
  if (columns == 0) return "";
  std::vector<Layout> layout(columns);
  for (std::size_t n = 0; n < columns; ++n) layout[n].width = rows.columns[n].size();
  for (std::size_t n = 0; n < rows.cells.size(); ++n) {
    Layout& column = layout[n % columns];
    const std::string& cell = rows.cells[n];
    column.width = std::max(column.width, cell.size());
    column.left = column.left || (!cell.empty() && !looks_numeric(cell));
  }
  std::string text = line(layout, rows.columns.data());
  for (std::size_t n = 0; n < columns; ++n) {
    if (n != 0) text += '+';
    text.append(layout[n].width, '-');
  }
  text += '\n';
  for (std::size_t row = 0; row < rows.row_count; ++row) {
    text += line(layout, rows.cells.data() + row * columns);
  }
  return text + fmt::format("({} row{})\n\n", rows.row_count, rows.row_count == 1 ? "" : "s");
}

}  // namespace racewindow
