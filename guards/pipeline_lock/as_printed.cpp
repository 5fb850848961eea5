// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// withProjectPipelineLock as the document prints it. The callback of $transaction takes no
// transaction client: `prisma.$queryRaw` and `fn()` are calls of the outer client, and each of
// their statements is a transaction of its own on some other connection. So the lock is released
// as soon as it is taken, and the transaction around it stays empty.
std::int64_t start_as_printed(Context& ctx, const Web& web, const Project& project) {
  Session prisma = ctx.session(web.pool);
  std::int64_t run = 0;
  in_transaction(ctx, web.pool, [&](Session&) {
    try_project_lock(prisma, web, project);
    require_no_active_run(prisma, project);
    run = create_run(prisma, project);
    enqueue(ctx, run, project);
  });
  return run;
}

}  // namespace racewindow::pipeline_lock
