// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "guards/pipeline_lock/project.h"

// The root job with the three other queues of the worker: import, rules, export. What a step has to
// do is cut into chunks, and each of them is a job of such a queue.
namespace racewindow::pipeline_lock {

// A root job that hands each step over to its queue in so many chunks, and waits for them. It keeps
// no connection meanwhile.
void run_by_step_jobs(Context& ctx, PoolHandle pool, const Job& job, std::int64_t chunks);

// One slot of IMPORT_, RULES_ or EXPORT_CONCURRENCY: a chunk is one transaction.
void work_on_steps(Context& ctx, PoolHandle pool, std::string_view queue,
                   const std::string& process_name);

}  // namespace racewindow::pipeline_lock
