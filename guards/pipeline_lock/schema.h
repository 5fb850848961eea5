// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace racewindow::pipeline_lock {

// Projects, runs (PENDING, RUNNING, DONE or FAILED), the steps and chunks that each has done.
[[nodiscard]] std::vector<std::string> database_schema();

// At most one active run per project, by an index instead of a lock.
[[nodiscard]] std::vector<std::string> active_run_index();

// Each step of a run at most once.
[[nodiscard]] std::vector<std::string> step_index();

// The job queues, for the `env` store.
[[nodiscard]] std::vector<std::string> queue_schema();

}  // namespace racewindow::pipeline_lock
