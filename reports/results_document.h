// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document.h"
#include "reports/json.h"

namespace racewindow {

// What a run of `check` or `explore` found: a table of all scenarios, and every violation that was
// not expected with its execution. Of `explore` every violation, since it was asked to look.
[[nodiscard]] Document results_document(const ResultFile& file, const std::string& program);

}  // namespace racewindow
