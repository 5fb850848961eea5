// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/statements.h"

#include <optional>

namespace racewindow::pipeline_lock {
namespace {

std::optional<std::int64_t> id_or_null(std::int64_t run) {
  return run == 0 ? std::nullopt : std::optional(run);
}

}  // namespace

void try_project_lock(Session& db, const Web& web, const Project& project) {
  const std::int64_t key = web.lock_key(project.id);
  const auto acquired = db.value<bool>("SELECT pg_try_advisory_xact_lock($1) AS acquired", key);
  if (!acquired.value()) throw PipelineLockBusy();
}

void wait_for_project_lock(Session& db, const Web& web, const Project& project) {
  db.exec("SELECT pg_advisory_xact_lock($1)", web.lock_key(project.id));
}

void require_no_active_run(Session& db, const Project& project) {
  constexpr char find_first[] =
      "SELECT id FROM pipeline_run WHERE project_id = $1 AND status IN ('PENDING', 'RUNNING') "
      "ORDER BY id LIMIT 1";
  const auto active = db.value<std::int64_t>(find_first, project.id);
  if (active) throw RunActive{*active};
}

std::int64_t create_run(Session& db, const Project& project) {
  constexpr char insert[] =
      "INSERT INTO pipeline_run (project_id, status) VALUES ($1, 'PENDING') RETURNING id";
  return db.value<std::int64_t>(insert, project.id).value();
}

std::int64_t create_only_run(Session& db, const Project& project) {
  try {
    return create_run(db, project);
  } catch (const SqlError& error) {
    if (error.sqlstate() == sqlstate::unique_violation) throw RunActive();
    throw;
  }
}

void enqueue(Context& ctx, std::int64_t run, const Project& project) {
  constexpr char push[] = "INSERT INTO job (run_id, project_id, company_id) VALUES ($1, $2, $3)";
  ctx.external("enqueue", push, id_or_null(run), project.id, project.company);
}

void enqueue_once(Context& ctx, std::int64_t run, const Project& project) {
  constexpr char push[] =
      "INSERT INTO job (run_id, project_id, company_id) VALUES ($1, $2, $3) "
      "ON CONFLICT (run_id) DO NOTHING";
  ctx.external("enqueue", push, run, project.id, project.company);
}

}  // namespace racewindow::pipeline_lock
