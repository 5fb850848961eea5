// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/schema.h"

namespace racewindow::operation_lock {

std::vector<std::string> database_schema() {
  return {
      "CREATE TABLE project_member ("
      "project_id text NOT NULL, user_id text NOT NULL, PRIMARY KEY (project_id, user_id))",
      "CREATE TABLE comparison_file ("
      "comparison_id text NOT NULL, role text NOT NULL, project_id text NOT NULL, "
      "path text NOT NULL, operation_id text NOT NULL, PRIMARY KEY (comparison_id, role))",
      "CREATE TABLE comparison_part ("
      "comparison_id text NOT NULL, role text NOT NULL, part bigint NOT NULL, "
      "operation_id text NOT NULL, PRIMARY KEY (comparison_id, role, part))",
      "CREATE TABLE comparison_result ("
      "comparison_id text PRIMARY KEY, original text NOT NULL, revision text NOT NULL)",
  };
}

std::string lock_migration() {
  return "CREATE TABLE qaf_operation_lock ("
         "comparison_id text NOT NULL, role text NOT NULL, project_id text NOT NULL, "
         "operation text NOT NULL, locked_by text NOT NULL, locked_at timestamptz NOT NULL, "
         "PRIMARY KEY (comparison_id, role))";
}

std::vector<std::string> outside_schema() {
  return {
      "CREATE TABLE upload (path text PRIMARY KEY, parts bigint NOT NULL)",
      "CREATE TABLE ingested ("
      "operation_id text PRIMARY KEY, path text NOT NULL, parts bigint NOT NULL)",
      "CREATE TABLE schema_cache (instance text PRIMARY KEY, knows_lock boolean NOT NULL)",
  };
}

}  // namespace racewindow::operation_lock
