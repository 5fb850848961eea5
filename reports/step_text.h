// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/result.h"

namespace racewindow {

enum class Tone { plain, strong, dim, good, bad, warning };

// What of a step a line tells.
enum class Part { opening, statement, site, result, notice, change, log, status };

// brief: long texts are shortened, and many rows counted.
enum class Detail { brief, whole };

struct TextLine {
  std::string text;  // safe to print
  Tone tone = Tone::plain;
  Part part = Part::opening;  // of lines about a step
};

// What one step did, in lines of at most `width` columns: the SQL with its values, the call site,
// the result or error, the rows it changed, log lines and how the actor fared. Not the view.
[[nodiscard]] std::vector<TextLine> step_lines(const TraceStep& step, std::size_t width,
                                               Detail detail = Detail::brief);

// How a view changed: a line (or several) per table that did, with the rows that went and came.
// `before` and `after` are of the same scenario.
[[nodiscard]] std::vector<TextLine> view_change_lines(const std::vector<TraceTable>& before,
                                                      const std::vector<TraceTable>& after,
                                                      std::size_t width,
                                                      Detail detail = Detail::brief);
// The whole view.
[[nodiscard]] std::vector<TextLine> view_lines(const std::vector<TraceTable>& view,
                                               std::size_t width, Detail detail = Detail::brief);
// Every row of these tables, whole, each on a line of its own.
[[nodiscard]] std::vector<TextLine> table_lines(const std::vector<TraceTable>& tables,
                                                std::size_t width);

}  // namespace racewindow
