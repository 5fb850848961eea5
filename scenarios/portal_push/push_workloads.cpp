// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "guards/portal_push/callers.h"
#include "guards/portal_push/designs.h"
#include "scenarios/portal_push/milestones.h"
#include "scenarios/portal_push/portal_view.h"
#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/workloads.h"

namespace racewindow::portal_push {
namespace {

const Tree before{"archive", "brand"};  // what readers see before any of these pushes

World one_account(const Design& design, const Parameters& given) {
  World world = make_world({seed("acme", {before, paths(given["rows"])}, given)});
  if (design.lease) add_lease_table(world);
  return world;
}

World equal_pushes(const Design& design, const Parameters& given) {
  World world = one_account(design, given);
  add_admin_and_cli(world, design);
  if (design.lease) {
    reach_line(world, "a push finds the lease taken", "op=lease-held");
  } else {
    reach_contention(world, design);
    reach_first_row_collision(world);
  }
  return world;
}

World one_process(const Design& design, const Parameters& given) {
  World world = one_account(design, given);
  for (const char* name : {"loop", "request"}) {
    world.pusher(name, world.admin_host,
                 [push = design.push, account = world.portal.accounts.front()](Context& ctx) {
                   push_by_hand(ctx, push, account);
                 });
  }
  reach_both_flips(world);
  return world;
}

World slow_push(const Design& design, const Parameters& given) {
  World world = one_account(design, given);
  add_admin_and_cli(world, design);
  world.scenario.deadlines = {lease_ttl};
  world.scenario.time_steps_max = 1;
  reach_lease_taken_over(world);
  return world;
}

World three_writers(const Design& design, const Parameters& given) {
  World world = one_account(design, given);
  add_admin_and_cli(world, design);
  world.pusher("second-cli", world.scenario.host("second-command-line"),
               [push = design.push, account = world.portal.accounts.front()](Context& ctx) {
                 push_by_hand(ctx, push, account);
               });
  reach_contention(world, design);
  reach_first_row_collision(world);
  return world;
}

// The loop is at its end: the account that nobody else pushes shows what it exposes.
Finding last_account_left_behind(const Portal& portal, const Tree& exposed, const Final& end) {
  const std::string& id = portal.accounts.back().id;
  const Tree listing = visible_tree(portal, *end.view, id);
  if (listing == exposed) return std::nullopt;
  return fmt::format("expected the loop to have pushed {} of {}, a reader sees {}",
                     to_text(exposed), id, to_text(listing));
}

World admin_loop(const Design& design, const Parameters& given) {
  const Tree exposed = paths(given["rows"]);
  World world = make_world(
      {seed("acme", {before, exposed}, given), seed("zenith", {before, exposed}, given)});
  world.pusher("admin", world.admin_host,
               [push = design.push, accounts = world.portal.accounts](Context& ctx) {
                 push_all_accounts(ctx, push, accounts);
               });
  world.pusher("cli", world.cli_host,
               [push = design.push, account = world.portal.accounts.front()](Context& ctx) {
                 push_by_hand(ctx, push, account);
               });
  world.scenario.final({"loop-goes-on", "Cases covered, and the one left fail-closed",
                        "an account that fails does not stop the loop from pushing the others"},
                       [portal = world.portal, exposed](const Final& end) {
                         return last_account_left_behind(portal, exposed, end);
                       });
  reach_contention(world, design);
  reach_failure_in_loop(world, 0);
  return world;
}

World two_accounts(const Design& design, const Parameters& given) {
  const Tree exposed = paths(given["rows"]);
  AccountSeed fresh = seed("zenith", {{}, exposed}, given);
  fresh.pushed_before = false;
  World world = make_world({seed("acme", {before, exposed}, given), fresh});
  const std::vector<Account> accounts = world.portal.accounts;
  world.pusher("cli", world.cli_host, [push = design.push, accounts](Context& ctx) {
    push_by_hand(ctx, push, accounts[0]);
  });
  world.pusher("admin", world.admin_host, [push = design.push, accounts](Context& ctx) {
    push_all_accounts(ctx, push, {accounts[1]});
  });
  add_accounts_apart(world);
  world.scenario.final(
      {"both-succeed", "Scope boundaries", "two accounts do not contend: neither push fails"},
      [portal = world.portal, exposed](const Final& end) -> Finding {
        for (const Account& account : portal.accounts) {
          const Tree listing = visible_tree(portal, *end.view, account.id);
          if (listing != exposed) {
            return fmt::format("expected {} to show {}, a reader sees {}", account.id,
                               to_text(exposed), to_text(listing));
          }
        }
        return std::nullopt;
      });
  reach_both_flips(world);
  return world;
}

}  // namespace

std::vector<Workload> push_workloads() {
  return {
      {"equal-pushes", "the admin loop and a hand-run command push the same tree", rows_and_batch(),
       true, equal_pushes},
      {"one-process", "two actors of the admin server push the same tree", rows_and_batch(), true,
       one_process},
      {"slow-push", "two equal pushes, and time in which a lease can expire", rows_and_batch(),
       true, slow_push},
      {"three-writers", "a second hand-run command pushes the same tree too", rows_and_batch(),
       true, three_writers},
      {"admin-loop", "the admin loop pushes two accounts while one of them is pushed by hand",
       rows_and_batch(), true, admin_loop},
      {"two-accounts", "two pushes of two accounts, one of them its first", rows_and_batch(), false,
       two_accounts},
  };
}

}  // namespace racewindow::portal_push
