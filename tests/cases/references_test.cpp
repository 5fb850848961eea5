// SPDX-License-Identifier: Apache-2.0
// Rows that refer to one that is being deleted: reports 41 and 49.
#include <gtest/gtest.h>

#include "tests/cases/reported.h"

namespace racewindow::testing {
namespace {

// -- 41: a rule's translation, and the end of the rule -------------------------------------------

// Adds a translation where the rule is found.
void translate(Context& ctx, Sql find) {
  Session db = ctx.session();
  db.exec("BEGIN");
  const Rows rule = db.query(find);
  if (!rule.empty()) db.exec("INSERT INTO translation VALUES ('a')");
  db.exec("COMMIT");
}

void translate_what_is_seen(Context& ctx) {
  translate(ctx, "SELECT id FROM rule WHERE id = 'a'");
}

void translate_what_is_locked(Context& ctx) {
  translate(ctx, "SELECT id FROM rule WHERE id = 'a' FOR KEY SHARE");
}

void delete_rule(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec("DELETE FROM rule WHERE id = 'a'");
  db.exec("DELETE FROM translation WHERE id = 'a'");
  db.exec("COMMIT");
}

Scenario editors(std::function<void(Context&)> translate, const std::string& key) {
  Scenario scenario;
  scenario.isolation = IsolationLevel::repeatable_read;
  scenario.schema = {"CREATE TABLE rule (id text PRIMARY KEY)",
                     "CREATE TABLE translation (id text PRIMARY KEY" + key + ")",
                     "INSERT INTO rule VALUES ('a')"};
  actor(scenario, "translator", std::move(translate));
  actor(scenario, "deleter", delete_rule);
  always(scenario, {"no-orphan",
                    "NOT EXISTS (SELECT 1 FROM translation"
                    " WHERE id NOT IN (SELECT id FROM rule))"});
  no_errors(scenario);
  return scenario;
}

TEST(DeletedParent, that_was_seen_leaves_an_orphan) {
  expect_breaks(editors(translate_what_is_seen, ""),
                {{"no-orphan", "each transaction's snapshot lacks what the other has done"}});
}

TEST(DeletedParent, that_was_locked_leaves_an_orphan_as_well) {
  Scenario scenario = editors(translate_what_is_locked, "");
  somebody_waits(scenario);
  expect_breaks(std::move(scenario),
                {{"no-orphan", "the deleter waits, but its snapshot is older than the child"},
                 {"no-errors", "the rule that is to be locked was deleted since: 40001"}});
}

TEST(DeletedParent, with_a_foreign_key_leaves_no_orphan_but_fails_one_of_the_two) {
  Scenario scenario = editors(translate_what_is_seen, " REFERENCES rule (id)");
  somebody_waits(scenario);
  somebody_meets(scenario, "23503");
  somebody_meets(scenario, "40001");
  expect_breaks(std::move(scenario),
                {{"no-errors",
                  "who comes second is refused: a parent with a child is not deleted"
                  " (23503), one that is deleted since gets no child (40001)"}});
}

// -- 49: a blob that is pushed to, and the sweep -------------------------------------------------

void push(Context& ctx, Sql find) {
  Session db = ctx.session();
  db.exec("BEGIN");
  const Rows blob = db.query(find);
  if (blob.empty()) db.exec("INSERT INTO blob VALUES ('x')");
  db.exec("INSERT INTO manifest VALUES ('m', 'x')");
  db.exec("COMMIT");
}

void push_what_is_seen(Context& ctx) {
  push(ctx, "SELECT digest FROM blob WHERE digest = 'x'");
}

void push_what_is_locked(Context& ctx) {
  push(ctx, "SELECT digest FROM blob WHERE digest = 'x' FOR UPDATE");
}

void sweep(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.query("SELECT digest FROM blob WHERE digest = 'x' FOR UPDATE");
  const auto manifests = db.value<std::int64_t>("SELECT count(*) FROM manifest WHERE digest = 'x'");
  if (manifests.value() == 0) db.exec("DELETE FROM blob WHERE digest = 'x'");
  db.exec("COMMIT");
}

Scenario registry_of_blobs(std::function<void(Context&)> push) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE blob (digest text PRIMARY KEY)",
                     "CREATE TABLE manifest (name text, digest text)",
                     "INSERT INTO blob VALUES ('x')"};
  actor(scenario, "pusher", std::move(push));
  actor(scenario, "sweeper", sweep);
  always(scenario, {"blob-is-there",
                    "NOT EXISTS (SELECT 1 FROM manifest"
                    " WHERE digest NOT IN (SELECT digest FROM blob))"});
  no_errors(scenario);
  return scenario;
}

TEST(SweptBlob, that_a_push_has_seen_is_missing) {
  expect_breaks(registry_of_blobs(push_what_is_seen),
                {{"blob-is-there", "the sweep counts manifests before the push commits its own"}});
}

TEST(SweptBlob, that_a_push_has_locked_is_there) {
  Scenario scenario = registry_of_blobs(push_what_is_locked);
  somebody_waits(scenario);
  expect_holds(std::move(scenario));
}

}  // namespace
}  // namespace racewindow::testing
