// SPDX-License-Identifier: Apache-2.0
// Numbers of interleavings derived by hand: a program whose actors take n1, n2, … steps that never
// wait has (n1 + n2 + …)! / (n1! n2! …) of them.
#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

ScenarioEntry writers(std::vector<int> steps) {
  return entry_of([steps] {
    SmallScenario small("(1, 0), (2, 0), (3, 0)");
    for (std::size_t n = 0; n < steps.size(); ++n) {
      small.actor([n, count = steps[n]](Context& ctx) {
        Session db = ctx.session();
        for (int step = 0; step < count; ++step) {
          db.exec("UPDATE t SET v = $1 WHERE k = $2", step + 1, n + 1);
        }
      });
    }
    return small.scenario;
  });
}

struct Case {
  std::vector<int> steps;
  std::uint64_t interleavings;
};

class Interleavings : public ::testing::TestWithParam<Case> {};

TEST_P(Interleavings, are_as_many_as_the_multinomial_coefficient_says) {
  for (const char* store : {"memory", "sqlite"}) {
    const ScenarioEntry entry = writers(GetParam().steps);
    for (const char* strategy : {"scratch", "naive"}) {
      const ScenarioResult result = explore_with(entry, strategy, store);
      ASSERT_FALSE(result.broken) << result.broken->message;
      EXPECT_TRUE(result.complete);
      EXPECT_EQ(result.counts.executions, GetParam().interleavings) << strategy << " on " << store;
      EXPECT_EQ(result.counts.complete, GetParam().interleavings) << strategy << " on " << store;
    }
    const ScenarioResult cached = explore_with(entry, "exhaustive", store);
    EXPECT_EQ(cached.counts.interleavings, std::to_string(GetParam().interleavings)) << store;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Interleavings,
                         ::testing::Values(Case{{0}, 1},           // nothing to do: one execution
                                           Case{{3}, 1},           // alone: one order
                                           Case{{1, 1}, 2},        // 2!
                                           Case{{2, 2}, 6},        // 4!/(2!2!)
                                           Case{{3, 3}, 20},       // 6!/(3!3!)
                                           Case{{4, 2}, 15},       // 6!/(4!2!)
                                           Case{{1, 1, 1}, 6},     // 3!
                                           Case{{2, 2, 2}, 90}));  // 6!/(2!2!2!)

// Independent writers: the states are the grid of positions, (n1+1)(n2+1)…
TEST(Exhaustive, visits_each_state_of_independent_writers_once) {
  const ScenarioResult result = explore_with(writers({3, 2, 2}), "exhaustive");
  EXPECT_EQ(result.counts.states, 4U * 3U * 3U);
  EXPECT_EQ(result.counts.interleavings, "210");  // 7!/(3!2!2!)
}

// A claim that fails ends early: two claimers of one free row. The first claim wins and then takes
// one more step; the loser takes its claim only. Orders: with A winning, A1 then {A2, B1} in either
// order: 2; the same with B winning: 4 in all.
TEST(Naive, counts_branches_that_depend_on_results) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    for (int n = 1; n <= 2; ++n) {
      small.actor([n](Context& ctx) {
        Session db = ctx.session();
        if (db.exec("UPDATE t SET v = $1 WHERE k = 1 AND v = 0", n) == 1) {
          db.exec("INSERT INTO t VALUES (2, $1)", n);
        }
      });
    }
    return small.scenario;
  });
  for (const char* store : {"memory", "sqlite"}) {
    EXPECT_EQ(explore_with(entry, "naive", store).counts.executions, 4U);
    EXPECT_EQ(explore_with(entry, "exhaustive", store).counts.interleavings, "4");
  }
}

// A crash budget of one on an actor of one step, alone: it runs, or it crashes before. After its
// step it has ended, and there is nothing left to crash.
TEST(Naive, counts_a_crash_as_an_alternative) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) { ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1"); });
    small.scenario.faults.crashes = 1;
    return small.scenario;
  });
  // A; Acrash; Acrashlate.Adeliver
  EXPECT_EQ(explore_with(entry, "naive").counts.executions, 3U);
}

TEST(Random, takes_as_many_executions_as_asked_and_the_same_ones_for_a_seed) {
  const ScenarioEntry entry = writers({3, 3});
  ExploreOptions options;
  options.strategy = "random";
  options.runs = 50;
  options.seed = 7;
  const ScenarioResult first = explore_with(entry, options);
  const ScenarioResult again = explore_with(entry, options);
  EXPECT_EQ(first.counts.executions, 50U);
  EXPECT_EQ(first.counts.views_digest, again.counts.views_digest);
  EXPECT_EQ(first.counts.views, again.counts.views);
  EXPECT_FALSE(first.complete);
  EXPECT_EQ(property(first, "not-stuck").verdict, Verdict::inconclusive);
}

TEST(Limits, end_as_inconclusive_and_say_which) {
  const ScenarioEntry entry = writers({3, 3});
  ExploreOptions options;
  options.strategy = "naive";
  options.executions_max = 5;
  const ScenarioResult result = explore_with(entry, options);
  EXPECT_EQ(result.counts.executions, 5U);
  EXPECT_EQ(result.limit, "executions");
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(property(result, "not-stuck").verdict, Verdict::inconclusive);
}

TEST(Limits, an_exact_number_of_executions_is_no_limit) {
  ExploreOptions options;
  options.strategy = "naive";
  options.executions_max = 20;
  EXPECT_TRUE(explore_with(writers({3, 3}), options).complete);
}

TEST(Limits, an_execution_longer_than_the_scenario_allows_is_inconclusive) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      for (;;) db.exec("UPDATE t SET v = v + 1 WHERE k = 1");
    });
    small.scenario.steps_max = 10;
    return small.scenario;
  });
  for (const char* strategy : {"naive", "exhaustive"}) {
    const ScenarioResult result = explore_with(entry, strategy);
    EXPECT_EQ(result.limit, "steps per execution: 10");
    EXPECT_EQ(property(result, "not-stuck").verdict, Verdict::inconclusive);
  }
}

// Polling closes the state space where the loop forgets, and only there.
TEST(Exhaustive, closes_a_polling_loop_that_forgets) {
  const auto poll = [](bool forgets) {
    return entry_of([forgets] {
      SmallScenario small("(1, 0)");
      small.actor([forgets](Context& ctx) {
        Session db = ctx.session();
        for (;;) {
          if (forgets) ctx.forget("poll");
          if (db.value<int>("SELECT v FROM t WHERE k = 1") == 1) return;
        }
      });
      small.actor([](Context& ctx) { ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1"); });
      small.scenario.steps_max = 50;
      return small.scenario;
    });
  };
  const ScenarioResult closed = explore_with(poll(true), "exhaustive");
  EXPECT_TRUE(closed.complete);
  EXPECT_EQ(closed.counts.interleavings, "unbounded");
  EXPECT_FALSE(explore_with(poll(false), "exhaustive").complete);
}

// A monitor may tell an actor's first step from later ones, also where the loop forgot before it.
TEST(Exhaustive, tells_the_first_round_of_a_polling_loop_from_later_ones) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      for (;;) {
        ctx.forget("poll");
        if (db.value<int>("SELECT v FROM t WHERE k = 1") == 1) return;
      }
    });
    small.actor([](Context& ctx) { ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1"); });
    small.scenario.steps_max = 8;
    small.scenario.monitor<NoState>({"found-at-once", "", ""}, {},
                                    [](NoState&, const Event& event) -> Finding {
                                      if (event.actor != 0 || event.first_of_actor)
                                        return std::nullopt;
                                      if (event.status != ActorStatus::ended) return std::nullopt;
                                      return "found in a later round";
                                    });
    return small.scenario;
  });
  for (const char* strategy : {"naive", "exhaustive"}) {
    EXPECT_EQ(property(explore_with(entry, strategy), "found-at-once").verdict, Verdict::violated)
        << strategy;
  }
}

// The writer changes what the loop will do, and the loop forgets too much.
TEST(Exhaustive, an_audit_notices_a_forget_that_names_too_little) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    for (int n = 0; n < 2; ++n) {
      small.actor([](Context& ctx) {
        Session db = ctx.session();
        const auto seen = db.value<int>("SELECT v FROM t WHERE k = 1");
        db.exec("UPDATE t SET v = 1 WHERE k = 1");
        ctx.forget("too much");
        db.exec("UPDATE t SET v = 1 WHERE k = $1", *seen);
      });
    }
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  ASSERT_TRUE(result.broken);
  EXPECT_EQ(result.broken->kind, "nondeterministic");
}

}  // namespace
}  // namespace racewindow::testing
