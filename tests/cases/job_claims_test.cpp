// SPDX-License-Identifier: Apache-2.0
// Who works on a job, and who believes so: reports 21, 23, 25 and 27.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

// -- 21: a trigger that is waiting again ---------------------------------------------------------

constexpr std::int64_t kDue = 100;

void fire(Session& db, std::int64_t at) {
  db.exec("INSERT INTO fired VALUES ($1)", at);
  db.exec("UPDATE trigger SET state = 'waiting', next_fire = $1", at + 60);
}

void claim_by_state(Context& ctx) {
  Session db = ctx.session();
  const auto due = db.value<std::int64_t>(
      "SELECT next_fire FROM trigger WHERE state = 'waiting' AND next_fire <= $1", kDue);
  if (!due) return;
  const std::int64_t got = db.exec("UPDATE trigger SET state = 'acquired' WHERE state = 'waiting'");
  if (got == 1) fire(db, *due);
}

void claim_by_state_and_time(Context& ctx) {
  Session db = ctx.session();
  const auto due = db.value<std::int64_t>(
      "SELECT next_fire FROM trigger WHERE state = 'waiting' AND next_fire <= $1", kDue);
  if (!due) return;
  const std::int64_t got = db.exec(
      "UPDATE trigger SET state = 'acquired' WHERE state = 'waiting' AND next_fire = $1", *due);
  if (got == 1) fire(db, *due);
  if (got == 0) ctx.log("fired by another");
}

void claim_under_the_lock(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.query("SELECT name FROM scheduler_lock FOR UPDATE");
  const auto due = db.value<std::int64_t>(
      "SELECT next_fire FROM trigger WHERE state = 'waiting' AND next_fire <= $1", kDue);
  if (due) db.exec("UPDATE trigger SET state = 'acquired' WHERE state = 'waiting'");
  db.exec("COMMIT");
  if (due) fire(db, *due);
  if (!due) ctx.log("fired by another");
}

Scenario scheduler_nodes(const std::function<void(Context&)>& node) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE trigger (state text, next_fire int)",
                     "CREATE TABLE scheduler_lock (name text)", "CREATE TABLE fired (at int)",
                     "INSERT INTO trigger VALUES ('waiting', 100)",
                     "INSERT INTO scheduler_lock VALUES ('trigger access')"};
  actor(scenario, "first", node);
  actor(scenario, "second", node);
  at_the_end(scenario, {"fires-once", "(SELECT count(*) FROM fired WHERE at = 100) = 1"});
  no_errors(scenario);
  return scenario;
}

TEST(Trigger, claimed_by_its_state_fires_twice) {
  expect_breaks(scheduler_nodes(claim_by_state),
                {{"fires-once", "the other fired it and it is waiting again, for the next time"}});
}

TEST(Trigger, claimed_by_its_state_and_time_fires_once) {
  Scenario scenario = scheduler_nodes(claim_by_state_and_time);
  somebody_logs(scenario, "fired by another");
  expect_holds(std::move(scenario));
}

TEST(Trigger, read_and_claimed_under_one_lock_fires_once) {
  Scenario scenario = scheduler_nodes(claim_under_the_lock);
  somebody_waits(scenario);
  somebody_logs(scenario, "fired by another");
  expect_holds(std::move(scenario));
}

// -- 23: alive is who holds the lock on the row --------------------------------------------------

// Works on the job where `lock` finds it.
void work(Context& ctx, Session& db, Sql lock, bool commits_half_way) {
  db.exec("BEGIN");
  const Rows mine = db.query(lock);
  if (mine.empty()) {
    ctx.log("it is not mine any more");
    db.exec("ROLLBACK");
    return;
  }
  ctx.external("work begins",
               "WITH run AS (INSERT INTO runs VALUES (1)) INSERT INTO running VALUES (1)");
  if (commits_half_way) db.exec("COMMIT");
  ctx.external("work ends", "DELETE FROM running");
  db.exec("UPDATE job SET state = 'done'");
  if (!commits_half_way) db.exec("COMMIT");
}

void commit_half_way(Context& ctx, Session& db) {
  work(ctx, db, "SELECT id FROM job WHERE id = 1 FOR UPDATE", true);
}

void commit_at_the_end(Context& ctx, Session& db) {
  work(ctx, db, "SELECT id FROM job WHERE id = 1 FOR UPDATE", false);
}

void look_at_the_state_again(Context& ctx, Session& db) {
  work(ctx, db, "SELECT id FROM job WHERE id = 1 AND state = 'started' FOR UPDATE", false);
}

Scenario requeued(void (*run)(Context&, Session&)) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE job (id int PRIMARY KEY, state text)",
                     "INSERT INTO job VALUES (1, 'started')"};
  scenario.env_schema = {"CREATE TABLE running (id int)", "CREATE TABLE runs (id int)"};
  actor(scenario, "worker", [run](Context& ctx) {
    Session db = ctx.session();
    run(ctx, db);
  });
  actor(scenario, "requeuer", [](Context& ctx) {
    Session db = ctx.session();
    db.exec(
        "UPDATE job SET state = 'pending' WHERE id IN"
        " (SELECT id FROM job WHERE state = 'started' FOR UPDATE SKIP LOCKED)");
  });
  actor(scenario, "next-worker", [run](Context& ctx) {
    Session db = ctx.session();
    const std::int64_t got = db.exec("UPDATE job SET state = 'started' WHERE state = 'pending'");
    if (got == 1) run(ctx, db);
  });
  always(scenario, outside("one-at-a-time", "(SELECT count(*) FROM running) <= 1"));
  always(scenario, outside("runs-once", "(SELECT count(*) FROM runs) <= 1"));
  no_errors(scenario);
  return scenario;
}

TEST(RowLockOfAJob, that_commits_half_way_is_gone) {
  expect_breaks(requeued(commit_half_way),
                {{"one-at-a-time", "the commit drops the lock that says that the worker is alive"},
                 {"runs-once", "so the job is given to the next one"}});
}

TEST(RowLockOfAJob, held_to_the_end_keeps_workers_apart_but_can_come_too_late) {
  Scenario scenario = requeued(commit_at_the_end);
  somebody_waits(scenario);
  expect_breaks(std::move(scenario),
                {{"runs-once", "requeued before the worker locks it, it is run by both in turn"}});
}

TEST(RowLockOfAJob, that_looks_at_the_state_again_runs_it_once) {
  Scenario scenario = requeued(look_at_the_state_again);
  somebody_waits(scenario);
  somebody_logs(scenario, "it is not mine any more");
  expect_holds(std::move(scenario));
}

// -- 25: a claim that is older than the job is long ----------------------------------------------

struct Worker {
  bool heartbeat = false;
  bool fenced = false;  // finishes only what is still its own
};

void work_six_hours(Context& ctx, const std::string& me, Worker worker) {
  Session db = ctx.session();
  const Rows job = db.query(
      "UPDATE job SET locked_at = now(), locked_by = $1 WHERE id ="
      " (SELECT id FROM job WHERE done_by IS NULL"
      " AND (locked_at IS NULL OR locked_at < now() - interval '4 hours')"
      " FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING id",
      me);
  if (job.empty()) {
    ctx.log("nothing to do");
    return;
  }
  ctx.external("work begins", "INSERT INTO running VALUES ($1)", me);
  ctx.sleep(minutes(180));
  if (worker.heartbeat) {
    db.exec("UPDATE job SET locked_at = now() WHERE id = 1 AND locked_by = $1", me);
  }
  ctx.sleep(minutes(180));
  ctx.external("work ends", "DELETE FROM running WHERE name = $1", me);
  if (worker.fenced) {
    db.exec("UPDATE job SET done_by = $1 WHERE id = 1 AND locked_by = $1", me);
  } else {
    db.exec("UPDATE job SET done_by = $1 WHERE id = 1", me);
  }
}

Scenario long_job(Worker worker) {
  Scenario scenario;
  scenario.schema = {
      "CREATE TABLE job (id int PRIMARY KEY, locked_at timestamptz, locked_by text, done_by text)",
      "INSERT INTO job VALUES (1, NULL, NULL, NULL)"};
  scenario.env_schema = {"CREATE TABLE running (name text)"};
  scenario.sleeps = true;
  for (const char* name : {"first", "second"}) {
    actor(scenario, name, [name, worker](Context& ctx) { work_six_hours(ctx, name, worker); });
  }
  always(scenario, outside("one-at-a-time", "(SELECT count(*) FROM running) <= 1"));
  always(scenario,
         {"done-by-its-holder", "(SELECT done_by IS NULL OR done_by = locked_by FROM job)"});
  no_errors(scenario);
  somebody_logs(scenario, "nothing to do");
  return scenario;
}

constexpr const char* kPaused = "a worker that pauses for long enough renews too late";

TEST(VisibilityTimeout, shorter_than_the_job_gives_it_to_a_second_worker) {
  expect_breaks(long_job({}),
                {{"one-at-a-time", "after four hours the first counts as dead"},
                 {"done-by-its-holder", "it reports what is the second's to report"}});
}

TEST(VisibilityTimeout, renewed_by_a_heartbeat_keeps_the_claim) {
  expect_holds(long_job({.heartbeat = true}));
}

TEST(VisibilityTimeout, renewed_too_late_gives_it_to_a_second_worker) {
  Scenario scenario = long_job({.heartbeat = true});
  scenario.deadlines = {minutes(241)};
  scenario.time_steps_max = 1;
  expect_breaks(std::move(scenario),
                {{"one-at-a-time", kPaused}, {"done-by-its-holder", "its late report is taken"}});
}

TEST(VisibilityTimeout, with_a_fenced_report_refuses_the_late_one) {
  Scenario scenario = long_job({.heartbeat = true, .fenced = true});
  scenario.deadlines = {minutes(241)};
  scenario.time_steps_max = 1;
  expect_breaks(std::move(scenario), {{"one-at-a-time", kPaused}});
}

// -- 27: the claim that a timed-out worker gives back --------------------------------------------

bool claim(Session& db, const std::string& me) {
  const std::int64_t claimed = db.exec(
      "UPDATE job SET locked_at = now(), locked_by = $1 WHERE id = 1"
      " AND (locked_at IS NULL OR locked_at < now() - interval '10 s')",
      me);
  return claimed == 1;
}

void claim_and_work(Context& ctx, const std::string& me) {
  Session db = ctx.session();
  const bool got = claim(db, me);
  if (!got) {
    ctx.log("claimed by another");
    return;
  }
  ctx.external("work begins", "INSERT INTO running VALUES ($1)", me);
  ctx.external("work ends", "DELETE FROM running WHERE name = $1", me);
  db.exec("DELETE FROM job WHERE id = 1");
}

// Its claim has just run out when it gives up.
void claim_and_time_out(Context& ctx, Sql give_back) {
  Session db = ctx.session();
  const bool got = claim(db, "slow");
  if (!got) return;
  ctx.sleep(seconds(11));
  const std::int64_t given_back = db.exec(give_back);
  if (given_back == 0) ctx.log("it is another's now");
}

void give_back(Context& ctx) {
  claim_and_time_out(ctx, "UPDATE job SET locked_at = NULL, locked_by = NULL WHERE id = 1");
}

void give_back_if_mine(Context& ctx) {
  claim_and_time_out(ctx,
                     "UPDATE job SET locked_at = NULL, locked_by = NULL"
                     " WHERE id = 1 AND locked_by = 'slow'");
}

Scenario timed_out(std::function<void(Context&)> slow) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE job (id int PRIMARY KEY, locked_at timestamptz, locked_by text)",
                     "INSERT INTO job VALUES (1, NULL, NULL)"};
  scenario.env_schema = {"CREATE TABLE running (name text)"};
  scenario.sleeps = true;
  actor(scenario, "slow", std::move(slow));
  for (const char* name : {"second", "third"}) {
    actor(scenario, name, [name](Context& ctx) { claim_and_work(ctx, name); });
  }
  always(scenario, outside("one-at-a-time", "(SELECT count(*) FROM running) <= 1"));
  no_errors(scenario);
  somebody_logs(scenario, "claimed by another");
  return scenario;
}

TEST(TimedOutClaim, given_back_blindly_frees_that_of_the_next_worker) {
  expect_breaks(
      timed_out(give_back),
      {{"one-at-a-time", "what it gives back is the second worker's, and free for a third"}});
}

TEST(TimedOutClaim, given_back_by_its_owner_only_frees_nobody_elses) {
  Scenario scenario = timed_out(give_back_if_mine);
  somebody_logs(scenario, "it is another's now");
  expect_holds(std::move(scenario));
}

}  // namespace
}  // namespace racewindow::testing
