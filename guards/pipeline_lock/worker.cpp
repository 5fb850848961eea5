// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/worker.h"

#include "guards/pipeline_lock/run_steps.h"
#include "guards/pipeline_lock/statements.h"

namespace racewindow::pipeline_lock {
namespace {

constexpr char take_job[] =
    "UPDATE job SET taken_by = $1 WHERE id = (SELECT min(id) FROM job WHERE taken_by IS NULL) "
    "RETURNING id, run_id, project_id, company_id";

Job job_of(const Rows& taken) {
  Job job;
  job.id = taken.get<std::int64_t>(0, 0).value();
  job.run = taken.get<std::int64_t>(0, 1).value_or(0);
  job.project.id = taken.get<std::string>(0, 2).value();
  job.project.company = taken.get<std::string>(0, 3).value();
  return job;
}

void process(Context& ctx, PoolHandle pool, const RunPipeline& run, Job job) {
  Session prisma = ctx.session(pool);
  if (job.run == 0) job.run = create_run(prisma, job.project);
  try {
    run(ctx, pool, job);
  } catch (const SqlError& error) {
    log_failure(ctx, job, error);
    mark_failed(prisma, job.run);
  }
  ctx.external("complete job", "DELETE FROM job WHERE id = $1", job.id);
}

}  // namespace

void log_failure(Context& ctx, const Job& job, const SqlError& error) {
  ctx.log("op=failed project={} run={} error=\"{}\"", job.project.id, job.run, error.message());
}

void work(Context& ctx, PoolHandle pool, const RunPipeline& run, const std::string& process_name) {
  for (;;) {
    ctx.forget("idle");
    const Rows taken = ctx.receive("take job", take_job, process_name);
    process(ctx, pool, run, job_of(taken));
  }
}

void work_off(Context& ctx, PoolHandle pool, const RunPipeline& run,
              const std::string& process_name) {
  for (;;) {
    const Rows taken = ctx.external("take job", take_job, process_name);
    if (taken.empty()) return;
    process(ctx, pool, run, job_of(taken));
  }
}

}  // namespace racewindow::pipeline_lock
