// SPDX-License-Identifier: Apache-2.0
// Readers of several statements: reports 43, 45 and 47.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

// -- 43: staged jobs, moved up to the last id ----------------------------------------------------

// Moves what is staged; the ids of that, ascending.
std::vector<std::int64_t> move_staged(Session& db) {
  std::vector<std::int64_t> ids;
  const Rows staged = db.query("SELECT id FROM staged ORDER BY id");
  for (std::size_t n = 0; n < staged.size(); ++n) {
    ids.push_back(staged.get<std::int64_t>(n, 0).value());
    db.exec("INSERT INTO job VALUES ($1)", ids.back());
  }
  return ids;
}

void move_up_to_the_last(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  const std::vector<std::int64_t> ids = move_staged(db);
  ctx.log("{} staged", ids.size());
  if (!ids.empty()) db.exec("DELETE FROM staged WHERE id <= $1", ids.back());
  db.exec("COMMIT");
}

void move_each_listed(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  const std::vector<std::int64_t> ids = move_staged(db);
  ctx.log("{} staged", ids.size());
  for (const std::int64_t id : ids) db.exec("DELETE FROM staged WHERE id = $1", id);
  db.exec("COMMIT");
}

Scenario mover(std::function<void(Context&)> move, IsolationLevel isolation) {
  Scenario scenario;
  scenario.isolation = isolation;
  scenario.schema = {"CREATE TABLE staged (id serial PRIMARY KEY, name text)",
                     "CREATE TABLE job (id int)"};
  actor(scenario, "slow", [](Context& ctx) {
    Session db = ctx.session();
    db.exec("BEGIN");
    db.exec("INSERT INTO staged (name) VALUES ('one')");
    db.exec("COMMIT");
  });
  actor(scenario, "quick", [](Context& ctx) {
    Session db = ctx.session();
    db.exec("INSERT INTO staged (name) VALUES ('two')");
  });
  actor(scenario, "mover", move);
  after(scenario, move,
        {"each-moved-once",
         "(SELECT count(*) FROM job) = 2 AND (SELECT count(DISTINCT id) FROM job) = 2"});
  no_errors(scenario);
  somebody_logs(scenario, "1 staged");
  somebody_logs(scenario, "2 staged");
  return scenario;
}

TEST(StagedJobs, deleted_up_to_the_last_id_lose_the_late_one) {
  expect_breaks(mover(move_up_to_the_last, IsolationLevel::read_committed),
                {{"each-moved-once", "a lower id commits between the list and the delete"}});
}

TEST(StagedJobs, listed_and_deleted_in_one_snapshot_all_move_once) {
  expect_holds(mover(move_up_to_the_last, IsolationLevel::repeatable_read));
}

TEST(StagedJobs, deleted_as_listed_all_move_once) {
  expect_holds(mover(move_each_listed, IsolationLevel::read_committed));
}

// -- 45: a table that is emptied and filled ------------------------------------------------------

void reload(Context& ctx, Sql empty) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec(empty);
  db.exec("INSERT INTO account VALUES (1), (2), (3)");
  db.exec("COMMIT");
}

void reload_truncated(Context& ctx) {
  reload(ctx, "TRUNCATE account");
}

void reload_deleted(Context& ctx) {
  reload(ctx, "DELETE FROM account");
}

Scenario report_during(std::function<void(Context&)> reload, IsolationLevel reader) {
  Scenario scenario;
  scenario.isolation = reader;
  scenario.schema = {"CREATE TABLE account (id int)", "CREATE TABLE rate (percent int)",
                     "INSERT INTO account VALUES (1), (2)", "INSERT INTO rate VALUES (1)"};
  actor(scenario, "writer", std::move(reload));
  actor(scenario, "reader", [](Context& ctx) {
    Session db = ctx.session();
    db.exec("BEGIN");
    db.query("SELECT percent FROM rate");
    const auto accounts = db.value<std::int64_t>("SELECT count(*) FROM account");
    ctx.log("{} accounts", accounts.value());
    db.exec("COMMIT");
  });
  never_logged(scenario, "never-empty", "0 accounts");
  no_errors(scenario);
  somebody_logs(scenario, "2 accounts");
  somebody_logs(scenario, "3 accounts");
  return scenario;
}

TEST(Reload, by_truncate_is_empty_to_an_older_snapshot) {
  expect_breaks(report_during(reload_truncated, IsolationLevel::repeatable_read),
                {{"never-empty", "the snapshot is older than the rows in the new file"}});
}

TEST(Reload, by_delete_keeps_the_old_rows_for_it) {
  expect_holds(report_during(reload_deleted, IsolationLevel::repeatable_read));
}

TEST(Reload, by_truncate_makes_a_reader_of_single_statements_wait) {
  Scenario scenario = report_during(reload_truncated, IsolationLevel::read_committed);
  somebody_waits(scenario);
  expect_holds(std::move(scenario));
}

// -- 47: a generation that is published, and its files -------------------------------------------

void publish_then_register(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec("UPDATE head SET generation = 2");
  db.exec("UPDATE file SET until = 2 WHERE until IS NULL");
  db.exec("COMMIT");
  db.exec("INSERT INTO file VALUES ('new', 2, NULL)");
}

void publish_at_once(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec("INSERT INTO file VALUES ('new', 2, NULL)");
  db.exec("UPDATE file SET until = 2 WHERE until IS NULL AND since < 2");
  db.exec("UPDATE head SET generation = 2");
  db.exec("COMMIT");
}

void publish_and_sweep(Context& ctx) {
  publish_at_once(ctx);
  Session db = ctx.session();
  db.exec("DELETE FROM file WHERE until <= 2");
}

void read_files(Context& ctx) {
  Session db = ctx.session();
  const auto at = db.value<std::int64_t>("SELECT generation FROM head");
  ctx.log("generation {}", at.value());
  const Rows files = db.query(
      "SELECT name FROM file WHERE since <= $1 AND (until IS NULL OR until > $1)", at.value());
  if (files.empty()) ctx.log("no files");
}

void read_in_one_snapshot(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN ISOLATION LEVEL REPEATABLE READ");
  read_files(ctx);
  db.exec("COMMIT");
}

Scenario publication(std::function<void(Context&)> publish, std::function<void(Context&)> read) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE head (generation int)",
                     "CREATE TABLE file (name text, since int, until int)",
                     "INSERT INTO head VALUES (1)", "INSERT INTO file VALUES ('old', 1, NULL)"};
  actor(scenario, "writer", std::move(publish));
  actor(scenario, "reader", std::move(read));
  never_logged(scenario, "never-empty", "no files");
  no_errors(scenario);
  somebody_logs(scenario, "generation 1");
  somebody_logs(scenario, "generation 2");
  return scenario;
}

TEST(Generation, published_before_its_files_is_empty) {
  expect_breaks(publication(publish_then_register, read_files),
                {{"never-empty", "the new head is committed before the file it points to"}});
}

TEST(Generation, published_with_its_files_is_never_empty) {
  expect_holds(publication(publish_at_once, read_files));
}

TEST(Generation, whose_predecessor_is_swept_is_empty_to_a_reader_of_two_statements) {
  expect_breaks(
      publication(publish_and_sweep, read_files),
      {{"never-empty", "the sweep comes between the head it read and that head's files"}});
}

TEST(Generation, read_in_one_snapshot_survives_the_sweep) {
  expect_holds(publication(publish_and_sweep, read_in_one_snapshot));
}

}  // namespace
}  // namespace racewindow::testing
