// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// A partial unique index on active runs instead of a lock. Within a transaction the second click
// waits at the first one's row until it is committed.
std::int64_t start_by_index_in_transaction(Context& ctx, const Web& web, const Project& project) {
  std::int64_t run = 0;
  in_transaction(ctx, web.pool, [&](Session& transaction) {
    require_no_active_run(transaction, project);
    run = create_only_run(transaction, project);
  });
  enqueue(ctx, run, project);
  return run;
}

}  // namespace racewindow::pipeline_lock
