// SPDX-License-Identifier: Apache-2.0
#include "sim/store/row_order.h"

#include <algorithm>
#include <ranges>

namespace racewindow {
namespace {

std::span<const Value> cells_at(const Outcome& outcome, const RowChange& change, std::size_t at) {
  if (at == RowChange::npos) return {};
  return std::span(outcome.change_cells).subspan(at, change.table->columns.size());
}

}  // namespace

std::strong_ordering compare_rows(std::span<const Value> a, std::span<const Value> b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == b[i]) continue;
    if (a[i].is_null() || b[i].is_null()) return a[i].is_null() <=> b[i].is_null();
    if (const auto order = compare(a[i], b[i]); order != 0) return order;
  }
  return a.size() <=> b.size();
}

// By insertion in place: there are tens of rows, often in order already, and nothing is allocated.
void sort_rows(RowSet& rows, std::span<const std::size_t> sorted_by) {
  const auto agree = [&](std::size_t a, std::size_t b) {
    return std::ranges::all_of(
        sorted_by, [&](std::size_t column) { return rows.row(a)[column] == rows.row(b)[column]; });
  };
  const auto cell = [&](std::size_t row) {
    return rows.cells.begin() + static_cast<std::ptrdiff_t>(row * rows.width());
  };
  std::size_t first = 0;  // of those that agree with row n
  for (std::size_t n = 1; n < rows.row_count; ++n) {
    if (!agree(first, n)) {
      first = n;
      continue;
    }
    const auto place = std::ranges::upper_bound(
        std::views::iota(first, n), rows.row(n),
        [](std::span<const Value> a, std::span<const Value> b) { return compare_rows(a, b) < 0; },
        [&](std::size_t other) { return std::span<const Value>(rows.row(other)); });
    std::rotate(cell(*place), cell(n), cell(n + 1));
  }
}

void sort_changes(Outcome& outcome, std::size_t first) {
  const auto begin = outcome.changes.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, outcome.changes.end(), [&outcome](const RowChange& a, const RowChange& b) {
    const auto order = compare_rows(cells_at(outcome, a, a.before), cells_at(outcome, b, b.before));
    if (order != 0) return order < 0;
    return compare_rows(cells_at(outcome, a, a.after), cells_at(outcome, b, b.after)) < 0;
  });
}

}  // namespace racewindow
