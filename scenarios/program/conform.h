// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenarios/program/commands.h"
#include "sim/registry.h"
#include "sim/store/postgres/private_server.h"

namespace racewindow {

// The two things that `conform` takes. Each prints what differs and a line for each file or
// scenario, and returns the exit code.

int conform_specs(const std::vector<std::string>& files, const ConformOptions& options);
// On a private server only: everything in the database is dropped, again and again.
int conform_scenarios(const std::vector<const ScenarioEntry*>& entries,
                      const ConformOptions& options);

}  // namespace racewindow
