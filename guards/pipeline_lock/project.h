// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "sim/context.h"

// The pipeline lock: a project's pipeline (FETCH, PARSE, MERGE, RULES, EXPORT) is started by a
// route handler, which checks for an active run, creates one and hands it to the worker by a queue.
// The source document is "Concurrency" of FireFeed; sections named in comments are its sections.
namespace racewindow::pipeline_lock {

struct Project {
  std::string id;
  std::string company;
};

// A web process as its handlers know it: the connection pool of its client library, and
// projectIdToLockKey.
struct Web {
  PoolHandle pool;
  std::function<std::int64_t(std::string_view)> lock_key;
};

// Why a click is answered with 409.
struct PipelineLockBusy {};  // another handler of the project is inside
struct RunActive {           // the project has a run already
  std::int64_t run = 0;      // 0: not known
};

// The guarded part of the route handler: starts a run and returns its id, 0 where it has none yet.
// Throws PipelineLockBusy, RunActive or SqlError where it does not.
using StartRun = std::function<std::int64_t(Context&, const Web&, const Project&)>;

// What the queue delivers to the worker.
struct Job {
  std::int64_t id = 0;
  std::int64_t run = 0;  // 0: the worker creates it
  Project project;
};

// The root job of a run, from FETCH to EXPORT. Throws SqlError where the run has failed.
using RunPipeline = std::function<void(Context&, PoolHandle, const Job&)>;

}  // namespace racewindow::pipeline_lock
