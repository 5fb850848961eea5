// SPDX-License-Identifier: Apache-2.0
// What stays on a connection, and who is handed it next: reports 01, 07, 09, 11 and 13.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

using Client = void (*)(Context& ctx, PoolHandle pool);

// A process that is a client of the pool.
void client(Scenario& scenario, const std::string& name, PoolHandle pool, Client body) {
  actor(scenario, name, [pool, body](Context& ctx) { body(ctx, pool); });
}

// -- 01: lock and unlock through a pooler --------------------------------------------------------

void migrate_through_the_pooler(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  db.exec("SELECT pg_advisory_lock(1000)");
  db.exec("INSERT INTO migration VALUES (1) ON CONFLICT DO NOTHING");
  db.exec("SELECT pg_advisory_unlock(1000)");
}

void migrate_on_an_own_connection(Context& ctx, PoolHandle) {
  Session db = ctx.session();
  db.exec("SELECT pg_advisory_lock(1000)");
  db.exec("INSERT INTO migration VALUES (1) ON CONFLICT DO NOTHING");
  db.exec("SELECT pg_advisory_unlock(1000)");
}

void migrate_in_a_transaction(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  db.exec("BEGIN");
  db.exec("SELECT pg_advisory_xact_lock(1000)");
  db.exec("INSERT INTO migration VALUES (1) ON CONFLICT DO NOTHING");
  db.exec("COMMIT");
}

Scenario migrators(Client migrate) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE migration (version int PRIMARY KEY)"};
  const PoolHandle pool =
      scenario.pool({.name = "pgbouncer", .size = 2, .mode = PoolMode::transaction});
  client(scenario, "pod", pool, migrate);
  client(scenario, "next-pod", pool, migrate);
  after(scenario, [pool, migrate](Context& ctx) { migrate(ctx, pool); },
        {"later-pod-migrates", "EXISTS (SELECT 1 FROM migration)"});
  no_errors(scenario);
  somebody_waits(scenario);
  return scenario;
}

TEST(SessionLockThroughAPooler, stays_on_a_connection_that_the_unlock_does_not_meet) {
  expect_breaks(migrators(migrate_through_the_pooler),
                {{"not-stuck", "unlocked on another connection the lock is kept for ever"},
                 {"later-pod-migrates", "that connection is not closed, it is handed out"}});
}

TEST(SessionLockThroughAPooler, is_safe_beside_it_on_a_connection_of_its_own) {
  expect_holds(migrators(migrate_on_an_own_connection));
}

TEST(SessionLockThroughAPooler, is_safe_as_a_lock_of_a_transaction) {
  expect_holds(migrators(migrate_in_a_transaction));
}

// -- 07: unlocking in a transaction that has failed ----------------------------------------------

// The work fails: its key is taken.
void fail_under_the_lock(Session& db) {
  db.exec("BEGIN");
  db.exec("SELECT pg_advisory_lock(5)");
  try {
    db.exec("INSERT INTO item VALUES (1)");
  } catch (const SqlError& error) {
    if (error.sqlstate() != sqlstate::unique_violation) throw;
  }
}

void unlock_then_roll_back(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  fail_under_the_lock(db);
  try {
    db.exec("SELECT pg_advisory_unlock(5)");
  } catch (const SqlError& error) {
    ctx.log("unlock failed: {}", error.sqlstate());
  }
  db.exec("ROLLBACK");
}

void roll_back_then_unlock(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  fail_under_the_lock(db);
  db.exec("ROLLBACK");
  db.exec("SELECT pg_advisory_unlock(5)");
}

Scenario failing_work(Client work) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE item (id int PRIMARY KEY)", "INSERT INTO item VALUES (1)"};
  const PoolHandle pool = scenario.pool({.name = "app", .size = 1, .mode = PoolMode::session});
  client(scenario, "worker", pool, work);
  actor(scenario, "other-host", [](Context& ctx) {
    Session db = ctx.session();
    db.exec("SELECT pg_advisory_lock(5)");
  });
  no_errors(scenario);
  somebody_waits(scenario);
  somebody_meets(scenario, "23505");
  return scenario;
}

TEST(Unlock, in_a_failed_transaction_fails_and_the_rollback_keeps_the_lock) {
  Scenario scenario = failing_work(unlock_then_roll_back);
  somebody_logs(scenario, "unlock failed: 25P02");
  expect_breaks(std::move(scenario),
                {{"not-stuck", "a session's lock survives the rollback and goes to the pool"}});
}

TEST(Unlock, after_the_rollback_frees_the_lock) {
  expect_holds(failing_work(roll_back_then_unlock));
}

// -- 09: a lock that is taken again to renew it --------------------------------------------------

void lead_taking_it_again(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  const auto leads = db.value<bool>("SELECT pg_try_advisory_lock(1)");
  if (!leads.value()) return;
  db.exec("SELECT pg_try_advisory_lock(1)");
  db.exec("SELECT pg_advisory_unlock(1)");
}

void lead_while_it_is_held(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  const auto leads = db.value<bool>("SELECT pg_try_advisory_lock(1)");
  if (!leads.value()) return;
  db.exec("SELECT 1");
  db.exec("SELECT pg_advisory_unlock(1)");
}

// The leader that steps down keeps its connection open.
Scenario leaders(Client lead) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE term (leader text)"};
  const PoolHandle pool = scenario.pool({.name = "app", .size = 1, .mode = PoolMode::session});
  client(scenario, "leader", pool, lead);
  after(scenario,
        [](Context& ctx) {
          Session db = ctx.session();
          const auto leads = db.value<bool>("SELECT pg_try_advisory_lock(1)");
          if (leads.value()) db.exec("INSERT INTO term VALUES ('next')");
        },
        {"next-leader-leads", "EXISTS (SELECT 1 FROM term)"});
  no_errors(scenario);
  return scenario;
}

TEST(Leadership, renewed_by_taking_the_lock_again_is_not_given_up_by_one_unlock) {
  expect_breaks(leaders(lead_taking_it_again),
                {{"next-leader-leads", "locks of a session count: taken twice, given back once"}});
}

TEST(Leadership, renewed_while_the_lock_is_held_is_given_up) {
  expect_holds(leaders(lead_while_it_is_held));
}

// -- 11: an index, built while another waits for the lock ----------------------------------------

// Whether the lock is ours.
using Take = bool (*)(Context& ctx, Session& lock);

bool wait_for_the_lock(Context&, Session& lock) {
  lock.exec("SELECT pg_advisory_lock(3)");
  return true;
}

bool poll_the_lock(Context& ctx, Session& lock) {
  constexpr int kTries = 2;
  for (int tries = 0; tries < kTries; ++tries) {
    const auto got = lock.value<bool>("SELECT pg_try_advisory_lock(3)");
    if (got.value()) return true;
    ctx.log("polls again in a second");
    ctx.sleep(seconds(1));
  }
  return false;
}

// The lock on one connection, the work on another.
Scenario index_builders(Take take) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE reading (id int)"};
  scenario.sleeps = true;
  for (const std::string name : {"first", "second"}) {
    const PoolHandle pool =
        scenario.pool({.name = "of-" + name, .size = 2, .mode = PoolMode::session});
    actor(scenario, name, [take, pool](Context& ctx) {
      Session lock = ctx.session(pool);
      Session work = ctx.session(pool);
      const bool got = take(ctx, lock);
      if (!got) return;
      work.exec("CREATE INDEX CONCURRENTLY IF NOT EXISTS reading_id ON reading (id)");
      lock.exec("SELECT pg_advisory_unlock(3)");
    });
  }
  no_errors(scenario);
  return scenario;
}

TEST(IndexConcurrently, waits_for_the_snapshot_of_who_waits_for_the_lock) {
  Scenario scenario = index_builders(wait_for_the_lock);
  somebody_waits(scenario);
  expect_breaks(
      std::move(scenario),
      {{"not-stuck", "the lock's holder, on its other connection, waits for the waiter"}});
}

TEST(IndexConcurrently, waits_for_nobody_who_polls_the_lock) {
  Scenario scenario = index_builders(poll_the_lock);
  somebody_logs(scenario, "polls again in a second");
  expect_holds(std::move(scenario));
}

// -- 13: a row, and the last connection of the pool ----------------------------------------------

void lock_task(Session& db) {
  db.exec("BEGIN");
  db.query("SELECT id FROM task WHERE id = 1 FOR UPDATE");
}

void read_on_another_connection(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  lock_task(db);
  Session nested = ctx.session(pool);
  nested.query("SELECT state FROM task WHERE id = 1");
  db.exec("COMMIT");
}

void read_in_the_transaction(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  lock_task(db);
  db.query("SELECT state FROM task WHERE id = 1");
  db.exec("COMMIT");
}

Scenario small_pool(Client nested_read) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE task (id int PRIMARY KEY, state text)",
                     "INSERT INTO task VALUES (1, 'new')"};
  const PoolHandle pool = scenario.pool({.name = "app", .size = 2, .mode = PoolMode::transaction});
  client(scenario, "nested", pool, nested_read);
  client(scenario, "plain", pool, [](Context& ctx, PoolHandle app) {
    Session db = ctx.session(app);
    lock_task(db);
    db.exec("COMMIT");
  });
  no_errors(scenario);
  somebody_waits(scenario);
  return scenario;
}

TEST(NestedRead, on_another_connection_of_the_pool_can_wait_for_ever) {
  expect_breaks(small_pool(read_on_another_connection),
                {{"not-stuck", "the last connection is with the one who waits for the row"}});
}

TEST(NestedRead, on_the_transactions_connection_never_waits) {
  expect_holds(small_pool(read_in_the_transaction));
}

}  // namespace
}  // namespace racewindow::testing
