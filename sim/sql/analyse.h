// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sql/statement.h"

namespace racewindow {

// Fills in what follows from the bound form: target, reads, columns, uses_clock, unordered,
// open_choice.
void analyse(Statement& statement);

}  // namespace racewindow
