// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {

// The diagrams taken literally: between findFirst and the call to the worker nothing is created, so
// the worker creates the run, after the handler has returned and released its lock.
std::int64_t start_with_row_by_worker(Context& ctx, const Web& web, const Project& project) {
  in_transaction(ctx, web.pool, [&](Session& transaction) {
    try_project_lock(transaction, web, project);
    require_no_active_run(transaction, project);
    enqueue(ctx, 0, project);
  });
  return 0;
}

}  // namespace racewindow::pipeline_lock
