// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "guards/pipeline_lock/project.h"

// The statements that root jobs are made of. What a step reads and writes beside is left out: a
// step is the row that says it was taken.
namespace racewindow::pipeline_lock {

// pipelineRun.update: throws P2025, as the client library does, where the run is not there (yet).
void mark_running(Session& db, std::int64_t run);
void mark_done(Session& db, std::int64_t run);
void mark_failed(Session& db, std::int64_t run);

void record_step(Session& db, std::int64_t run, std::string_view step);

// SchemaService. IF NOT EXISTS makes each of them repeatable, not safe beside another one.
void create_company_schema(Session& db, const Project& project);
void create_project_table(Session& db, const Project& project);
void add_column(Session& db, const Project& project, std::string_view column);

// rules_tmp_*: what a run's rules work on. Their rows are left out.
void create_rules_tmp(Session& db, const std::string& owner);
void read_rules_tmp(Session& db, const std::string& owner);
void drop_rules_tmp(Session& db, const std::string& owner);

}  // namespace racewindow::pipeline_lock
