// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/json.h"

namespace racewindow {

// The results as one page that opens from disk and needs nothing else: an overview of all runs, and
// for each violating schedule its steps, the tables and the reader's view after each of them. All
// of it is in the markup, and readable without JavaScript; the script only walks through it.
// Equal results give equal bytes.
[[nodiscard]] std::string html_report(const ResultFile& file);

}  // namespace racewindow
