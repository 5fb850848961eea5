// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/step_jobs.h"

#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/run_steps.h"

namespace racewindow::pipeline_lock {
namespace {

void hand_over(Context& ctx, std::string_view queue, std::int64_t run, std::int64_t chunks) {
  constexpr char push[] =
      "INSERT INTO step_job (queue, run_id) SELECT $1, $2 FROM generate_series(1, $3)";
  ctx.external("add step jobs", push, queue, run, chunks);
  constexpr char await[] =
      "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM step_job WHERE queue = $1 AND run_id = $2)";
  ctx.receive("await step jobs", await, queue, run);
}

}  // namespace

void run_by_step_jobs(Context& ctx, PoolHandle pool, const Job& job, std::int64_t chunks) {
  Session prisma = ctx.session(pool);
  mark_running(prisma, job.run);
  hand_over(ctx, "import", job.run, chunks);
  record_step(prisma, job.run, "FETCH");
  record_step(prisma, job.run, "PARSE");
  record_step(prisma, job.run, "MERGE");
  hand_over(ctx, "rules", job.run, chunks);
  record_step(prisma, job.run, "RULES");
  hand_over(ctx, "export", job.run, chunks);
  record_step(prisma, job.run, "EXPORT");
  mark_done(prisma, job.run);
}

void work_on_steps(Context& ctx, PoolHandle pool, std::string_view queue,
                   const std::string& process_name) {
  constexpr char take[] =
      "UPDATE step_job SET taken_by = $2 WHERE id = "
      "(SELECT min(id) FROM step_job WHERE queue = $1 AND taken_by IS NULL) RETURNING id, run_id";
  for (;;) {
    ctx.forget("idle");
    const Rows taken = ctx.receive("take step job", take, queue, process_name);
    const std::int64_t run = taken.get<std::int64_t>(0, 1).value();
    in_transaction(ctx, pool, [&](Session& transaction) {
      constexpr char insert[] = "INSERT INTO pipeline_chunk (run_id, queue) VALUES ($1, $2)";
      transaction.exec(insert, run, queue);
    });
    const std::int64_t id = taken.get<std::int64_t>(0, 0).value();
    ctx.external("complete step job", "DELETE FROM step_job WHERE id = $1", id);
  }
}

}  // namespace racewindow::pipeline_lock
