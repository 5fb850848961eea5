// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "guards/operation_lock/lock.h"
#include "scenarios/operation_lock/milestones.h"
#include "scenarios/operation_lock/properties.h"
#include "scenarios/operation_lock/workloads.h"

namespace racewindow::operation_lock {
namespace {

constexpr Duration just_before{lock_ttl.microseconds - seconds(1).microseconds};
constexpr Duration just_after{lock_ttl.microseconds + seconds(1).microseconds};

// What the first of two operations does until the TTL is over is up to the schedule.
void let_ttl_pass(World& world) {
  world.scenario.deadlines = {just_after};
  world.scenario.time_steps_max = 1;
  if (world.call.design.exclusion == Exclusion::table) reach_takeover(world);
}

// A death anywhere in either operation; the other one comes before, at or after the end of the TTL.
World dying_replace(const Design& design) {
  World world = make_world(design);
  add_two_replaces(world);
  world.scenario.faults.crashes = 1;
  world.scenario.deadlines = {just_before, lock_ttl, just_after};
  world.scenario.time_steps_max = 1;
  if (design.exclusion != Exclusion::none) {
    reach_death_with_lock(world);
    reach_refusal_at(world, "an operation is refused just before the TTL is over", just_before);
    reach_refusal_at(world, "an operation is refused when the TTL is over to the second", lock_ttl);
  }
  if (design.exclusion == Exclusion::table) reach_takeover(world);
  add_recovery(world);
  add_recovery_after_ttl(world);
  return world;
}

World slow_replace(const Design& design) {
  World world = make_world(design);
  add_two_replaces(world);
  let_ttl_pass(world);
  if (design.exclusion == Exclusion::table) {
    reach_line(world, "an operation that was overtaken gives up", "result=aborted");
  }
  add_recovery(world);
  return world;
}

World two_tabs(const Design& design) {
  World world = make_world(design);
  world.caller("tab", world.web_1, {replace_by("ana", "a.pdf")});
  world.caller("second-tab", world.web_1, {replace_by("ana", "b.pdf")});
  let_ttl_pass(world);
  reach_meeting(world);
  add_recovery(world);
  return world;
}

// Long before, a process died that held the lock: two operations come upon it at once. (SQLite
// takes the year for a number of microseconds, which is long before as well.)
World orphaned_lock(const Design& design) {
  World world = make_world(design);
  world.scenario.schema.push_back(
      fmt::format("INSERT INTO qaf_operation_lock VALUES ('{}', 'original', 'p1', 'replace_file', "
                  "'dead', CAST('1999-12-31' AS timestamptz))",
                  comparison()));
  add_two_replaces(world);
  reach_line(world, "an operation finds the lock taken", "result=already-running");
  add_recovery(world);
  return world;
}

World skewed_clocks(const Design& design, Duration skew) {
  World world = make_world(design, 1, LockTable::there, skew);
  add_two_replaces(world);
  reach_meeting(world);
  add_recovery(world);
  return world;
}

// The one that is ahead dies: how long do others have to wait?
World dying_ahead(const Design& design) {
  World world = make_world(design, 1, LockTable::there, minutes(20));
  world.caller("ahead", world.web_2, {replace_by("ben", "b.pdf")});
  world.scenario.faults.crashes = 1;
  reach_death_with_lock(world);
  add_recovery_after_ttl(world);
  return world;
}

}  // namespace

std::vector<Workload> time_workloads() {
  return {
      {"dying-replace", "two replaces, one dies anywhere; the TTL ends meanwhile", dying_replace},
      {"slow-replace", "two replaces, and time in which the lock can expire", slow_replace},
      {"two-tabs", "one user replaces a file in two tabs, and the lock can expire", two_tabs},
      {"orphaned-lock", "two replaces come upon the lock of a process that died long before",
       orphaned_lock},
      {"clock-ahead", "two replaces, the second process's clock 20 minutes ahead",
       [](const Design& design) { return skewed_clocks(design, minutes(20)); }},
      {"clock-behind", "two replaces, the second process's clock 20 minutes behind",
       [](const Design& design) { return skewed_clocks(design, minutes(-20)); }},
      {"dying-ahead", "a process dies whose clock is 20 minutes ahead", dying_ahead},
  };
}

}  // namespace racewindow::operation_lock
