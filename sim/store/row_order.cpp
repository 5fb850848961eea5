// SPDX-License-Identifier: Apache-2.0
#include "sim/store/row_order.h"

#include <algorithm>
#include <numeric>
#include <vector>

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

void sort_rows(RowSet& rows, std::span<const std::size_t> sorted_by) {
  if (rows.row_count < 2) return;
  const auto agree = [&](std::size_t a, std::size_t b) {
    return std::ranges::all_of(
        sorted_by, [&](std::size_t column) { return rows.row(a)[column] == rows.row(b)[column]; });
  };
  std::vector<std::size_t> order(rows.row_count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (auto run = order.begin(); run != order.end();) {
    const auto end =
        std::find_if_not(run, order.end(), [&](std::size_t n) { return agree(*run, n); });
    std::sort(run, end, [&rows](std::size_t a, std::size_t b) {
      return compare_rows(rows.row(a), rows.row(b)) < 0;
    });
    run = end;
  }
  std::vector<Value> sorted;
  sorted.reserve(rows.cells.size());
  for (const std::size_t n : order) {
    sorted.insert(sorted.end(), rows.row(n).begin(), rows.row(n).end());
  }
  rows.cells = std::move(sorted);
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
