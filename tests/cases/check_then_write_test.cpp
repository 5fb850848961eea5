// SPDX-License-Identifier: Apache-2.0
// What was read is no longer so when it is acted upon: reports 29, 31, 33 and 39.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

// -- 29: a job that blocks on a semaphore, and the one that would wake it ------------------------

// The job goes on where there is room, and otherwise leaves a row for whoever makes room.
void enqueue(Session& db, std::int64_t room) {
  if (room > 0) db.exec("UPDATE semaphore SET room = room - 1");
  if (room == 0) db.exec("INSERT INTO blocked VALUES (2)");
  db.exec("COMMIT");
}

void enqueue_after_a_look(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  const auto room = db.value<std::int64_t>("SELECT room FROM semaphore");
  enqueue(db, room.value());
}

void enqueue_under_the_row_lock(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  const auto room = db.value<std::int64_t>("SELECT room FROM semaphore FOR UPDATE");
  enqueue(db, room.value());
}

void finish(Context& ctx) {
  Session db = ctx.session();
  db.exec("UPDATE semaphore SET room = room + 1");
  const auto blocked = db.value<std::int64_t>("SELECT id FROM blocked");
  if (!blocked) return;
  db.exec("DELETE FROM blocked WHERE id = $1", *blocked);
  db.exec("UPDATE semaphore SET room = room - 1");
}

Scenario semaphore(std::function<void(Context&)> enqueuer) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE semaphore (room int)", "CREATE TABLE blocked (id int)",
                     "INSERT INTO semaphore VALUES (0)"};
  actor(scenario, "enqueuer", std::move(enqueuer));
  actor(scenario, "finisher", finish);
  at_the_end(scenario, {"nobody-forgotten",
                        "NOT (EXISTS (SELECT 1 FROM blocked) AND "
                        "(SELECT room FROM semaphore) > 0)"});
  no_errors(scenario);
  return scenario;
}

TEST(Semaphore, read_without_a_lock_leaves_a_job_that_nobody_wakes) {
  expect_breaks(semaphore(enqueue_after_a_look),
                {{"nobody-forgotten", "the finisher looks for the blocked row before its commit"}});
}

TEST(Semaphore, read_for_update_forgets_nobody) {
  Scenario scenario = semaphore(enqueue_under_the_row_lock);
  somebody_waits(scenario);
  expect_holds(std::move(scenario));
}

// -- 31: two schedulers and a limit --------------------------------------------------------------

void start_one_if_there_is_room(Session& db) {
  const auto running = db.value<std::int64_t>("SELECT count(*) FROM run WHERE state = 'running'");
  const auto next = db.value<std::int64_t>(
      "SELECT id FROM run WHERE state = 'queued' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED");
  if (next && running.value() < 1) {
    db.exec("UPDATE run SET state = 'running' WHERE id = $1", *next);
  }
}

void schedule_by_count(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  start_one_if_there_is_room(db);
  db.exec("COMMIT");
}

void schedule_under_the_parent(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  const Rows parent = db.query("SELECT id FROM workflow FOR UPDATE SKIP LOCKED");
  if (parent.empty()) ctx.log("another scheduler is at it");
  if (!parent.empty()) start_one_if_there_is_room(db);
  db.exec("COMMIT");
}

Scenario schedulers(std::function<void(Context&)> schedule) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE workflow (id int PRIMARY KEY)",
                     "CREATE TABLE run (id int PRIMARY KEY, state text)",
                     "INSERT INTO workflow VALUES (1)",
                     "INSERT INTO run VALUES (1, 'queued'), (2, 'queued')"};
  actor(scenario, "first", schedule);
  actor(scenario, "second", schedule);
  always(scenario, {"within-the-limit", "(SELECT count(*) FROM run WHERE state = 'running') <= 1"});
  at_the_end(scenario, {"one-started", "EXISTS (SELECT 1 FROM run WHERE state = 'running')"});
  no_errors(scenario);
  return scenario;
}

TEST(RunningLimit, by_a_count_is_exceeded_by_two_schedulers) {
  expect_breaks(
      schedulers(schedule_by_count),
      {{"within-the-limit", "both count before either commits, and lock different runs"}});
}

TEST(RunningLimit, under_the_row_of_the_parent_is_kept) {
  Scenario scenario = schedulers(schedule_under_the_parent);
  somebody_logs(scenario, "another scheduler is at it");
  expect_holds(std::move(scenario));
}

// -- 33: the next invoice number -----------------------------------------------------------------

using Numbering = void (*)(Session& db, std::int64_t invoice);

void max_plus_one(Session& db, std::int64_t invoice) {
  db.exec("UPDATE invoice SET number = (SELECT max(number) + 1 FROM invoice) WHERE id = $1",
          invoice);
}

void one_more_than_the_locked_maximum(Session& db, std::int64_t invoice) {
  const auto last = db.value<std::int64_t>(
      "SELECT number FROM invoice WHERE number IS NOT NULL"
      " ORDER BY number DESC LIMIT 1 FOR UPDATE");
  db.exec("UPDATE invoice SET number = $2 WHERE id = $1", invoice, last.value() + 1);
}

void next_of_the_counter(Session& db, std::int64_t invoice) {
  const auto next = db.value<std::int64_t>("UPDATE counter SET next = next + 1 RETURNING next - 1");
  db.exec("UPDATE invoice SET number = $2 WHERE id = $1", invoice, next.value());
}

Scenario invoices(Numbering number) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE invoice (id int PRIMARY KEY, number int)",
                     "CREATE TABLE counter (next int)",
                     "INSERT INTO invoice VALUES (1, 10), (2, NULL), (3, NULL)",
                     "INSERT INTO counter VALUES (11)"};
  for (const std::int64_t invoice : {2, 3}) {
    actor(scenario, "order-of-" + std::to_string(invoice), [number, invoice](Context& ctx) {
      Session db = ctx.session();
      db.exec("BEGIN");
      number(db, invoice);
      db.exec("COMMIT");
    });
  }
  at_the_end(scenario, {"numbers-differ", "(SELECT count(DISTINCT number) FROM invoice) = 3"});
  no_errors(scenario);
  return scenario;
}

TEST(InvoiceNumber, of_the_maximum_plus_one_is_given_twice) {
  expect_breaks(invoices(max_plus_one),
                {{"numbers-differ", "one statement, but its subquery waits for nobody"}});
}

TEST(InvoiceNumber, of_the_locked_maximum_plus_one_is_given_twice_as_well) {
  Scenario scenario = invoices(one_more_than_the_locked_maximum);
  somebody_waits(scenario);
  expect_breaks(std::move(scenario),
                {{"numbers-differ", "after the wait the row it has locked is not the maximum"}});
}

TEST(InvoiceNumber, of_a_counter_row_is_given_once) {
  Scenario scenario = invoices(next_of_the_counter);
  somebody_waits(scenario);
  expect_holds(std::move(scenario));
}

// -- 39: the last piece in stock -----------------------------------------------------------------

void sell_one(Session& db) {
  const auto left = db.value<std::int64_t>("SELECT quantity FROM stock FOR UPDATE");
  if (left.value() < 1) return;
  db.exec("UPDATE stock SET quantity = $1", *left - 1);
  db.exec("INSERT INTO sold VALUES (1)");
}

void sell_in_autocommit(Context& ctx) {
  Session db = ctx.session();
  sell_one(db);
}

void sell_in_transaction(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  sell_one(db);
  db.exec("COMMIT");
}

Scenario sellers(std::function<void(Context&)> sell) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE stock (quantity int)", "CREATE TABLE sold (pieces int)",
                     "INSERT INTO stock VALUES (1)"};
  actor(scenario, "first", sell);
  actor(scenario, "second", sell);
  at_the_end(scenario, {"sold-what-was-there", "(SELECT count(*) FROM sold) = 1"});
  no_errors(scenario);
  return scenario;
}

TEST(LastPiece, locked_in_autocommit_is_sold_twice) {
  expect_breaks(sellers(sell_in_autocommit),
                {{"sold-what-was-there", "FOR UPDATE locked the row for its own statement only"}});
}

TEST(LastPiece, locked_in_a_transaction_is_sold_once) {
  Scenario scenario = sellers(sell_in_transaction);
  somebody_waits(scenario);
  expect_holds(std::move(scenario));
}

}  // namespace
}  // namespace racewindow::testing
