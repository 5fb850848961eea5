// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// What the text describes ("Race window chiusa"): lock, check, creation and the call to the worker
// in one transaction, by its own client. The worker may be told of a run that it cannot see yet.
std::int64_t start_as_described(Context& ctx, const Web& web, const Project& project) {
  std::int64_t run = 0;
  in_transaction(ctx, web.pool, [&](Session& transaction) {
    try_project_lock(transaction, web, project);
    require_no_active_run(transaction, project);
    run = create_run(transaction, project);
    enqueue(ctx, run, project);
  });
  return run;
}

}  // namespace racewindow::pipeline_lock
