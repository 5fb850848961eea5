// SPDX-License-Identifier: Apache-2.0
// Locks of a transaction that guard less than they seem to: reports 03 and 05.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

// Two processes that start at once and each make sure that there is a role of one name.
Scenario role_makers(std::function<void(Context&)> make_sure) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE role (id serial PRIMARY KEY, name text)"};
  actor(scenario, "first", make_sure);
  actor(scenario, "second", make_sure);
  at_the_end(scenario, {"created-once", "(SELECT count(*) FROM role WHERE name = 'admin') = 1"});
  no_errors(scenario);
  return scenario;
}

void create_if_missing(Session& db) {
  const Rows there = db.query("SELECT id FROM role WHERE name = 'admin'");
  if (there.empty()) db.exec("INSERT INTO role (name) VALUES ('admin')");
}

// The lock goes to the pool instead of to the transaction: it ends with its statement.
void lock_in_autocommit(Context& ctx) {
  Session db = ctx.session();
  db.exec("SELECT pg_advisory_xact_lock(42)");
  create_if_missing(db);
}

void lock_in_transaction(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec("SELECT pg_advisory_xact_lock(42)");
  create_if_missing(db);
  db.exec("COMMIT");
}

TEST(TransactionLock, sent_in_autocommit_guards_nothing) {
  expect_breaks(role_makers(lock_in_autocommit),
                {{"created-once", "the lock ended with its statement: both look, both create"}});
}

TEST(TransactionLock, in_a_transaction_lets_the_second_look_only_after_the_commit) {
  Scenario scenario = role_makers(lock_in_transaction);
  somebody_waits(scenario);
  expect_holds(std::move(scenario));
}

TEST(TransactionLock, under_repeatable_read_does_not_show_what_its_holder_committed) {
  Scenario scenario = role_makers(lock_in_transaction);
  scenario.isolation = IsolationLevel::repeatable_read;
  somebody_waits(scenario);
  expect_breaks(
      std::move(scenario),
      {{"created-once", "the statement that waits for the lock took the snapshot first"}});
}

// The lock of the session is there before the transaction, and its snapshot, begin.
void lock_before_transaction(Context& ctx) {
  Session db = ctx.session();
  db.exec("SELECT pg_advisory_lock(42)");
  db.exec("BEGIN");
  create_if_missing(db);
  db.exec("COMMIT");
  db.exec("SELECT pg_advisory_unlock(42)");
}

TEST(SessionLock, taken_before_the_repeatable_read_transaction_creates_once) {
  Scenario scenario = role_makers(lock_before_transaction);
  scenario.isolation = IsolationLevel::repeatable_read;
  somebody_waits(scenario);
  expect_holds(std::move(scenario));
}

}  // namespace
}  // namespace racewindow::testing
