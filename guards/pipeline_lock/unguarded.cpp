// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// "Prima": check, create and call with nothing around them.
std::int64_t start_unguarded(Context& ctx, const Web& web, const Project& project) {
  Session prisma = ctx.session(web.pool);
  require_no_active_run(prisma, project);
  const std::int64_t run = create_run(prisma, project);
  enqueue(ctx, run, project);
  return run;
}

}  // namespace racewindow::pipeline_lock
