// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// The lock is taken in the transaction, and held by it; the work still goes by the outer client. It
// is committed statement by statement, and needs a second connection while the first one waits.
std::int64_t start_with_work_outside(Context& ctx, const Web& web, const Project& project) {
  Session prisma = ctx.session(web.pool);
  std::int64_t run = 0;
  in_transaction(ctx, web.pool, [&](Session& transaction) {
    try_project_lock(transaction, web, project);
    require_no_active_run(prisma, project);
    run = create_run(prisma, project);
    enqueue(ctx, run, project);
  });
  return run;
}

}  // namespace racewindow::pipeline_lock
