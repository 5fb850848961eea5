// SPDX-License-Identifier: Apache-2.0
// Scenarios whose statements wait, deadlock, fail, define tables or read the clock: what `conform`
// has to reproduce on a server.
#include <functional>
#include <string>
#include <vector>

#include "scenarios/program/program.h"
#include "sim/registry.h"

namespace racewindow {
namespace {

using Body = std::function<void(Context&)>;

// Two accounts, and what a reader sees of them; each body on a host of its own.
Scenario bank(const std::vector<Body>& bodies) {
  Scenario scenario;
  scenario.schema = {
      "CREATE TABLE accounts (id bigint PRIMARY KEY, amount bigint NOT NULL)",
      "CREATE TABLE log (id bigint REFERENCES accounts ON DELETE CASCADE, at timestamptz, "
      "what text)",
      "INSERT INTO accounts VALUES (1, 100), (2, 200)",
  };
  for (const Body& body : bodies) {
    const std::string name = "actor-" + std::to_string(scenario.actors.size() + 1);
    scenario.actor(name, scenario.host(name), body);
  }
  scenario.view("accounts", "SELECT id, amount FROM accounts ORDER BY id");
  scenario.view("log", "SELECT id, at, what FROM log ORDER BY id, at, what");
  return scenario;
}

// In a transaction that is rolled back where a statement fails.
Body in_transaction(const std::string& begin, const std::function<void(Session&)>& statements) {
  return [begin, statements](Context& ctx) {
    Session db = ctx.session();
    db.exec(begin);
    try {
      statements(db);
      db.exec("COMMIT");
    } catch (const SqlError& error) {
      if (error.sqlstate() == "08006") throw;  // no connection to roll back on
      db.exec("ROLLBACK");
    }
  };
}

Body transfer(std::int64_t from, std::int64_t to) {
  return in_transaction("BEGIN", [from, to](Session& db) {
    db.exec("UPDATE accounts SET amount = amount - 10 WHERE id = $1", from);
    db.exec("UPDATE accounts SET amount = amount + 10 WHERE id = $1", to);
  });
}

Body read_and_add(const std::string& begin, const std::string& read) {
  return in_transaction(begin, [read](Session& db) {
    const auto amount = db.value<std::int64_t>(read, 1);
    db.exec("UPDATE accounts SET amount = $1 WHERE id = $2", *amount + 1, 1);
  });
}

void take_turns(Context& ctx) {
  Session db = ctx.session();
  db.query("SELECT pg_advisory_lock($1)", 7);
  db.exec("UPDATE accounts SET amount = amount * 2 WHERE id = 1");
  db.query("SELECT pg_advisory_unlock($1)", 7);
  db.query("SELECT pg_advisory_unlock($1)", 7);  // held no longer: a warning
}

void define(Context& ctx) {
  Session db = ctx.session();
  try {
    db.exec("CREATE TABLE IF NOT EXISTS marks (id bigint PRIMARY KEY)");
    db.exec("INSERT INTO marks VALUES (1) ON CONFLICT DO NOTHING");
  } catch (const SqlError& error) {
    ctx.log("op=define error={}", error.sqlstate());
  }
}

void note(Context& ctx) {
  Session db = ctx.session();
  db.exec("BEGIN");
  db.exec("INSERT INTO log VALUES (1, now(), $1)", "first");
  db.exec("INSERT INTO log VALUES (2, clock_timestamp(), 'second')");
  db.exec("COMMIT");
  db.query("SELECT count(*) FROM log WHERE at < now() - interval '1 minute'");
}

void forget(Context& ctx) {
  Session db = ctx.session();
  db.exec("DELETE FROM accounts WHERE id = 1");
  try {
    db.exec("INSERT INTO log VALUES (1, NULL, 'too late')");
  } catch (const SqlError& error) {
    ctx.log("op=forget error={}", error.sqlstate());
  }
}

void add(Registry& registry, const std::string& id, std::function<Scenario()> build,
         std::vector<std::string> stores = {"memory"}) {
  ScenarioEntry entry;
  entry.id = id;
  entry.design = "a design for tests";
  entry.section = "tests";
  entry.workload = "whatever the test needs";
  entry.stores = std::move(stores);
  entry.build = [build = std::move(build)](const Parameters&) { return build(); };
  registry.add(std::move(entry));
}

}  // namespace

void register_scenarios(Registry& registry) {
  add(registry, "waits/transfer/same-order", [] {
    return bank({transfer(1, 2), transfer(1, 2), transfer(1, 2)});
  });
  add(registry, "waits/transfer/deadlock", [] { return bank({transfer(1, 2), transfer(2, 1)}); });
  add(registry, "waits/transfer/faults", [] {
    Scenario scenario = bank({transfer(1, 2), transfer(2, 1)});
    scenario.faults = {.crashes = 1, .lost = 1, .refused = 1, .late = 1};
    scenario.failing_actors = {0, 1};
    return scenario;
  });
  add(registry, "waits/add/lost-update", [] {
    const Body body = read_and_add("BEGIN", "SELECT amount FROM accounts WHERE id = $1");
    return bank({body, body});
  });
  add(registry, "waits/add/for-update", [] {
    const Body body = read_and_add("BEGIN", "SELECT amount FROM accounts WHERE id = $1 FOR UPDATE");
    return bank({body, body, body});
  });
  add(registry, "waits/add/for-share", [] {
    const Body body = read_and_add("BEGIN", "SELECT amount FROM accounts WHERE id = $1 FOR SHARE");
    return bank({body, body});
  });
  add(registry, "waits/add/repeatable-read", [] {
    const Body body = read_and_add("BEGIN ISOLATION LEVEL REPEATABLE READ",
                                   "SELECT amount FROM accounts WHERE id = $1");
    return bank({body, body});
  });
  add(registry, "waits/advisory/take-turns", [] { return bank({take_turns, take_turns}); });
  add(registry, "waits/define/if-not-exists", [] { return bank({define, define}); });
  add(registry, "waits/references/cascade", [] { return bank({note, forget}); });
  add(registry, "waits/clock/moves", [] {
    Scenario scenario = bank({note, transfer(1, 2)});
    scenario.deadlines = {minutes(1), minutes(2)};
    scenario.time_steps_max = 2;
    return scenario;
  });
  // What a server cannot be made to do.
  add(registry, "limits/timeout/of-locks", [] {
    Scenario scenario = bank({transfer(1, 2), in_transaction("BEGIN", [](Session& db) {
                                db.exec("SET LOCAL lock_timeout = '1h'");
                                db.exec("DELETE FROM accounts WHERE id = 1");
                              })});
    scenario.sleeps = true;
    return scenario;
  });
  add(registry, "limits/clock/keyword", [] {
    return bank({[](Context& ctx) {
      ctx.session().exec("INSERT INTO log VALUES (1, CURRENT_TIMESTAMP, 'now')");
    }});
  });
}

}  // namespace racewindow
