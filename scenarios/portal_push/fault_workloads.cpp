// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/callers.h"
#include "guards/portal_push/designs.h"
#include "scenarios/portal_push/milestones.h"
#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/workloads.h"

namespace racewindow::portal_push {
namespace {

// A death anywhere in either push; the other one, or the recovery, is the next cycle.
World dying_push(const Design& design, const Parameters& given) {
  World world = make_world({seed("acme", {{"archive", "brand"}, paths(given["rows"])}, given)});
  if (design.lease) {
    add_lease_table(world);
    world.scenario.sleeps = true;  // the later recovery does
    add_recovery_after(world, design.push, lease_ttl);
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

// Two cycles of the loop, one after the other, and nobody else: the first row of the tree is
// another one the second time.
World late_statement_alone(const Design& design, const Parameters& given) {
  AccountSeed account = seed("acme", {{"brand", "guides"}, {"docs", "guides"}}, given);
  account.exposed = 0;
  World world = make_world({account});
  world.scenario.connection = Connection::http;
  world.pusher("admin", world.admin_host,
               [push = design.push, only = world.portal.accounts.front()](Context& ctx) {
                 push_all_accounts(ctx, push, {only});
                 push_all_accounts(ctx, push, {only});
               });
  add_editor(world);
  world.scenario.faults.late = 1;
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
      {"late-statement-alone",
       "two cycles of the loop alone, one statement takes effect late",
       {batch_alone()},
       false,
       late_statement_alone},
  };
}

}  // namespace racewindow::portal_push
