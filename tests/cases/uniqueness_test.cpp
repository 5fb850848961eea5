// SPDX-License-Identifier: Apache-2.0
// Keys that decide who creates something: reports 35, 37 and 59.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

// -- 35: create it, or find whose it is ----------------------------------------------------------

// Whether the account was created or found, in the transaction that is open.
bool create_or_find(Session& db, Sql find) {
  db.exec("SAVEPOINT creating");
  try {
    db.exec("INSERT INTO account (email) VALUES ('ann@example.org')");
    return true;
  } catch (const SqlError& error) {
    if (error.sqlstate() != sqlstate::unique_violation) throw;
    db.exec("ROLLBACK TO creating");
  }
  const Rows found = db.query(find);
  return !found.empty();
}

void sign_in(Context& ctx, Sql find) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.query("SELECT count(*) FROM account");
  const bool there = create_or_find(db, find);
  if (!there) ctx.log("neither created nor found");
  db.exec("COMMIT");
}

void find_by_reading(Context& ctx) {
  sign_in(ctx, "SELECT id FROM account WHERE email = 'ann@example.org'");
}

void find_by_locking(Context& ctx) {
  sign_in(ctx, "SELECT id FROM account WHERE email = 'ann@example.org' FOR UPDATE");
}

// Begins again, with a new snapshot, where it found nothing.
void find_in_a_new_transaction(Context& ctx) {
  Session db = ctx.session();
  for (;;) {
    ctx.forget("signing in");
    db.exec("BEGIN");
    db.query("SELECT count(*) FROM account");
    const bool there = create_or_find(db, "SELECT id FROM account WHERE email = 'ann@example.org'");
    db.exec("COMMIT");
    if (there) return;
    ctx.log("begins again");
  }
}

Scenario sign_ins(std::function<void(Context&)> sign_in, IsolationLevel isolation) {
  Scenario scenario;
  scenario.isolation = isolation;
  scenario.schema = {"CREATE TABLE account (id serial PRIMARY KEY, email text UNIQUE)"};
  actor(scenario, "first", sign_in);
  actor(scenario, "second", sign_in);
  never_logged(scenario, "created-or-found", "neither created nor found");
  at_the_end(scenario, {"one-account", "(SELECT count(*) FROM account) = 1"});
  no_errors(scenario);
  somebody_waits(scenario);
  somebody_meets(scenario, "23505");
  return scenario;
}

TEST(CreateOrFind, under_repeatable_read_neither_creates_nor_finds) {
  expect_breaks(
      sign_ins(find_by_reading, IsolationLevel::repeatable_read),
      {{"created-or-found", "the key is taken by a row that the snapshot does not show"}});
}

TEST(CreateOrFind, with_a_locking_read_does_not_find_it_either) {
  expect_breaks(sign_ins(find_by_locking, IsolationLevel::repeatable_read),
                {{"created-or-found", "a locking read takes its rows from the snapshot, too"}});
}

TEST(CreateOrFind, under_read_committed_finds_it) {
  expect_holds(sign_ins(find_by_reading, IsolationLevel::read_committed));
}

TEST(CreateOrFind, in_a_new_transaction_finds_it) {
  Scenario scenario = sign_ins(find_in_a_new_transaction, IsolationLevel::repeatable_read);
  somebody_logs(scenario, "begins again");
  expect_holds(std::move(scenario));
}

// -- 37: a unique key with a NULL in it ----------------------------------------------------------

// Whose row it is copies the image; the other would wait for the copy.
void fetch_image(Context& ctx) {
  Session db = ctx.session();
  try {
    db.exec("INSERT INTO image VALUES ('debian', NULL)");
  } catch (const SqlError& error) {
    if (error.sqlstate() != sqlstate::unique_violation) throw;
    return;
  }
  ctx.external("copy the image", "INSERT INTO copy VALUES ('debian')");
}

Scenario image_fetchers(const std::vector<std::string>& keys) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE image (name text, stack int)"};
  scenario.schema.insert(scenario.schema.end(), keys.begin(), keys.end());
  scenario.env_schema = {"CREATE TABLE copy (name text)"};
  actor(scenario, "first", fetch_image);
  actor(scenario, "second", fetch_image);
  at_the_end(scenario, outside("copied-once", "(SELECT count(*) FROM copy) = 1"));
  no_errors(scenario);
  return scenario;
}

TEST(UniqueKey, with_a_null_in_it_lets_two_of_a_name_in) {
  expect_breaks(image_fetchers({"CREATE UNIQUE INDEX ON image (name, stack)"}),
                {{"copied-once", "NULLs are distinct, so the two rows are"}});
}

TEST(UniqueKey, of_the_rows_without_a_stack_lets_one_in) {
  Scenario scenario =
      image_fetchers({"CREATE UNIQUE INDEX ON image (name) WHERE stack IS NULL",
                      "CREATE UNIQUE INDEX ON image (name, stack) WHERE stack IS NOT NULL"});
  somebody_meets(scenario, "23505");
  expect_holds(std::move(scenario));
}

// -- 59: IF NOT EXISTS ---------------------------------------------------------------------------

void start_up(Context& ctx, Sql create) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec(create);
  db.exec("COMMIT");
}

void create_table(Context& ctx) {
  start_up(ctx, "CREATE TABLE IF NOT EXISTS message (id int)");
}

void create_schema(Context& ctx) {
  start_up(ctx, "CREATE SCHEMA IF NOT EXISTS mail");
}

// It is there, whoever made it.
void create_table_or_take_it(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  try {
    db.exec("CREATE TABLE IF NOT EXISTS message (id int)");
  } catch (const SqlError& error) {
    if (error.sqlstate() != sqlstate::unique_violation && error.sqlstate() != "42P07") throw;
    db.exec("ROLLBACK");
    return;
  }
  db.exec("COMMIT");
}

void create_table_under_a_lock(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec("SELECT pg_advisory_xact_lock(1)");
  db.exec("CREATE TABLE IF NOT EXISTS message (id int)");
  db.exec("COMMIT");
}

Scenario start_ups(std::function<void(Context&)> start_up) {
  Scenario scenario;
  actor(scenario, "first", start_up);
  actor(scenario, "second", start_up);
  no_errors(scenario);
  somebody_waits(scenario);
  return scenario;
}

TEST(IfNotExists, meets_the_catalogs_key_where_another_creates_it_at_once) {
  const std::vector<Breaks> breaks = {
      {"no-errors",
       "it does not see the other's, waits for the catalog's key, and finds it taken"}};
  expect_breaks(start_ups(create_table), breaks);
  expect_breaks(start_ups(create_schema), breaks);
}

TEST(IfNotExists, with_the_catalogs_refusal_taken_as_success_never_fails) {
  Scenario scenario = start_ups(create_table_or_take_it);
  somebody_meets(scenario, "23505");
  expect_holds(std::move(scenario));
}

TEST(IfNotExists, under_a_lock_never_fails) {
  expect_holds(start_ups(create_table_under_a_lock));
}

}  // namespace
}  // namespace racewindow::testing
