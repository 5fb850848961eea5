// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "guards/pipeline_lock/project.h"

// The statements that handlers are made of. A design is a composition of these, read from top to
// bottom; where designs differ, the difference is a call or the client that sends it.
namespace racewindow::pipeline_lock {

// pg_try_advisory_xact_lock on the project's key. Throws PipelineLockBusy where it is taken.
void try_project_lock(Session& db, const Web& web, const Project& project);
// pg_advisory_xact_lock: waits where it is taken.
void wait_for_project_lock(Session& db, const Web& web, const Project& project);

// findFirst(PENDING|RUNNING). Throws RunActive where there is one.
void require_no_active_run(Session& db, const Project& project);

// A new run, PENDING. Returns its id. The second form throws RunActive where an index on active
// runs refuses it.
[[nodiscard]] std::int64_t create_run(Session& db, const Project& project);
[[nodiscard]] std::int64_t create_only_run(Session& db, const Project& project);

// The call to the worker, which puts the run into its queue; run 0: the worker creates the run.
void enqueue(Context& ctx, std::int64_t run, const Project& project);
// The same where the run may be in the queue already: its id is the job's.
void enqueue_once(Context& ctx, std::int64_t run, const Project& project);

}  // namespace racewindow::pipeline_lock
