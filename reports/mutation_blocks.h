// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document.h"
#include "sim/mutation_result.h"

namespace racewindow {

// Which of a design's statements are needed: every mutant with what kills it.
void add_mutation(Document& document, const MutationReport& report, const std::string& program);

}  // namespace racewindow
