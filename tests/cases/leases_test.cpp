// SPDX-License-Identifier: Apache-2.0
// Locks in a table, and the clocks that they run out by: reports 15, 17 and 19.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

// A lock that is a row, free at first.
Scenario locked_rows() {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE lock (name text PRIMARY KEY, until timestamptz NOT NULL)",
                     "INSERT INTO lock VALUES ('job', '2000-01-01')"};
  no_errors(scenario);
  somebody_logs(scenario, "locked by another");
  return scenario;
}

// -- 15: whose clock -----------------------------------------------------------------------------

// The nightly job, which is to run in one process at a time.
void run_job(Context& ctx) {
  ctx.external("job begins", "INSERT INTO running VALUES ('job')");
  ctx.external("job ends", "DELETE FROM running");
}

void lock_by_own_clock(Context& ctx) {
  Session db = ctx.session();
  const Timestamp now = ctx.now();
  const std::int64_t got = db.exec("UPDATE lock SET until = $1 WHERE name = 'job' AND until <= $2",
                                   now + minutes(2), now);
  if (got == 0) {
    ctx.log("locked by another");
    return;
  }
  run_job(ctx);
  const Timestamp end = ctx.now();
  db.exec("UPDATE lock SET until = $1 WHERE name = 'job'", end);
}

void lock_by_the_databases_clock(Context& ctx) {
  Session db = ctx.session();
  const std::int64_t got = db.exec(
      "UPDATE lock SET until = now() + interval '2 min' WHERE name = 'job' AND until <= now()");
  if (got == 0) {
    ctx.log("locked by another");
    return;
  }
  run_job(ctx);
  db.exec("UPDATE lock SET until = now() WHERE name = 'job'");
}

Scenario clocks_apart(const std::function<void(Context&)>& job) {
  Scenario scenario = locked_rows();
  scenario.env_schema = {"CREATE TABLE running (name text)"};
  always(scenario, outside("one-inside", "(SELECT count(*) FROM running) <= 1"));
  actor(scenario, "on-time", job);
  const std::size_t ahead = scenario.host("three-minutes-ahead", minutes(3));
  scenario.actor("ahead", ahead, job);
  return scenario;
}

TEST(Lease, judged_by_clocks_that_differ_is_taken_while_it_lasts) {
  expect_breaks(clocks_apart(lock_by_own_clock),
                {{"one-inside", "to the clock ahead a lock of two minutes is over at once"}});
}

TEST(Lease, judged_by_one_clock_is_kept) {
  expect_holds(clocks_apart(lock_by_the_databases_clock));
}

TEST(Lease, shorter_than_a_pause_of_its_holder_is_taken_by_any_clock) {
  Scenario scenario = clocks_apart(lock_by_the_databases_clock);
  scenario.deadlines = {minutes(2)};
  scenario.time_steps_max = 1;
  expect_breaks(std::move(scenario),
                {{"one-inside", "the holder pauses for two minutes inside, and does not know"}});
}

// -- 17: the time of what ------------------------------------------------------------------------

constexpr Duration kLease = seconds(5);

// Joins the transaction that its caller has had open for a while.
void lock_in_callers_transaction(Context& ctx, Sql lock) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec("SELECT pg_sleep(6)");
  const std::int64_t got = db.exec(lock);
  db.exec("COMMIT");
  ctx.log("{}", got == 1 ? "locked" : "locked by another");
}

void lock_from_the_transactions_start(Context& ctx) {
  lock_in_callers_transaction(
      ctx, "UPDATE lock SET until = now() + interval '5 s' WHERE name = 'job' AND until <= now()");
}

void lock_from_the_statement(Context& ctx) {
  lock_in_callers_transaction(ctx,
                              "UPDATE lock SET until = clock_timestamp() + interval '5 s'"
                              " WHERE name = 'job' AND until <= clock_timestamp()");
}

void lock_at_once(Context& ctx) {
  Session db = ctx.session();
  const std::int64_t got = db.exec(
      "UPDATE lock SET until = now() + interval '5 s' WHERE name = 'job' AND until <= now()");
  ctx.log("{}", got == 1 ? "locked" : "locked by another");
}

Scenario joined_lock(std::function<void(Context&)> joining) {
  Scenario scenario = locked_rows();
  scenario.sleeps = true;
  actor(scenario, "joining", std::move(joining));
  actor(scenario, "at-once", lock_at_once);
  struct Told {
    std::int64_t until_us = 0;
  };
  scenario.monitor({"lasts-as-told", "", "who is told that it has the lock has it for the lease"},
                   Told{}, [](Told& told, const Event& event) -> Finding {
                     if (!event.changes().empty() && event.now.microseconds < told.until_us) {
                       return "the lock is taken while another was told to have it";
                     }
                     if (logs(event, "locked")) told.until_us = (event.now + kLease).microseconds;
                     return std::nullopt;
                   });
  return scenario;
}

TEST(Lease, counted_from_the_start_of_the_transaction_is_over_when_it_is_written) {
  expect_breaks(joined_lock(lock_from_the_transactions_start),
                {{"lasts-as-told", "now() is the time of BEGIN, six seconds ago"}});
}

TEST(Lease, counted_from_the_statement_is_kept) {
  expect_holds(joined_lock(lock_from_the_statement));
}

// -- 19: a lock that its holder left behind ------------------------------------------------------

void migrate_under_a_flag(Context& ctx) {
  Session db = ctx.session();
  const std::int64_t got = db.exec("UPDATE changelog_lock SET locked = true WHERE NOT locked");
  if (got == 0) throw SqlError("55P03", "waits for the changelog lock");
  db.exec("INSERT INTO change VALUES (1) ON CONFLICT DO NOTHING");
  db.exec("UPDATE changelog_lock SET locked = false");
}

void migrate_under_a_session_lock(Context& ctx) {
  Session db = ctx.session();
  db.exec("SELECT pg_advisory_lock(77)");
  db.exec("INSERT INTO change VALUES (1) ON CONFLICT DO NOTHING");
  db.exec("SELECT pg_advisory_unlock(77)");
}

// One pod that can die anywhere, and one that starts when all is over: alone, so that to have to
// wait is to wait for ever.
Scenario pods(const std::function<void(Context&)>& migrate) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE changelog_lock (locked boolean)",
                     "CREATE TABLE change (id int PRIMARY KEY)",
                     "INSERT INTO changelog_lock VALUES (false)"};
  scenario.faults.crashes = 1;
  actor(scenario, "pod", migrate);
  after(scenario, migrate, {"next-pod-migrates", "EXISTS (SELECT 1 FROM change)"});
  no_errors(scenario);
  return scenario;
}

TEST(MigrationLock, in_a_row_outlives_the_pod_that_died_with_it) {
  expect_breaks(pods(migrate_under_a_flag),
                {{"next-pod-migrates", "nothing tells that the holder of the flag is gone"}});
}

TEST(MigrationLock, of_a_session_ends_with_the_pod) {
  expect_holds(pods(migrate_under_a_session_lock));
}

}  // namespace
}  // namespace racewindow::testing
