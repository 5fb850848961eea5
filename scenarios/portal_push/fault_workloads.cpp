// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/schema.h"
#include "scenarios/portal_push/milestones.h"
#include "scenarios/portal_push/workloads.h"

namespace racewindow::portal_push {
namespace {

// A death anywhere in either push; the other one, or the recovery, is the next cycle.
World dying_push(const Design& design, const Parameters& given) {
  World world = make_world({seed("acme", {{"archive", "brand"}, paths(given["rows"])}, given)});
  if (design.lease) {
    for (const std::string& sql : lease_schema()) world.scenario.schema.push_back(sql);
  }
  add_admin_and_cli(world, design);
  world.scenario.faults.crashes = 1;
  reach_death_while_staging(world);
  return world;
}

// Two pushes over HTTP, as D1 has it, while the tree shrinks: what a reply leaves behind is then
// not what the next push stages.
World shrinking_over_http(const Design& design, const Parameters& given) {
  AccountSeed account = seed("acme", {{"brand", "docs"}, {"brand"}}, given);
  account.exposed = 0;
  World world = make_world({account});
  world.scenario.connection = Connection::http;
  add_admin_and_cli(world, design);
  add_editor(world);
  reach_contention(world, design);
  return world;
}

World lost_reply(const Design& design, const Parameters& given) {
  World world = shrinking_over_http(design, given);
  world.scenario.faults.lost = 1;
  reach_flip_fault(world, EventKind::lost);
  return world;
}

World refused_statement(const Design& design, const Parameters& given) {
  World world = shrinking_over_http(design, given);
  world.scenario.faults.refused = 1;
  reach_flip_fault(world, EventKind::refused);
  return world;
}

World late_statement(const Design& design, const Parameters& given) {
  World world = shrinking_over_http(design, given);
  world.scenario.faults.late = 1;
  reach_flip_fault(world, EventKind::late);
  reach_late_stage(world);
  return world;
}

}  // namespace

std::vector<Workload> fault_workloads() {
  return {
      {"dying-push", "a push dies anywhere, then the next cycle", rows_and_batch(), true,
       dying_push},
      {"lost-reply",
       "two pushes of a shrinking tree, one reply is lost",
       {batch_alone()},
       true,
       lost_reply},
      {"refused-statement",
       "two pushes of a shrinking tree, one statement is refused",
       {batch_alone()},
       true,
       refused_statement},
      {"late-statement",
       "two pushes of a shrinking tree, one statement takes effect late",
       {batch_alone()},
       true,
       late_statement},
  };
}

}  // namespace racewindow::portal_push
