// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <span>

#include "sim/store/store.h"

// The canonical order of rows that no ORDER BY decides: by value, column after column, NULL last.
// Every store delivers such rows in it, so that the same content gives the same result however it
// came about.
namespace racewindow {

[[nodiscard]] std::strong_ordering compare_rows(std::span<const Value> a, std::span<const Value> b);

// Rows that agree in the columns `sorted_by`, which they are already sorted by, are put in
// canonical order; without such columns, all rows are.
void sort_rows(RowSet& rows, std::span<const std::size_t> sorted_by = {});

// By row before, then row after; a row that is not there comes first.
void sort_changes(Outcome& outcome, std::size_t first);

}  // namespace racewindow
