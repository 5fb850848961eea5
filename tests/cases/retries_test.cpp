// SPDX-License-Identifier: Apache-2.0
// What is done again, and was done already: reports 51, 53, 55 and 57.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

// -- 51: an event that is delivered again --------------------------------------------------------

void mark_then_work(Context& ctx) {
  Session db = ctx.session();
  const std::int64_t marked = db.exec("INSERT INTO event (id) VALUES ('e') ON CONFLICT DO NOTHING");
  if (marked == 1) db.exec("INSERT INTO effect VALUES ('e')");
}

// The mark is a lease until the work is done. Waits for that of another, as the sender would.
void lease_then_work(Context& ctx, const std::string& token) {
  Session db = ctx.session();
  for (;;) {
    ctx.forget("delivered");
    const std::int64_t leased = db.exec(
        "INSERT INTO event VALUES ('e', false, $1, now() + interval '30 s')"
        " ON CONFLICT (id) DO UPDATE SET token = $1, expires = now() + interval '30 s'"
        " WHERE NOT event.done AND event.expires < now()",
        token);
    if (leased == 1) break;
    const auto done = db.value<bool>("SELECT done FROM event WHERE id = 'e'");
    if (done.value()) return;
    ctx.sleep(seconds(31));
  }
  db.exec("INSERT INTO effect VALUES ('e')");
  db.exec("UPDATE event SET done = true WHERE id = 'e' AND token = $1", token);
}

void mark_and_work_in_one(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  mark_then_work(ctx);
  db.exec("COMMIT");
}

// Two deliveries of one event; one of them may die. Then the sender delivers once more.
using Handler = std::function<void(Context&, const std::string& token)>;
Scenario deliveries(const Handler& handle) {
  Scenario scenario;
  scenario.schema = {
      "CREATE TABLE event (id text PRIMARY KEY, done boolean, token text,"
      " expires timestamptz)",
      "CREATE TABLE effect (id text)"};
  scenario.faults.crashes = 1;
  scenario.sleeps = true;
  for (const char* name : {"first", "second"}) {
    actor(scenario, name, [handle, name](Context& ctx) { handle(ctx, name); });
  }
  always(scenario, {"at-most-once", "(SELECT count(*) FROM effect) <= 1"});
  after(scenario, [handle](Context& ctx) { handle(ctx, "third"); },
        {"at-least-once", "EXISTS (SELECT 1 FROM effect)"});
  no_errors(scenario);
  return scenario;
}

TEST(Delivery, marked_before_the_work_is_lost_by_a_crash) {
  expect_breaks(deliveries([](Context& ctx, const std::string&) { mark_then_work(ctx); }),
                {{"at-least-once", "the mark is there, the work is not: all others pass it over"}});
}

TEST(Delivery, under_a_lease_is_not_lost_but_worked_on_again) {
  expect_breaks(deliveries(lease_then_work),
                {{"at-most-once", "who is slower than the lease works beside who took it over"}});
}

TEST(Delivery, marked_and_worked_on_in_one_transaction_takes_effect_once) {
  Scenario scenario =
      deliveries([](Context& ctx, const std::string&) { mark_and_work_in_one(ctx); });
  somebody_waits(scenario);
  expect_holds(std::move(scenario));
}

// -- 53: a transaction that is tried again, and a card -------------------------------------------

void pay(Context& ctx, Sql charge) {
  Session db = ctx.session();
  for (;;) {
    ctx.forget("paying");
    db.exec("BEGIN ISOLATION LEVEL REPEATABLE READ");
    db.query("SELECT state FROM payment WHERE id = 1");
    ctx.external("charge the card", charge);
    try {
      db.exec("UPDATE payment SET state = 'done' WHERE id = 1");
      db.exec("COMMIT");
      return;
    } catch (const SqlError& error) {
      if (error.sqlstate() != "40001") throw;
      db.exec("ROLLBACK");
    }
  }
}

void pay_without_a_key(Context& ctx) {
  pay(ctx, "INSERT INTO charge VALUES (NULL)");
}

void pay_with_a_key(Context& ctx) {
  pay(ctx, "INSERT INTO charge VALUES ('payment-1') ON CONFLICT DO NOTHING");
}

Scenario payment(std::function<void(Context&)> pay) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE payment (id int PRIMARY KEY, state text)",
                     "INSERT INTO payment VALUES (1, 'draft')"};
  scenario.env_schema = {"CREATE TABLE charge (key text UNIQUE)"};
  actor(scenario, "payer", std::move(pay));
  actor(scenario, "webhook", [](Context& ctx) {
    Session db = ctx.session();
    db.exec("UPDATE payment SET state = 'authorized' WHERE id = 1");
  });
  at_the_end(scenario, outside("charged-once", "(SELECT count(*) FROM charge) = 1"));
  no_errors(scenario);
  somebody_meets(scenario, "40001");
  return scenario;
}

TEST(Payment, tried_again_charges_again) {
  expect_breaks(payment(pay_without_a_key),
                {{"charged-once", "the rollback for 40001 does not reach the card"}});
}

TEST(Payment, tried_again_with_the_same_key_charges_once) {
  expect_holds(payment(pay_with_a_key));
}

// -- 55: a commit whose answer is lost -----------------------------------------------------------

// One try, on a new session. An order that is there already was placed by an earlier one.
using Order = std::function<void(Context& ctx)>;

void order_in_a_batch(Context& ctx) {
  Session db = ctx.session();
  try {
    db.batch({Session::Command("INSERT INTO orders (key) VALUES ('r1')"),
              Session::Command("UPDATE balance SET amount = amount - 1")});
  } catch (const SqlError& error) {
    if (error.sqlstate() != sqlstate::unique_violation) throw;
  }
}

void order_in_a_transaction(Context& ctx, PoolHandle pool) {
  Session db = ctx.session(pool);
  db.exec("BEGIN");
  try {
    db.exec("INSERT INTO orders (key) VALUES ('r1')");
  } catch (const SqlError& error) {
    if (error.sqlstate() != sqlstate::unique_violation) throw;
    db.exec("ROLLBACK");
    return;
  }
  db.exec("UPDATE balance SET amount = amount - 1");
  db.exec("COMMIT");
}

void order_until_answered(Context& ctx, const Order& order) {
  for (;;) {
    ctx.forget("ordering");
    try {
      order(ctx);
      return;
    } catch (const SqlError& error) {
      if (error.sqlstate() != sqlstate::connection_failure) throw;
    }
  }
}

Scenario orders(const std::string& key) {
  Scenario scenario;
  scenario.faults = {.lost = 1, .refused = 1};
  scenario.schema = {
      "CREATE TABLE orders (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, key text" + key +
          ")",
      "CREATE TABLE balance (amount int)", "INSERT INTO balance VALUES (10)"};
  at_the_end(scenario, {"ordered-once", "(SELECT count(*) FROM orders) = 1"});
  at_the_end(scenario, {"paid-once", "(SELECT amount FROM balance) = 9"});
  no_errors(scenario);
  return scenario;
}

// Over HTTP, as to D1.
Scenario batches(const std::string& key) {
  Scenario scenario = orders(key);
  scenario.connection = Connection::http;
  actor(scenario, "customer", [](Context& ctx) { order_until_answered(ctx, order_in_a_batch); });
  return scenario;
}

// Through a pool, which has another connection for the next try.
Scenario transactions(const std::string& key) {
  Scenario scenario = orders(key);
  const PoolHandle pool = scenario.pool({.name = "app"});
  actor(scenario, "customer", [pool](Context& ctx) {
    order_until_answered(ctx, [pool](Context& again) { order_in_a_transaction(again, pool); });
  });
  return scenario;
}

TEST(LostAnswer, to_a_blind_retry_is_a_second_order) {
  const std::vector<Breaks> twice = {
      {"ordered-once", "the first try was committed, only its answer was lost"},
      {"paid-once", "and so it is paid for twice"}};
  expect_breaks(batches(""), twice, "memory");
  expect_breaks(batches(""), twice, "sqlite");
  expect_breaks(transactions(""), twice);
}

void expect_found_again(Scenario scenario, const std::string& store) {
  somebody_meets(scenario, "23505");
  expect_holds(std::move(scenario), store);
}

TEST(LostAnswer, to_a_retry_with_a_unique_key_is_found_again) {
  expect_found_again(batches(" UNIQUE"), "memory");
  expect_found_again(batches(" UNIQUE"), "sqlite");
  expect_found_again(transactions(" UNIQUE"), "memory");
}

// -- 57: a migration and its record --------------------------------------------------------------

bool recorded(Session& db) {
  const auto count = db.value<std::int64_t>("SELECT count(*) FROM migration WHERE name = 'm1'");
  return count.value() == 1;
}

void apply_then_record(Context& ctx) {
  Session db = ctx.session();
  if (recorded(db)) return;
  db.exec("CREATE TABLE invoice (id int)");
  db.exec("INSERT INTO migration VALUES ('m1')");
}

void apply_and_record(Context& ctx) {
  Session db = ctx.session();
  if (recorded(db)) return;
  db.batch({Session::Command("CREATE TABLE invoice (id int)"),
            Session::Command("INSERT INTO migration VALUES ('m1')")});
}

Scenario migration(const std::function<void(Context&)>& migrate) {
  Scenario scenario;
  scenario.connection = Connection::http;
  scenario.faults.crashes = 1;
  scenario.schema = {"CREATE TABLE migration (name text PRIMARY KEY)"};
  actor(scenario, "migrator", migrate);
  after(scenario, migrate, {"next-run-succeeds", "EXISTS (SELECT 1 FROM migration)"});
  no_errors(scenario);
  return scenario;
}

TEST(Migration, recorded_in_a_request_of_its_own_cannot_be_run_again_after_a_crash) {
  expect_breaks(migration(apply_then_record),
                {{"next-run-succeeds", "the table is there already, and nothing says so"}});
}

TEST(Migration, applied_and_recorded_in_one_batch_can) {
  expect_holds(migration(apply_and_record));
}

}  // namespace
}  // namespace racewindow::testing
