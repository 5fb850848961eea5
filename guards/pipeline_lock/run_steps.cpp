// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/run_steps.h"

#include <fmt/format.h>

namespace racewindow::pipeline_lock {
namespace {

void require_found(std::int64_t updated) {
  if (updated == 0) throw SqlError("P2025", "Record to update not found.");
}

std::string table_of(const Project& project) {
  return fmt::format("company_{}.project_{}", project.company, project.id);
}

}  // namespace

void mark_running(Session& db, std::int64_t run) {
  require_found(db.exec("UPDATE pipeline_run SET status = 'RUNNING' WHERE id = $1", run));
}

void mark_done(Session& db, std::int64_t run) {
  require_found(db.exec("UPDATE pipeline_run SET status = 'DONE' WHERE id = $1", run));
}

void mark_failed(Session& db, std::int64_t run) {
  db.exec("UPDATE pipeline_run SET status = 'FAILED' WHERE id = $1", run);
}

void record_step(Session& db, std::int64_t run, std::string_view step) {
  db.exec("INSERT INTO pipeline_step (run_id, step) VALUES ($1, $2)", run, step);
}

void create_company_schema(Session& db, const Project& project) {
  db.exec(fmt::format("CREATE SCHEMA IF NOT EXISTS company_{}", project.company));
}

void create_project_table(Session& db, const Project& project) {
  db.exec(fmt::format("CREATE TABLE IF NOT EXISTS {} (sku text)", table_of(project)));
}

void add_column(Session& db, const Project& project, std::string_view column) {
  const std::string table = table_of(project);
  db.exec(fmt::format("ALTER TABLE {} ADD COLUMN IF NOT EXISTS {} text", table, column));
}

void create_rules_tmp(Session& db, const std::string& owner) {
  db.exec(fmt::format("CREATE TABLE rules_tmp_{} (sku text)", owner));
}

void read_rules_tmp(Session& db, const std::string& owner) {
  db.exec(fmt::format("SELECT COUNT(*) FROM rules_tmp_{}", owner));
}

void drop_rules_tmp(Session& db, const std::string& owner) {
  db.exec(fmt::format("DROP TABLE IF EXISTS rules_tmp_{}", owner));
}

}  // namespace racewindow::pipeline_lock
