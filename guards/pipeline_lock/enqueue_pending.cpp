// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/statements.h"
#include "guards/pipeline_lock/worker.h"

namespace racewindow::pipeline_lock {

void enqueue_pending_runs(Context& ctx, PoolHandle pool) {
  constexpr char pending_runs[] =
      "SELECT r.id, p.id, p.company_id FROM pipeline_run AS r "
      "JOIN project AS p ON p.id = r.project_id WHERE r.status = 'PENDING' ORDER BY r.id";
  Session prisma = ctx.session(pool);
  const Rows pending = prisma.query(pending_runs);
  for (std::size_t n = 0; n < pending.size(); ++n) {
    const Project project{pending.get<std::string>(n, 1).value(),
                          pending.get<std::string>(n, 2).value()};
    enqueue_once(ctx, pending.get<std::int64_t>(n, 0).value(), project);
  }
}

}  // namespace racewindow::pipeline_lock
