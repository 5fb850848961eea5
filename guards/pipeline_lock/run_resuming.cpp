// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "guards/pipeline_lock/lock_key.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/run_steps.h"
#include "guards/pipeline_lock/worker.h"

namespace racewindow::pipeline_lock {
namespace {

// Whether there is anything left to do for the run: a job that is delivered again may be late.
bool claim(Session& db, std::int64_t run) {
  constexpr char update[] =
      "UPDATE pipeline_run SET status = 'RUNNING' "
      "WHERE id = $1 AND status IN ('PENDING', 'RUNNING')";
  return db.exec(update, run) == 1;
}

void finish(Session& db, std::int64_t run) {
  constexpr char update[] =
      "UPDATE pipeline_run SET status = 'DONE' WHERE id = $1 AND status = 'RUNNING'";
  db.exec(update, run);
}

// A run that is DONE stays so where only the reply that said it was lost.
void fail(Session& db, std::int64_t run) {
  constexpr char update[] =
      "UPDATE pipeline_run SET status = 'FAILED' "
      "WHERE id = $1 AND status IN ('PENDING', 'RUNNING')";
  db.exec(update, run);
}

std::int64_t count_steps(Session& db, std::int64_t run) {
  return db.value<std::int64_t>("SELECT COUNT(*) FROM pipeline_step WHERE run_id = $1", run)
      .value();
}

void record_step_once(Session& db, std::int64_t run, std::string_view step) {
  constexpr char insert[] =
      "INSERT INTO pipeline_step (run_id, step) VALUES ($1, $2) "
      "ON CONFLICT (run_id, step) DO NOTHING";
  db.exec(insert, run, step);
}

// All runs of the company take turns, so that what IF NOT EXISTS finds is true until COMMIT.
void merge(Context& ctx, PoolHandle pool, const Job& job) {
  in_transaction(ctx, pool, [&](Session& transaction) {
    constexpr char lock[] = "SELECT pg_advisory_xact_lock($1)";
    transaction.exec(lock, project_id_to_lock_key("company:" + job.project.company));
    create_company_schema(transaction, job.project);
    create_project_table(transaction, job.project);
    add_column(transaction, job.project, "price");
    record_step_once(transaction, job.run, "MERGE");
  });
}

// The temporary table lives within the transaction: nobody else ever sees it, and none is left.
void apply_rules(Context& ctx, PoolHandle pool, const Job& job) {
  in_transaction(ctx, pool, [&](Session& transaction) {
    create_rules_tmp(transaction, job.project.id);
    read_rules_tmp(transaction, job.project.id);
    record_step_once(transaction, job.run, "RULES");
    drop_rules_tmp(transaction, job.project.id);
  });
}

void resume(Context& ctx, PoolHandle pool, Session& prisma, const Job& job) {
  if (!claim(prisma, job.run)) return;
  const std::int64_t taken = count_steps(prisma, job.run);
  if (taken < 1) record_step_once(prisma, job.run, "FETCH");
  if (taken < 2) record_step_once(prisma, job.run, "PARSE");
  if (taken < 3) merge(ctx, pool, job);
  if (taken < 4) apply_rules(ctx, pool, job);
  if (taken < 5) record_step_once(prisma, job.run, "EXPORT");
  finish(prisma, job.run);
}

}  // namespace

void run_resuming(Context& ctx, PoolHandle pool, const Job& job) {
  Session prisma = ctx.session(pool);
  try {
    resume(ctx, pool, prisma, job);
  } catch (const SqlError& error) {
    log_failure(ctx, job, error);
    fail(prisma, job.run);
  }
}

}  // namespace racewindow::pipeline_lock
