// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/run_steps.h"
#include "guards/pipeline_lock/worker.h"

namespace racewindow::pipeline_lock {
namespace {

// SchemaService: each call is a transaction of its own and takes no lock ("Schema operations").
void merge(Context& ctx, PoolHandle pool, const Project& project) {
  in_transaction(ctx, pool,
                 [&](Session& transaction) { create_company_schema(transaction, project); });
  in_transaction(ctx, pool,
                 [&](Session& transaction) { create_project_table(transaction, project); });
  in_transaction(ctx, pool,
                 [&](Session& transaction) { add_column(transaction, project, "price"); });
}

}  // namespace

// "FETCH → PARSE → MERGE → RULES → EXPORT": each delivery of the job begins with FETCH, and the
// temporary table is the project's.
void run_as_described(Context& ctx, PoolHandle pool, const Job& job) {
  Session prisma = ctx.session(pool);
  mark_running(prisma, job.run);
  record_step(prisma, job.run, "FETCH");
  record_step(prisma, job.run, "PARSE");
  merge(ctx, pool, job.project);
  record_step(prisma, job.run, "MERGE");
  create_rules_tmp(prisma, job.project.id);
  read_rules_tmp(prisma, job.project.id);
  record_step(prisma, job.run, "RULES");
  drop_rules_tmp(prisma, job.project.id);
  record_step(prisma, job.run, "EXPORT");
  mark_done(prisma, job.run);
}

void run_without_tables(Context& ctx, PoolHandle pool, const Job& job) {
  Session prisma = ctx.session(pool);
  mark_running(prisma, job.run);
  for (const char* step : {"FETCH", "PARSE", "MERGE", "RULES", "EXPORT"}) {
    record_step(prisma, job.run, step);
  }
  mark_done(prisma, job.run);
}

}  // namespace racewindow::pipeline_lock
