// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document.h"
#include "sim/mutation_result.h"
#include "sim/registry.h"

namespace racewindow {

// Which of a design's statements are needed: every mutant with what kills it, and why nothing
// notices those that survive, as far as the system explains it.
void add_mutation(Document& document, const MutationReport& report, const SystemInfo& system,
                  const std::string& program);

}  // namespace racewindow
