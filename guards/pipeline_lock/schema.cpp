// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/schema.h"

namespace racewindow::pipeline_lock {

std::vector<std::string> database_schema() {
  return {
      "CREATE TABLE project (id text PRIMARY KEY, company_id text NOT NULL)",
      "CREATE TABLE pipeline_run ("
      "id bigserial PRIMARY KEY, project_id text NOT NULL, status text NOT NULL)",
      "CREATE TABLE pipeline_step ("
      "id bigserial PRIMARY KEY, run_id bigint NOT NULL, step text NOT NULL)",
      "CREATE TABLE pipeline_chunk (run_id bigint NOT NULL, queue text NOT NULL)",
  };
}

std::vector<std::string> active_run_index() {
  return {
      "CREATE UNIQUE INDEX one_active_run ON pipeline_run (project_id) "
      "WHERE status IN ('PENDING', 'RUNNING')",
  };
}

std::vector<std::string> step_index() {
  return {"CREATE UNIQUE INDEX each_step_once ON pipeline_step (run_id, step)"};
}

std::vector<std::string> queue_schema() {
  return {
      "CREATE TABLE job (id bigserial PRIMARY KEY, run_id bigint UNIQUE, "
      "project_id text NOT NULL, company_id text NOT NULL, taken_by text)",
      "CREATE TABLE step_job (id bigserial PRIMARY KEY, queue text NOT NULL, "
      "run_id bigint NOT NULL, taken_by text)",
  };
}

}  // namespace racewindow::pipeline_lock
