// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// The call to the worker comes after the transaction: the worker sees the run, but a handler that
// dies in between leaves a run that nobody was told of. Whoever finds a run without a job may
// enqueue it again (worker.h), so the job has the run's id.
std::int64_t start_with_enqueue_after(Context& ctx, const Web& web, const Project& project) {
  std::int64_t run = 0;
  in_transaction(ctx, web.pool, [&](Session& transaction) {
    try_project_lock(transaction, web, project);
    require_no_active_run(transaction, project);
    run = create_run(transaction, project);
  });
  enqueue_once(ctx, run, project);
  return run;
}

}  // namespace racewindow::pipeline_lock
