// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "guards/operation_lock/api.h"
#include "scenarios/operation_lock/milestones.h"
#include "scenarios/operation_lock/properties.h"
#include "scenarios/operation_lock/workloads.h"

namespace racewindow::operation_lock {
namespace {

constexpr std::string_view degraded = "lock=missing action=unlocked";

World table_missing(const Design& design) {
  World world = make_world(design, 1, LockTable::missing);
  add_two_replaces(world);
  reach_line(world, "an operation degrades, warned by the database", "error=42P01");
  add_recovery(world);
  return world;
}

// Whoever makes the second call has applied the migration before.
World table_appears(const Design& design) {
  World world = make_world(design, 1, LockTable::missing);
  world.caller("replace", world.web_1, {replace_by("ana", "a.pdf")});
  world.caller("other-replace", world.web_2, {replace_by("ben", "b.pdf")}, apply_lock_migration);
  reach_line(world, "an operation degrades", degraded);
  reach_line(world, "an operation finds the lock taken", "result=already-running");
  add_recovery(world);
  return world;
}

// The table is there. One instance of the API knows it, the other is yet to be told.
World instance_behind(const Design& design) {
  World world = make_world(design);
  world.scenario.env_schema.push_back(
      "INSERT INTO schema_cache VALUES ('api-1', true), ('api-2', false)");
  FileRequest known = replace_by("ana", "a.pdf");
  known.api = "api-1";
  FileRequest unknown = replace_by("ben", "b.pdf");
  unknown.api = "api-2";
  world.caller("replace", world.web_1, {known});
  world.caller("other-replace", world.web_2, {unknown});
  world.scenario.actor("reload", world.scenario.host("operator"),
                       [](Context& ctx) { reload_schema_cache(ctx, "api-2"); });
  reach_line(world, "an operation degrades, warned by its API instance", "error=PGRST205");
  reach_line(world, "an operation finds the lock taken", "result=already-running");
  add_recovery(world);
  return world;
}

}  // namespace

std::vector<Workload> table_workloads() {
  return {
      {"table-missing", "two replaces before the migration is applied", table_missing},
      // SQLite's store creates tables during setup only.
      {"table-appears",
       "a replace, and one after the migration is applied",
       table_appears,
       {"memory"}},
      {"instance-behind", "two replaces through two API instances, one with a stale schema cache",
       instance_behind},
  };
}

}  // namespace racewindow::operation_lock
