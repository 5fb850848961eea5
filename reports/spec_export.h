// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "sim/connection_watch.h"
#include "sim/result.h"
#include "sim/scenario.h"

namespace racewindow {

// Thrown for a schedule that no isolation spec can say: which step, and why.
struct NoSpec : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A schedule as an isolation spec of one permutation (docs/spec.md), for PostgreSQL's
// isolationtester and for `racewindow spec`: the scenario's schema as setup, a session for each
// connection of an actor, its statements with their values written into them, and at the end the
// view queries. What is outside of the database stands in comments. `connections` were watched
// while the trace was made; `replay_line` is named at the top. Throws NoSpec.
[[nodiscard]] std::string spec_of(const Scenario& scenario, const Trace& trace,
                                  const ConnectionWatch& connections,
                                  const std::string& replay_line);

}  // namespace racewindow
