// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/result.h"

namespace racewindow {

// One row of a table that is shown with what became of it since an earlier version.
struct ComparedRow {
  enum class Fate { same, added, removed, changed };
  Fate fate = Fate::same;
  const TraceRow* before = nullptr;  // null: added
  const TraceRow* after = nullptr;   // null: removed
};

// The rows of `after` in their order, then those that are gone. A row that went and one that came
// are one changed row where at least half of their cells are equal. Points into both tables.
[[nodiscard]] std::vector<ComparedRow> compare_rows(const TraceTable& before,
                                                    const TraceTable& after);

// A table as it is after a step, with what changed against `before` marked. `what`: "view" or
// "table". Never null: `before` of a first version is the version itself.
[[nodiscard]] std::string table_html(std::string_view what, const TraceTable& before,
                                     const TraceTable& after);

}  // namespace racewindow
