// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/run_steps.h"
#include "guards/pipeline_lock/worker.h"

namespace racewindow::pipeline_lock {

// "FETCH → PARSE → MERGE → RULES → EXPORT": each delivery of the job begins with FETCH. Schema
// operations take no lock ("Schema operations"), and the temporary table is the project's.
void run_as_described(Context& ctx, PoolHandle pool, const Job& job) {
  Session prisma = ctx.session(pool);
  const std::int64_t run = job.run;
  mark_running(prisma, run);
  record_step(prisma, run, "FETCH");
  record_step(prisma, run, "PARSE");
  create_company_schema(prisma, job.project);
  create_project_table(prisma, job.project);
  add_column(prisma, job.project, "price");
  record_step(prisma, run, "MERGE");
  create_rules_tmp(prisma, job.project.id);
  fill_rules_tmp(prisma, job.project.id);
  record_step(prisma, run, "RULES");
  drop_rules_tmp(prisma, job.project.id);
  record_step(prisma, run, "EXPORT");
  mark_done(prisma, run);
}

}  // namespace racewindow::pipeline_lock
