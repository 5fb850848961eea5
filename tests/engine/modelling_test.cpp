// SPDX-License-Identifier: Apache-2.0
// The examples of docs/modelling.md, explored: what the page says is found, and the code it shows
// is the code here.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

Scenario shop(std::vector<std::string> seed) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL)",
                     "CREATE TABLE job (id bigint PRIMARY KEY, runs bigint NOT NULL)",
                     "CREATE TABLE lock (name text PRIMARY KEY, locked_at timestamptz)"};
  for (std::string& row : seed) scenario.schema.push_back(std::move(row));
  return scenario;
}

ScenarioResult explored(const Scenario& scenario) {
  ScenarioResult result = explore_with(entry_of([scenario] { return scenario; }), "exhaustive");
  EXPECT_FALSE(result.broken) << result.broken->message;
  EXPECT_TRUE(result.complete);
  return result;
}

// -- transactions ---------------------------------------------------------------------------------

void withdraw(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  const auto balance =
      db.value<std::int64_t>("SELECT balance FROM account WHERE id = 1 FOR UPDATE");
  if (balance.value() >= 70) {
    db.exec("UPDATE account SET balance = $1 WHERE id = 1", balance.value() - 70);
  }
  db.exec("COMMIT");
}

void declare_withdrawals(Scenario& scenario) {
  const std::size_t web = scenario.host("web");
  scenario.actor("first", web, withdraw);
  scenario.actor("second", web, withdraw);
  const ViewHandle accounts =
      scenario.view("accounts", "SELECT id, balance FROM account ORDER BY id");
  scenario.invariant({"covered", "Accounts", "a balance is never negative"},
                     [accounts](const View& view) -> Finding {
                       if (view[accounts].at(0, 1).as_int() >= 0) return std::nullopt;
                       return "expected 0 or more, a reader sees less";
                     });
}

TEST(Modelling, a_row_lock_keeps_two_transactions_apart) {
  Scenario scenario = shop({"INSERT INTO account VALUES (1, 100)"});
  declare_withdrawals(scenario);
  EXPECT_EQ(property(explored(scenario), "covered").verdict, Verdict::holds);
}

// -- pools ----------------------------------------------------------------------------------------

void declare_pooled_lock(Scenario& scenario) {
  const std::size_t web = scenario.host("web");
  const PoolHandle pool =
      scenario.pool({.name = "pgbouncer", .size = 2, .mode = PoolMode::transaction});
  const auto run_alone = [pool](Context& ctx) {
    Session db = ctx.session(pool);
    db.exec("SELECT pg_advisory_lock(7)");
    db.exec("UPDATE job SET runs = runs + 1 WHERE id = 1");
    db.exec("SELECT pg_advisory_unlock(7)");
  };
  scenario.actor("first", web, run_alone);
  scenario.actor("second", web, run_alone);
}

TEST(Modelling, a_session_lock_is_stranded_in_a_pool_of_transactions) {
  Scenario scenario = shop({"INSERT INTO job VALUES (1, 0)"});
  declare_pooled_lock(scenario);
  EXPECT_EQ(property(explored(scenario), "not-stuck").verdict, Verdict::violated);
}

// -- time -----------------------------------------------------------------------------------------

bool take_over(Context& ctx) {
  Session db = ctx.session();
  const Timestamp now = ctx.now();
  return db.exec("UPDATE lock SET locked_at = $1 WHERE name = 'import' AND locked_at <= $2", now,
                 now - minutes(15)) == 1;
}

void declare_clocks(Scenario& scenario) {
  scenario.deadlines = {minutes(14)};
  scenario.time_steps_max = 1;
  const std::size_t fast = scenario.host("fast-clock", minutes(2));
  scenario.actor("import", fast, [](Context& ctx) {
    if (take_over(ctx)) ctx.log("op=taken-over");
  });
  scenario.monitor({"not-early", "Lock", "nobody takes the lock over within its 15 minutes"},
                   NoState{}, [](NoState&, const Event& event) -> Finding {
                     if (event.logs.empty()) return std::nullopt;
                     return "the lock was taken over after 14 minutes";
                   });
}

TEST(Modelling, a_clock_that_is_ahead_takes_a_lock_over_too_early) {
  Scenario scenario = shop({"INSERT INTO lock VALUES ('import', now())"});
  declare_clocks(scenario);
  EXPECT_EQ(property(explored(scenario), "not-early").verdict, Verdict::violated);
}

// -- crashes --------------------------------------------------------------------------------------

void import_once(Context& ctx) {
  Session db = ctx.session();
  if (db.exec("INSERT INTO lock VALUES ('import', NULL) ON CONFLICT DO NOTHING") == 0) {
    throw SqlError("", "it runs already");
  }
  db.exec("UPDATE job SET runs = runs + 1 WHERE id = 1");
  db.exec("DELETE FROM lock WHERE name = 'import'");
}

void declare_crash(Scenario& scenario) {
  scenario.actor("import", scenario.host("worker"), import_once);
  scenario.faults.crashes = 1;
  scenario.recovery({"runs-again", "Lock", "after a crash the next import gets in"}, import_once,
                    [](const Final& end) -> Finding {
                      if (end.actors[0].status == ActorStatus::ended) return std::nullopt;
                      return "expected the import to end, it failed";
                    });
}

TEST(Modelling, a_lock_row_without_an_end_outlives_its_owner) {
  Scenario scenario = shop({"INSERT INTO job VALUES (1, 0)"});
  declare_crash(scenario);
  EXPECT_EQ(property(explored(scenario), "runs-again").verdict, Verdict::violated);
}

// -- lost replies ---------------------------------------------------------------------------------

void pay(Context& ctx, PoolHandle pool) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    Session db = ctx.session(pool);  // another connection each time: a lost reply ends one
    try {
      db.exec("BEGIN");
      db.exec("UPDATE account SET balance = balance - 70 WHERE id = 1");
      db.exec("COMMIT");
      return;
    } catch (const SqlError& error) {
      if (error.sqlstate() != sqlstate::connection_failure) throw;
    }
  }
}

void declare_lost_reply(Scenario& scenario) {
  const PoolHandle pool = scenario.pool({.name = "app", .size = 1});
  scenario.actor("payment", scenario.host("web"), [pool](Context& ctx) { pay(ctx, pool); });
  scenario.faults.lost = 1;
  const ViewHandle accounts =
      scenario.view("accounts", "SELECT id, balance FROM account ORDER BY id");
  scenario.invariant({"paid-once", "Payment", "one payment is taken at most once"},
                     [accounts](const View& view) -> Finding {
                       if (view[accounts].at(0, 1).as_int() >= 30) return std::nullopt;
                       return "expected 30 or more, it was taken twice";
                     });
}

TEST(Modelling, a_retry_after_a_lost_commit_pays_twice) {
  Scenario scenario = shop({"INSERT INTO account VALUES (1, 100)"});
  declare_lost_reply(scenario);
  const ScenarioResult result = explored(scenario);
  const PropertyResult& paid_once = property(result, "paid-once");
  ASSERT_EQ(paid_once.verdict, Verdict::violated);
  EXPECT_EQ(paid_once.counterexample->schedule, "A2.Alost.A3");
}

// -- job queues -----------------------------------------------------------------------------------

void declare_queue(Scenario& scenario) {
  scenario.env_schema = {"CREATE TABLE queue (id bigint PRIMARY KEY, taken_by text)"};
  scenario.env_on_death = {"UPDATE queue SET taken_by = NULL WHERE taken_by = $1"};
  scenario.faults.crashes = 1;
  for (const std::string name : {"worker-1", "worker-2"}) {
    scenario.actor(name, scenario.host(name), [name](Context& ctx) {
      for (;;) {
        ctx.forget("idle");
        const Rows job =
            ctx.receive("take",
                        "UPDATE queue SET taken_by = $1 WHERE id = "
                        "(SELECT min(id) FROM queue WHERE taken_by IS NULL) RETURNING id",
                        name);
        const auto id = job.get<std::int64_t>(0, 0);
        ctx.session().exec("UPDATE job SET runs = runs + 1 WHERE id = $1", id);
        ctx.external("done", "DELETE FROM queue WHERE id = $1", id);
      }
    });
  }
  scenario.actor("web", scenario.host("web"),
                 [](Context& ctx) { ctx.external("push", "INSERT INTO queue VALUES (1, NULL)"); });
  const ViewHandle jobs = scenario.view("jobs", "SELECT id, runs FROM job ORDER BY id");
  scenario.invariant({"runs-once", "Queue", "a job runs at most once"},
                     [jobs](const View& view) -> Finding {
                       if (view[jobs].at(0, 1).as_int() <= 1) return std::nullopt;
                       return "expected 1 run at most, it was delivered again";
                     });
}

TEST(Modelling, a_job_is_delivered_at_least_once) {
  Scenario scenario = shop({"INSERT INTO job VALUES (1, 0)"});
  declare_queue(scenario);
  EXPECT_EQ(property(explored(scenario), "runs-once").verdict, Verdict::violated);
}

// -- the page -------------------------------------------------------------------------------------

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(RACEWINDOW_SOURCE) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Modelling, the_page_shows_this_code) {
  const std::string page = text_of("docs/modelling.md");
  const std::string code = text_of("tests/engine/modelling_test.cpp");
  constexpr std::string_view kOpen = "```cpp\n";
  std::size_t blocks = 0;
  for (std::size_t at = page.find(kOpen); at != std::string::npos; at = page.find(kOpen, at)) {
    at += kOpen.size();
    const std::string block = page.substr(at, page.find("```", at) - at);
    EXPECT_NE(code.find(block), std::string::npos) << block;
    ++blocks;
  }
  EXPECT_GE(blocks, 6U);
}

}  // namespace
}  // namespace racewindow::testing
