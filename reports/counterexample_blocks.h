// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document.h"
#include "reports/violations.h"

namespace racewindow {

// The execution as a table: a column per actor and one for what a reader sees next.
[[nodiscard]] DocumentTable step_table(const Trace& trace);
// The same as messages between the actors and the database.
[[nodiscard]] SequenceDiagram sequence_diagram(const Trace& trace);
// What must hold, what was seen, the execution, counts and the commands that replay it.
void add_violation(Document& document, const Violation& violation, const std::string& program);

}  // namespace racewindow
