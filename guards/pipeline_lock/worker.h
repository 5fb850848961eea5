// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "guards/pipeline_lock/project.h"

// The worker process: its loop, and the designs of what it runs.
namespace racewindow::pipeline_lock {

// One slot of PIPELINE_CONCURRENCY: takes the root jobs of the queue one after the other, for ever.
// A job is gone once its run is over, whatever way; one that the process died with is delivered
// again. A run whose job fails is FAILED.
void work(Context& ctx, PoolHandle pool, const RunPipeline& run, const std::string& process_name);

// The same, but until the queue is empty.
void work_off(Context& ctx, PoolHandle pool, const RunPipeline& run,
              const std::string& process_name);

// The line that every failure of a run leaves.
void log_failure(Context& ctx, const Job& job, const SqlError& error);

// The document's root job: every delivery begins the run anew.
void run_as_described(Context& ctx, PoolHandle pool, const Job& job);

// The same of a pipeline that has no tables to make: statements in autocommit, for any database.
void run_without_tables(Context& ctx, PoolHandle pool, const Job& job);

// The run goes on after the last step that was taken, and every step is taken once. It is FAILED
// only while it has not ended.
void run_resuming(Context& ctx, PoolHandle pool, const Job& job);

// Enqueues the runs that wait for a worker, in case their handlers died before they could.
void enqueue_pending_runs(Context& ctx, PoolHandle pool);

}  // namespace racewindow::pipeline_lock
