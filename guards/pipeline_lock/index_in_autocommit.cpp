// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// The same index, the run inserted by a statement that is its own transaction: nobody ever waits.
std::int64_t start_by_index_in_autocommit(Context& ctx, const Web& web, const Project& project) {
  Session prisma = ctx.session(web.pool);
  const std::int64_t run = create_only_run(prisma, project);
  enqueue_once(ctx, run, project);
  return run;
}

}  // namespace racewindow::pipeline_lock
