// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "sim/result.h"

namespace racewindow {

// One statement as a person reads it: blanks and line breaks joined, comments dropped, $n replaced
// by the bound values (cut to `value_width_max` columns), everything unsafe escaped. Where that is
// longer than `width_max` columns, the lists in parentheses are shortened to their first member,
// from the left until it fits; what is still too long is cut.
[[nodiscard]] std::string readable_sql(const TraceStatement& statement, std::size_t width_max,
                                       std::size_t value_width_max = 32);
// The same with nothing shortened.
[[nodiscard]] std::string whole_sql(const TraceStatement& statement);

}  // namespace racewindow
