// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/sweeper.h"

#include "guards/pipeline_lock/run_steps.h"

namespace racewindow::pipeline_lock {

void sweep_idle_projects(Context& ctx, PoolHandle pool) {
  constexpr char idle_projects[] =
      "SELECT p.id FROM project AS p WHERE NOT EXISTS (SELECT 1 FROM pipeline_run AS r "
      "WHERE r.project_id = p.id AND r.status = 'RUNNING') ORDER BY p.id";
  Session prisma = ctx.session(pool);
  const Rows idle = prisma.query(idle_projects);
  for (std::size_t n = 0; n < idle.size(); ++n) {
    drop_rules_tmp(prisma, idle.get<std::string>(n, 0).value());
  }
}

}  // namespace racewindow::pipeline_lock
