// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <utility>

#include "sim/scheduler.h"
#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

TEST(Clock, stands_still_where_time_cannot_move_and_a_reading_is_no_step) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      const Timestamp first = ctx.now();
      ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1");
      const Timestamp second = ctx.now();
      if (first != second || first != Scheduler::kStart) throw SqlError("XX000", "time moved");
    });
    small.scenario.final({"ends", "", ""}, [](const Final& final) -> Finding {
      if (final.actors[0].status == ActorStatus::ended) return std::nullopt;
      return "failed";
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "naive");
  EXPECT_EQ(result.counts.longest, 1U);
  EXPECT_EQ(property(result, "ends").verdict, Verdict::holds);
}

// Alone, with one move of time to 15 minutes: it can come before, between and after the two
// readings.
TEST(Clock, a_reading_is_a_step_where_time_can_move) {
  std::vector<std::int64_t> spans;
  const ScenarioEntry entry = entry_of([&spans] {
    SmallScenario small;
    small.actor([&spans](Context& ctx) {
      const Timestamp first = ctx.now();
      const Timestamp second = ctx.now();
      spans.push_back((second - first).microseconds);
    });
    small.scenario.deadlines = {minutes(15)};
    small.scenario.time_steps_max = 1;
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "scratch");
  // A2; @15m.A2; A1.@15m.A1. After the last reading nobody is left for whom time could matter.
  EXPECT_EQ(result.counts.executions, 3U);
  std::sort(spans.begin(), spans.end());
  EXPECT_EQ(std::unique(spans.begin(), spans.end()) - spans.begin(), 2);
  EXPECT_EQ(spans.front(), 0);
  EXPECT_EQ(spans[1], minutes(15).microseconds);
}

TEST(Clock, of_a_host_may_be_skewed_and_sql_time_is_the_stores) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    const std::size_t host = small.scenario.host("ahead", seconds(30));
    small.scenario.actor("a", host, [](Context& ctx) {
      Session db = ctx.session();
      const Timestamp mine = ctx.now();
      const auto behind = db.value<bool>("SELECT now() < $1", mine);
      if (!*behind || mine - Scheduler::kStart != seconds(30)) throw SqlError("XX000", "no skew");
    });
    small.scenario.final({"ends", "", ""}, [](const Final& final) -> Finding {
      if (final.actors[0].status == ActorStatus::ended) return std::nullopt;
      return final.actors[0].error->message();
    });
    return small.scenario;
  });
  for (const char* store : {"memory", "sqlite"}) {
    const ScenarioResult result = explore_with(entry, "exhaustive", store);
    ASSERT_FALSE(result.broken) << result.broken->message;
    EXPECT_EQ(property(result, "ends").verdict, Verdict::holds) << property(result, "ends").detail;
  }
}

TEST(Sleep, ends_only_after_time_has_moved_and_others_go_on_meanwhile) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      const Timestamp before = ctx.now();
      ctx.sleep(seconds(60));
      const Timestamp after = ctx.now();
      if (after - before < seconds(60)) throw SqlError("XX000", "woke early");
      ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1");
    });
    small.actor([](Context& ctx) { ctx.session().exec("UPDATE t SET v = 2 WHERE k = 1"); });
    small.scenario.sleeps = true;
    small.scenario.final({"ends", "", ""}, [](const Final& final) -> Finding {
      if (final.actors[0].status == ActorStatus::ended) return std::nullopt;
      return "failed";
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  EXPECT_EQ(property(result, "ends").verdict, Verdict::holds);
  EXPECT_EQ(property(result, "not-stuck").verdict, Verdict::holds);
  // a0: reading, time, waking, reading, update (5); a1 anywhere among them: 6 places.
  EXPECT_EQ(result.counts.interleavings, "6");
}

TEST(Sleep, that_the_scenario_does_not_declare_is_refused) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small;
    small.actor([](Context& ctx) { ctx.sleep(seconds(1)); });
    return small.scenario;
  });
  EXPECT_EQ(explore_with(entry, "exhaustive").broken.value_or(BrokenResult{}).kind, "setup");
}

// Two actors read and write one cell inside a mutex of their host.
ScenarioEntry counters(bool same_host) {
  return entry_of([same_host] {
    SmallScenario small("(1, 0)");
    std::size_t host = small.scenario.host("h");
    for (int n = 0; n < 2; ++n) {
      if (n > 0 && !same_host) host = small.scenario.host("other");
      small.scenario.actor("a" + std::to_string(n), host, [](Context& ctx) {
        ctx.with_mutex("counter", [&] {
          Session db = ctx.session();
          const auto value = db.value<int>("SELECT v FROM t WHERE k = 1");
          db.exec("UPDATE t SET v = $1 WHERE k = 1", *value + 1);
        });
      });
    }
    const ViewHandle rows = small.rows();
    small.scenario.final({"counted-both", "", ""}, [rows](const Final& final) -> Finding {
      const std::int64_t count = (*final.view)[rows].at(0, 1).as_int();
      if (count == 2) return std::nullopt;
      return "expected 2, seen " + std::to_string(count);
    });
    return small.scenario;
  });
}

TEST(Mutex, excludes_actors_of_its_host) {
  const ScenarioResult result = explore_with(counters(true), "naive");
  EXPECT_EQ(property(result, "counted-both").verdict, Verdict::holds);
  // One after the other: each takes lock, read, write, unlock (4 steps); the second's lock waits
  // for the first's unlock, so only the order of the two remains.
  EXPECT_EQ(result.counts.executions, 2U);
}

TEST(Mutex, guards_nothing_across_hosts) {
  const ScenarioResult result = explore_with(counters(false), "exhaustive");
  const PropertyResult& found = property(result, "counted-both");
  EXPECT_EQ(found.verdict, Verdict::violated);
  EXPECT_EQ(found.detail, "expected 2, seen 1");
  ASSERT_TRUE(found.counterexample);
  EXPECT_EQ(found.counterexample->switches, 2U);
}

TEST(Mutex, held_twice_by_one_actor_is_stuck) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small;
    small.actor([](Context& ctx) { ctx.with_mutex("m", [&] { ctx.with_mutex("m", [] {}); }); });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  const PropertyResult& stuck = property(result, "not-stuck");
  EXPECT_EQ(stuck.verdict, Verdict::violated);
  EXPECT_NE(stuck.detail.find("a0 waits to lock the mutex m"), std::string::npos) << stuck.detail;
}

// Faults do not count as help, nor does a deadline that nobody waits for.
TEST(Mutex, that_two_actors_wait_for_crosswise_is_stuck_also_where_a_crash_would_free_them) {
  for (const std::uint8_t crashes : {std::uint8_t{0}, std::uint8_t{1}}) {
    const ScenarioEntry entry = entry_of([crashes] {
      SmallScenario small;
      const std::size_t host = small.scenario.host("h");
      for (const auto& [first, second] : {std::pair("x", "y"), std::pair("y", "x")}) {
        small.scenario.actor(first, host, [first = first, second = second](Context& ctx) {
          ctx.with_mutex(first, [&] { ctx.with_mutex(second, [] {}); });
        });
      }
      small.scenario.faults.crashes = crashes;
      small.scenario.deadlines = {minutes(1)};
      small.scenario.time_steps_max = 1;
      return small.scenario;
    });
    const PropertyResult stuck = property(explore_with(entry, "exhaustive"), "not-stuck");
    ASSERT_TRUE(stuck.counterexample);
    EXPECT_EQ(stuck.counterexample->schedule, "A1.B1");
  }
}

TEST(Mutex, is_released_by_a_crash_of_its_host) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    const std::size_t host = small.scenario.host("h");
    small.scenario.actor("a", host, [](Context& ctx) {
      ctx.with_mutex("m", [&] { ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1"); });
    });
    small.scenario.faults.crashes = 1;
    small.scenario.recovery(
        {"free-again", "", ""}, [](Context& ctx) { ctx.with_mutex("m", [] {}); },
        [](const Final&) -> Finding { return std::nullopt; });
    return small.scenario;
  });
  EXPECT_EQ(property(explore_with(entry, "exhaustive"), "free-again").verdict, Verdict::holds);
}

TEST(Context, cleanup_runs_after_an_error_and_not_after_a_crash) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0), (2, 0)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      ctx.with_cleanup([&] { db.exec("INSERT INTO t VALUES (1, 1)"); },
                       [&] { db.exec("UPDATE t SET v = 1 WHERE k = 2"); });
    });
    small.scenario.faults.crashes = 1;
    const ViewHandle rows = small.rows();
    small.scenario.failing_actors = {0};
    small.scenario.final({"cleanup", "", ""}, [rows](const Final& final) -> Finding {
      const bool cleaned = (*final.view)[rows].at(1, 1).as_int() == 1;
      if (final.actors[0].status == ActorStatus::failed && !cleaned) return "no clean-up";
      return std::nullopt;
    });
    return small.scenario;
  });
  EXPECT_EQ(property(explore_with(entry, "exhaustive"), "cleanup").verdict, Verdict::holds);
}

TEST(Context, uuids_are_a_stream_of_the_actor_and_the_same_on_every_run) {
  std::vector<std::string> drawn;
  const ScenarioEntry entry = entry_of([&drawn] {
    SmallScenario small;
    for (int n = 0; n < 2; ++n) {
      small.actor([&drawn](Context& ctx) {
        drawn.push_back(ctx.random_uuid().text);
        drawn.push_back(ctx.random_uuid().text);
      });
    }
    return small.scenario;
  });
  static_cast<void>(explore_with(entry, "naive"));
  const std::vector<std::string> first(drawn.begin(), drawn.begin() + 4);
  drawn.clear();
  static_cast<void>(explore_with(entry, "naive"));
  EXPECT_EQ(first, std::vector<std::string>(drawn.begin(), drawn.begin() + 4));
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first[0], first[2]);
  EXPECT_EQ(first[0].size(), 36U);
  EXPECT_EQ(first[0][14], '4');
}

TEST(External, operations_are_steps_on_the_env_store) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.scenario.env_schema = {"CREATE TABLE queue (id bigint PRIMARY KEY)"};
    small.actor([](Context& ctx) {
      ctx.external("push", "INSERT INTO queue VALUES (7)");
      const Rows rows = ctx.external("list", "SELECT id FROM queue ORDER BY id");
      ctx.session().exec("UPDATE t SET v = $1 WHERE k = 1", *rows.get<int>(0, 0));
    });
    small.scenario.env_view("queue", "SELECT id FROM queue ORDER BY id");
    const ViewHandle rows = small.rows();
    small.scenario.final({"pushed", "", ""}, [rows](const Final& final) -> Finding {
      if ((*final.view)[rows].at(0, 1).as_int() == 7) return std::nullopt;
      return "not pushed";
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  EXPECT_EQ(property(result, "pushed").verdict, Verdict::holds)
      << property(result, "pushed").detail;
  EXPECT_EQ(result.counts.views, 3U);  // nothing; queue [7]; queue [7] and v = 7
}

}  // namespace
}  // namespace racewindow::testing
