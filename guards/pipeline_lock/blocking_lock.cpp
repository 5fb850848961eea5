// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// A lock that waits instead of a try-lock: the second click is answered when the first one is done.
std::int64_t start_under_blocking_lock(Context& ctx, const Web& web, const Project& project) {
  std::int64_t run = 0;
  in_transaction(ctx, web.pool, [&](Session& transaction) {
    wait_for_project_lock(transaction, web, project);
    require_no_active_run(transaction, project);
    run = create_run(transaction, project);
  });
  enqueue(ctx, run, project);
  return run;
}

}  // namespace racewindow::pipeline_lock
