// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

// The lost update, with noise: each actor reads, touches a row of its own three times, writes.
ScenarioEntry lost_update() {
  return entry_of([] {
    SmallScenario small("(1, 0), (2, 0), (3, 0)");
    for (int n = 2; n <= 3; ++n) {
      small.actor([n](Context& ctx) {
        Session db = ctx.session();
        const auto value = db.value<int>("SELECT v FROM t WHERE k = 1");
        for (int touch = 0; touch < 3; ++touch) db.exec("UPDATE t SET v = v + 1 WHERE k = $1", n);
        db.exec("UPDATE t SET v = $1 WHERE k = 1", *value + 1);
      });
    }
    small.scenario.final({"counted-both", "", ""}, [](const Final& final) -> Finding {
      if ((*final.view)[ViewHandle{0}].at(0, 1).as_int() == 2) return std::nullopt;
      return "an update was lost";
    });
    return small.scenario;
  });
}

TEST(Minimise, finds_the_counterexample_with_the_fewest_context_switches) {
  const ScenarioResult result = explore_with(lost_update(), "exhaustive");
  const PropertyResult& found = property(result, "counted-both");
  ASSERT_TRUE(found.counterexample);
  EXPECT_TRUE(found.counterexample->minimal);
  // One switch gives a serial order. With two, the one that goes first is interrupted once: it has
  // read and not yet written. The first such schedule in the order of choices interrupts A as late
  // as can be.
  EXPECT_EQ(found.counterexample->switches, 2U);
  EXPECT_EQ(found.counterexample->preemptions, 1U);
  EXPECT_EQ(found.counterexample->steps, 10U);
}

TEST(Minimise, ends_with_the_same_counterexample_whatever_found_it) {
  const ScenarioResult exhaustive = explore_with(lost_update(), "exhaustive");
  const ScenarioResult naive = explore_with(lost_update(), "naive");
  ExploreOptions random;
  random.strategy = "random";
  random.runs = 200;
  random.seed = 3;
  const ScenarioResult walked = explore_with(lost_update(), random);
  const std::string line = property(exhaustive, "counted-both").counterexample->replay_line;
  EXPECT_EQ(property(naive, "counted-both").counterexample->replay_line, line);
  EXPECT_EQ(property(walked, "counted-both").counterexample->replay_line, line);
}

TEST(Minimise, is_never_longer_than_what_was_found) {
  ExploreOptions raw;
  raw.strategy = "random";
  raw.runs = 100;
  raw.seed = 11;
  raw.minimise = false;
  const ScenarioResult found = explore_with(lost_update(), raw);
  raw.minimise = true;
  const ScenarioResult minimal = explore_with(lost_update(), raw);
  const Counterexample& before = *property(found, "counted-both").counterexample;
  const Counterexample& after = *property(minimal, "counted-both").counterexample;
  EXPECT_FALSE(before.minimal);
  EXPECT_LE(after.switches, before.switches);
}

// Without a fault the breach needs two switches, with one fault it needs none: switches count
// first.
TEST(Minimise, counts_switches_before_faults) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.scenario.connection = Connection::http;
    for (int n = 0; n < 2; ++n) {
      small.actor([](Context& ctx) {
        Session db = ctx.session();
        const auto value = db.value<int>("SELECT v FROM t WHERE k = 1");
        try {
          db.exec("UPDATE t SET v = $1 WHERE k = 1", *value + 1);
        } catch (const SqlError&) {
        }
      });
    }
    small.scenario.faults.refused = 1;
    small.scenario.final({"counted-both", "", ""}, [](const Final& final) -> Finding {
      if ((*final.view)[ViewHandle{0}].at(0, 1).as_int() == 2) return std::nullopt;
      return "an update was lost";
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  const Counterexample& found = *property(result, "counted-both").counterexample;
  EXPECT_EQ(found.switches, 1U);
  EXPECT_EQ(found.faults, 1U);
}

}  // namespace
}  // namespace racewindow::testing
