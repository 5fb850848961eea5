// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

ScenarioEntry lost_update(bool repaired = false) {
  return entry_of([repaired] {
    SmallScenario small("(1, 0)");
    for (int n = 0; n < 2; ++n) {
      small.actor([repaired](Context& ctx) {
        Session db = ctx.session();
        const auto value = db.value<int>("SELECT v FROM t WHERE k = 1");
        if (repaired) {
          db.exec("UPDATE t SET v = v + 1 WHERE k = 1");
        } else {
          db.exec("UPDATE t SET v = $1 WHERE k = 1", *value + 1);
        }
        ctx.log("wrote {}", *value + 1);
      });
    }
    small.scenario.final({"counted-both", "", ""}, [](const Final& final) -> Finding {
      if ((*final.view)[ViewHandle{0}].at(0, 1).as_int() == 2) return std::nullopt;
      return "an update was lost";
    });
    return small.scenario;
  });
}

TEST(Replay, of_every_counterexample_shows_the_same_breach_and_fingerprint) {
  for (const char* store : {"memory", "sqlite"}) {
    const ScenarioEntry entry = lost_update();
    const ScenarioResult found = explore_with(entry, "exhaustive", store);
    const Counterexample& example = *property(found, "counted-both").counterexample;
    const ReplayLine line = parse_replay_line(example.replay_line);
    EXPECT_EQ(line.scenario, entry.id);
    EXPECT_EQ(line.store, store);
    const ReplayOutcome again = replay(entry, Parameters({}), store, line.schedule);
    EXPECT_EQ(again.divergence, "");
    EXPECT_EQ(again.fingerprint, line.fingerprint);
    EXPECT_EQ(property(again.result, "counted-both").verdict, Verdict::violated);
  }
}

TEST(Replay, writes_down_statements_results_changes_logs_views_and_the_breach) {
  const ReplayOutcome outcome = replay(lost_update(), Parameters({}), "memory",
                                       {{Choice::Kind::run, 0, 0},
                                        {Choice::Kind::run, 1, 0},
                                        {Choice::Kind::run, 0, 0},
                                        {Choice::Kind::run, 1, 0}});
  ASSERT_EQ(outcome.trace.steps.size(), 4U);
  const TraceStep& read = outcome.trace.steps[0];
  EXPECT_EQ(read.actor, "a0");
  EXPECT_EQ(read.kind, "statement");
  EXPECT_EQ(read.statements[0].sql, "SELECT v FROM t WHERE k = 1");
  EXPECT_EQ(read.rows->rows[0].cells, std::vector<std::string>({"0"}));
  EXPECT_FALSE(read.view_changed);
  EXPECT_EQ(read.file, "tests/engine/replay_test.cpp");
  EXPECT_GT(read.line, 0U);
  const TraceStep& write = outcome.trace.steps[2];
  EXPECT_EQ(write.statements[0].params, std::vector<std::string>({"1"}));
  ASSERT_EQ(write.changes.size(), 1U);
  EXPECT_EQ(write.changes[0].before->cells, std::vector<std::string>({"1", "0"}));
  EXPECT_EQ(write.changes[0].after->cells, std::vector<std::string>({"1", "1"}));
  EXPECT_EQ(write.logs, std::vector<std::string>({"wrote 1"}));
  EXPECT_TRUE(write.view_changed);
  EXPECT_EQ(write.actor_status, "ended");
  EXPECT_EQ(outcome.trace.steps[3].breaches,
            std::vector<std::string>({"counted-both: an update was lost"}));
  EXPECT_TRUE(outcome.trace.complete);
}

TEST(Replay, says_where_a_schedule_cannot_be_followed) {
  const ReplayOutcome outcome =
      replay(lost_update(), Parameters({}), "memory",
             {{Choice::Kind::run, 0, 0}, {Choice::Kind::run, 0, 0}, {Choice::Kind::run, 0, 0}});
  EXPECT_EQ(outcome.divergence, "step 3: A is not possible here; possible: B");
  EXPECT_EQ(outcome.trace.steps.size(), 2U);
}

TEST(Replay, of_a_line_on_a_changed_guard_has_another_fingerprint) {
  const Schedule schedule = {{Choice::Kind::run, 0, 0}, {Choice::Kind::run, 0, 0}};
  EXPECT_NE(replay(lost_update(false), Parameters({}), "memory", schedule).fingerprint,
            replay(lost_update(true), Parameters({}), "memory", schedule).fingerprint);
}

TEST(Explore, gives_the_same_bytes_on_every_run) {
  const ScenarioResult first = explore_with(lost_update(), "exhaustive");
  const ScenarioResult again = explore_with(lost_update(), "exhaustive");
  EXPECT_EQ(first.counts.states, again.counts.states);
  EXPECT_EQ(first.counts.executions, again.counts.executions);
  EXPECT_EQ(first.counts.views_digest, again.counts.views_digest);
  EXPECT_EQ(first.counts.end_states_digest, again.counts.end_states_digest);
  EXPECT_EQ(property(first, "counted-both").counterexample->replay_line,
            property(again, "counted-both").counterexample->replay_line);
}

}  // namespace
}  // namespace racewindow::testing
