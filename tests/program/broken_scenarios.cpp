// SPDX-License-Identifier: Apache-2.0
// The scenarios of the program under test: one for each way a scenario can end.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

#include "scenarios/program/program.h"
#include "sim/registry.h"

namespace racewindow {
namespace {

using Body = std::function<void(Context&)>;

// One row (k, v) = (1, 0); the reader sees v, which must stay below `limit`.
Scenario counter(const std::vector<Body>& bodies, std::int64_t limit) {
  Scenario scenario;
  scenario.schema = {"CREATE TABLE t (k bigint PRIMARY KEY, v bigint NOT NULL)",
                     "INSERT INTO t (k, v) VALUES (1, 0)"};
  const std::size_t host = scenario.host("host");
  for (const Body& body : bodies) {
    scenario.actor("actor-" + std::to_string(scenario.actors.size() + 1), host, body);
  }
  const ViewHandle view = scenario.view("counter", "SELECT v FROM t ORDER BY k");
  scenario.invariant({"below-limit", "section 1", "the counter stays below its limit"},
                     [view, limit](const View& seen) -> Finding {
                       const std::int64_t value = seen[view].at(0, 0).as_int();
                       if (value < limit) return std::nullopt;
                       return "expected less than " + std::to_string(limit) + ", seen " +
                              std::to_string(value);
                     });
  return scenario;
}

void increment(Context& ctx) {
  Session db = ctx.session();
  const auto value = db.value<std::int64_t>("SELECT v FROM t WHERE k = $1", 1);
  db.exec("UPDATE t SET v = $1 WHERE k = $2", *value + 1, 1);
  ctx.log("op=increment value={}", *value + 1);
}

void spin() {
  volatile bool going = true;  // so that the loop counts as having an effect
  while (going) {
  }
}

// Without end (the counter never is negative), not a tail call, and not to be optimised away.
// NOLINTNEXTLINE(misc-no-recursion)
int deep(volatile int* depth) {
  if (*depth < 0) return 0;
  volatile char frame[1024];
  frame[0] = static_cast<char>(*depth);
  *depth = *depth + 1;
  return deep(depth) + frame[0];
}

void add(Registry& registry, const std::string& id,
         std::function<Scenario(const Parameters&)> build,
         std::vector<std::string> stores = {"memory"}) {
  ScenarioEntry entry;
  entry.id = id;
  entry.design = "a design for tests";
  entry.section = "tests";
  entry.workload = "whatever the test needs";
  entry.parameters = {{"limit", 2, 1, 9, "what the counter stays below"}};
  entry.stores = std::move(stores);
  entry.build = std::move(build);
  registry.add(std::move(entry));
}

Scenario with_body(const Body& body) {
  return counter({increment, body}, 9);
}

}  // namespace

void register_scenarios(Registry& registry) {
  add(registry, "test/fine/holds",
      [](const Parameters& given) { return counter({increment}, given["limit"]); },
      {"memory", "sqlite"});
  add(registry, "test/fine/violated",
      [](const Parameters& given) {
        Scenario scenario = counter({increment, increment}, given["limit"]);
        scenario.expect("below-limit", Verdict::violated, "two increments one after the other");
        return scenario;
      },
      {"memory", "sqlite"});
  add(registry, "test/wrong/expectation", [](const Parameters& given) {
    return counter({increment, increment}, given["limit"]);
  });
  add(registry, "test/undecided/vacuous", [](const Parameters&) {
    Scenario scenario = counter({increment}, 9);
    scenario.milestone("never", [](const Event&) { return false; });
    return scenario;
  });
  add(registry, "test/undecided/too-long", [](const Parameters&) {
    Scenario scenario = counter({increment, increment}, 9);
    scenario.steps_max = 2;
    return scenario;
  });
  add(registry, "test/broken/hang", [](const Parameters&) {
    return with_body([](Context& ctx) {
      increment(ctx);
      spin();
    });
  });
  add(registry, "test/broken/sleep", [](const Parameters&) {
    return with_body([](Context& ctx) {
      increment(ctx);
      ::pause();  // until a signal, which never comes
    });
  });
  add(registry, "test/broken/build", [](const Parameters& given) {
    spin();
    return counter({increment}, given["limit"]);
  });
  add(registry, "test/broken/property", [](const Parameters&) {
    Scenario scenario = counter({increment}, 9);
    scenario.monitor<NoState>({"endless", "section 1", "comes to an end"}, {},
                              [](NoState&, const Event&) -> Finding {
                                spin();
                                return std::nullopt;
                              });
    return scenario;
  });
  add(registry, "test/broken/overflow", [](const Parameters&) {
    return with_body([](Context& ctx) {
      increment(ctx);
      volatile int depth = 0;
      ctx.log("{}", deep(&depth));
    });
  });
  add(registry, "test/broken/signal", [](const Parameters&) {
    return with_body([](Context& ctx) {
      increment(ctx);
      std::raise(SIGABRT);
    });
  });
  add(registry, "test/broken/exit", [](const Parameters&) {
    return with_body([](Context& ctx) {
      increment(ctx);
      std::_Exit(0);
    });
  });
  add(registry, "test/broken/exception",
      [](const Parameters&) { return with_body([](Context&) { throw 42; }); });
  add(registry, "test/broken/nondeterministic", [](const Parameters&) {
    return with_body([](Context& ctx) {
      static std::int64_t calls = 0;
      ctx.session().exec("UPDATE t SET v = 0 * $1 WHERE k = 1", ++calls);
      ctx.session().exec("UPDATE t SET v = 0 * $1 WHERE k = 1", ++calls);
    });
  });
  add(registry, "test/broken/unsupported", [](const Parameters&) {
    return with_body(
        [](Context& ctx) { ctx.session().query("SELECT k,\n  rank() OVER (ORDER BY v) FROM t"); });
  });
  // Ends only when it is told to: for the tests of limits and of Ctrl-C, which learn from a file
  // that it has begun.
  add(registry, "test/long/endless", [](const Parameters&) {
    const Body body = [](Context& ctx) {
      if (const char* file = std::getenv("RACEWINDOW_TEST_BEGUN")) std::ofstream(file) << "begun";
      for (int n = 0; n < 40; ++n) increment(ctx);
    };
    return counter({body, body, body, body, body}, 1'000'000);
  });
}

}  // namespace racewindow
