// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "guards/portal_push/callers.h"
#include "guards/portal_push/schema.h"
#include "guards/portal_push/walk.h"
#include "scenarios/portal_push/milestones.h"
#include "scenarios/portal_push/workloads.h"

namespace racewindow::portal_push {

std::vector<Workload> workloads() {
  std::vector<Workload> all;
  for (const auto& part :
       {push_workloads(), exposure_workloads(), fault_workloads(), reader_workloads()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

ParameterSpec batch_alone() {
  return {"batch", 1, 1, 6, "rows per INSERT while staging"};
}

std::vector<ParameterSpec> rows_and_batch() {
  return {{"rows", 2, 1, 5, "rows of the pushed tree"}, batch_alone()};
}

AccountSeed seed(std::string id, std::vector<Tree> versions, const Parameters& given) {
  AccountSeed account;
  account.account = {std::move(id), static_cast<std::size_t>(given["batch"])};
  account.versions = std::move(versions);
  return account;
}

void add_lease_table(World& world) {
  for (const std::string& sql : lease_schema()) world.scenario.schema.push_back(sql);
}

void add_admin_and_cli(World& world, const Design& design) {
  const Account account = world.portal.accounts.front();
  world.pusher("admin", world.admin_host, [push = design.push, account](Context& ctx) {
    push_all_accounts(ctx, push, {account});
  });
  world.pusher("cli", world.cli_host,
               [push = design.push, account](Context& ctx) { push_by_hand(ctx, push, account); });
}

std::size_t add_editor(World& world) {
  const std::size_t desk = world.scenario.host("editor");
  return world.scenario.actor(
      "editor", desk,
      [account = world.portal.accounts.front()](Context& ctx) { expose_version(ctx, account, 1); });
}

void reach_contention(World& world, const Design& design) {
  reach_shared_claim(world);
  if (design.claims_above) reach_higher_claim(world);
  if (design.claims_above && design.forward_flip) reach_superseded_flip(world);
}

}  // namespace racewindow::portal_push
