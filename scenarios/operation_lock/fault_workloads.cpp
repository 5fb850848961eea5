// SPDX-License-Identifier: Apache-2.0
#include "scenarios/operation_lock/milestones.h"
#include "scenarios/operation_lock/operation_event.h"
#include "scenarios/operation_lock/properties.h"
#include "scenarios/operation_lock/workloads.h"

namespace racewindow::operation_lock {
namespace {

// Two replaces over HTTP: the reply to any one statement goes astray.
World astray(const Design& design, FaultBudget faults, EventKind fault) {
  World world = make_world(design);
  add_two_replaces(world);
  world.scenario.faults = faults;
  if (design.exclusion == Exclusion::table) {
    reach_fault(world, "the fault strikes an acquire", fault, Verb::insert, lock_table);
    reach_fault(world, "the fault strikes a release", fault, Verb::remove, lock_table);
  }
  reach_fault(world, "the fault strikes a pointer patch", fault, Verb::update, "comparison_file");
  if (fault == EventKind::late) reach_delivery(world);
  add_recovery(world);
  add_recovery_after_ttl(world);
  return world;
}

}  // namespace

std::vector<Workload> fault_workloads() {
  return {
      {"lost-reply", "two replaces, one reply is lost",
       [](const Design& design) { return astray(design, {.lost = 1}, EventKind::lost); }},
      {"refused-statement", "two replaces, one statement is refused",
       [](const Design& design) { return astray(design, {.refused = 1}, EventKind::refused); }},
      {"late-statement", "two replaces, one statement takes effect late",
       [](const Design& design) { return astray(design, {.late = 1}, EventKind::late); }},
  };
}

}  // namespace racewindow::operation_lock
