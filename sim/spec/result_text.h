// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/spec/spec_target.h"

namespace racewindow {

// The rows as libpq's PQprint lays them out for isolationtester: a column that looks numeric is
// aligned right, widths count bytes. Rows without columns print as nothing.
[[nodiscard]] std::string result_text(const SpecResult& rows);

}  // namespace racewindow
