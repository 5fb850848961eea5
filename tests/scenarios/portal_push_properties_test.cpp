// SPDX-License-Identifier: Apache-2.0
//
// Properties that every design of the project keeps to: broken designs show that they can fail.
// (All other properties are violated by some design of the catalog.)
#include <gtest/gtest.h>

#include <algorithm>

#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"
#include "scenarios/portal_push/portal_push.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::portal_push {
namespace {

Verdict verdict(const Push& push, std::string_view workload, std::string_view property,
                bool lease = false) {
  Design design;
  design.name = "broken-for-a-test";
  design.push = push;
  design.lease = lease;
  return ::racewindow::testing::verdict_of(scenario_entry(design, workload), property);
}

// Pushes, and goes on as a winner would where it was superseded.
void push_that_ignores_its_readback(Context& ctx, const Account& account, bool sweeps) {
  Session db = ctx.session();
  const std::int64_t current = read_pointer(db, account);
  const std::int64_t next = std::max(current, read_max_generation(db, account)) + 1;
  const Tree tree = walk_exposed(ctx, account);
  stage(db, account, next, tree);
  flip_forward(db, account, next);
  if (!superseded(ctx, db, account, next)) log_flip(ctx, account, next, tree.size());
  if (sweeps) sweep_older(db, account, next);
  if (!sweeps) verify(ctx, db, account, next, tree.size());
}

TEST(PortalPushProperty, superseded_stops_sees_a_sweep_and_a_verification) {
  for (const bool sweeps : {true, false}) {
    const Push push = [sweeps](Context& ctx, const Account& account) {
      push_that_ignores_its_readback(ctx, account, sweeps);
    };
    EXPECT_EQ(verdict(push, "equal-pushes", "superseded-stops"), Verdict::violated);
  }
}

TEST(PortalPushProperty, accounts_apart_sees_a_sweep_of_every_account) {
  const Push push = [](Context& ctx, const Account& account) {
    push_account(ctx, account);
    Session db = ctx.session();
    db.exec("DELETE FROM directory WHERE generation < $1", 6);
  };
  EXPECT_EQ(verdict(push, "two-accounts", "accounts-apart"), Verdict::violated);
}

TEST(PortalPushProperty, both_succeed_sees_a_push_that_never_comes_to_its_flip) {
  const Push push = [](Context& ctx, const Account& account) {
    Session db = ctx.session();
    const std::int64_t next = read_pointer(db, account) + 1;
    const Tree tree = walk_exposed(ctx, account);
    stage(db, account, next, tree);
  };
  EXPECT_EQ(verdict(push, "two-accounts", "both-succeed"), Verdict::violated);
}

TEST(PortalPushProperty, loop_goes_on_sees_the_account_that_was_left_behind) {
  const Push push = [](Context& ctx, const Account& account) {
    if (account.id == "acme") push_account(ctx, account);
  };
  EXPECT_EQ(verdict(push, "admin-loop", "loop-goes-on"), Verdict::violated);
}

TEST(PortalPushProperty, later_push_heals_sees_a_lease_that_never_runs_out) {
  const Push push = [](Context& ctx, const Account& account) {
    Session db = ctx.session();
    const Uuid holder = ctx.random_uuid();
    const Timestamp now = ctx.now();
    db.exec("INSERT INTO push_lease (accountid, holder, expiresat) VALUES ($1, $2, $3)", account.id,
            holder, now);
    push_account(ctx, account);
  };
  EXPECT_EQ(verdict(push, "dying-push", "later-push-heals", true), Verdict::violated);
}

}  // namespace
}  // namespace racewindow::portal_push
