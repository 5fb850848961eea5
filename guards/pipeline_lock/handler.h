// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "guards/pipeline_lock/project.h"

namespace racewindow::pipeline_lock {

// The two names of the one route handler.
inline constexpr std::string_view run_route = "run";
inline constexpr std::string_view run_now_route = "run-now";

// POST /api/projects/{id}/pipeline/{route}: writes one line with the status it answers. 202: a run
// was started; 409: the project is busy; 500: an error, which ends the request and not the process.
void post_run(Context& ctx, const StartRun& start, const Web& web, const Project& project,
              std::string_view route = run_route);

}  // namespace racewindow::pipeline_lock
