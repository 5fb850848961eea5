// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

Finding expect_value(const Final& final, std::int64_t expected) {
  const std::int64_t seen = (*final.view)[ViewHandle{0}].at(0, 1).as_int();
  if (seen == expected) return std::nullopt;
  return "expected " + std::to_string(expected) + ", seen " + std::to_string(seen);
}

// Each of two actors reads the counter, touches a row of its own, writes the counter plus one.
ScenarioEntry lost_update() {
  return entry_of([] {
    SmallScenario small("(1, 0), (2, 0), (3, 0)");
    for (int n = 2; n <= 3; ++n) {
      small.actor([n](Context& ctx) {
        Session db = ctx.session();
        const auto value = db.value<int>("SELECT v FROM t WHERE k = 1");
        db.exec("UPDATE t SET v = v + 1 WHERE k = $1", n);
        db.exec("UPDATE t SET v = $1 WHERE k = 1", *value + 1);
      });
    }
    small.scenario.final({"counted-both", "", ""},
                         [](const Final& final) { return expect_value(final, 2); });
    return small.scenario;
  });
}

const Counterexample& found(const ScenarioResult& result, std::string_view name) {
  return *property(result, name).counterexample;
}

bool violates(const ScenarioEntry& entry, const PassingSchedule& passing, std::string_view name) {
  const ReplayLine line = parse_replay_line(passing.replay_line);
  const ReplayOutcome outcome =
      replay(entry, resolve_parameters(entry, line.parameters), line.store, line.schedule);
  EXPECT_EQ(outcome.divergence, "");
  EXPECT_EQ(outcome.fingerprint, line.fingerprint);
  EXPECT_TRUE(outcome.trace.complete);
  return property(outcome.result, name).verdict == Verdict::violated;
}

TEST(Passing, of_a_lost_update_the_window_goes_from_a_read_to_the_write_that_comes_after_it) {
  const ScenarioEntry entry = lost_update();
  const ScenarioResult result = explore_with(entry, "exhaustive");
  const Counterexample& example = found(result, "counted-both");
  // A reads, A touches; B does all it does; A writes what it read, plus one.
  EXPECT_EQ(example.schedule, "A2.B3.A1");
  ASSERT_TRUE(example.race_window);
  EXPECT_EQ(example.race_window->opened_at, 3U);  // B reads
  EXPECT_EQ(example.race_window->hit_at, 6U);     // A writes
  ASSERT_TRUE(example.nearest_passing);
  // A's write before B's three steps; A's two after B's would invert six pairs.
  EXPECT_EQ(example.nearest_passing->schedule, "A3.B3");
  EXPECT_EQ(example.nearest_passing->inversions, 3U);
  EXPECT_EQ(example.nearest_passing->trace.steps.size(), 6U);
  EXPECT_FALSE(violates(entry, *example.nearest_passing, "counted-both"));
}

}  // namespace
}  // namespace racewindow::testing
