// SPDX-License-Identifier: Apache-2.0
// Transactions in explored scenarios: they wait for each other, deadlock, and are replayed.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

// Adds 1 to the rows in this order, in one transaction.
std::function<void(Context&)> adds_to(std::vector<int> keys) {
  return [keys](Context& ctx) {
    Session db = ctx.session();
    db.exec("BEGIN");
    for (const int key : keys) db.exec("UPDATE t SET v = v + 1 WHERE k = $1", key);
    db.exec("COMMIT");
  };
}

SmallScenario two_transactions(std::vector<int> first, std::vector<int> second) {
  SmallScenario small("(1, 0), (2, 0)");
  small.actor(adds_to(std::move(first)));
  small.actor(adds_to(std::move(second)));
  small.scenario.final({"all-added", "", ""}, [](const Final& final) -> Finding {
    for (const ActorEnd& end : final.actors) {
      if (end.status == ActorStatus::failed) return end.error->sqlstate();
    }
    const ViewRows& rows = (*final.view)[ViewHandle{0}];
    if (rows.at(0, 1).as_int() == 2 && rows.at(1, 1).as_int() == 2) return std::nullopt;
    return "an update was lost";
  });
  return small;
}

TEST(Transactions, that_lock_in_one_order_wait_and_lose_nothing) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small = two_transactions({1, 2}, {1, 2});
    small.scenario.milestone("one waits for the other", [](const Event& event) {
      return event.kind == EventKind::wait && event.blockers.size() == 1;
    });
    small.scenario.milestone("and goes on", [](const Event& event) { return event.resumed; });
    return small.scenario;
  });
  for (const char* strategy : {"naive", "exhaustive"}) {
    const ScenarioResult result = explore_with(entry, strategy);
    ASSERT_FALSE(result.broken) << result.broken->message;
    for (const PropertyResult& each : result.properties) {
      EXPECT_EQ(each.verdict, Verdict::holds) << each.info.name << ": " << each.detail;
    }
  }
}

TEST(Transactions, that_lock_in_two_orders_deadlock_and_the_line_shows_it_again) {
  const ScenarioEntry entry = entry_of([] { return two_transactions({1, 2}, {2, 1}).scenario; });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  ASSERT_FALSE(result.broken) << result.broken->message;
  EXPECT_EQ(property(result, "not-stuck").verdict, Verdict::holds);
  const PropertyResult& found = property(result, "all-added");
  ASSERT_TRUE(found.counterexample);
  EXPECT_EQ(found.detail, "40P01");
  EXPECT_EQ(found.counterexample->faults, 0U);
  const ReplayLine line = parse_replay_line(found.counterexample->replay_line);
  EXPECT_NE(to_text(line.schedule).find("victim"), std::string::npos) << to_text(line.schedule);
  const ReplayOutcome again = replay(entry, Parameters({}), line.store, line.schedule);
  EXPECT_EQ(again.divergence, "");
  EXPECT_EQ(again.fingerprint, line.fingerprint);
  EXPECT_EQ(property(again.result, "all-added").verdict, Verdict::violated);
}

TEST(Transactions, run_at_the_isolation_level_asked_for_and_the_line_says_so) {
  // Reads, then writes what it read plus one: READ COMMITTED loses one of two.
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    for (int n = 0; n < 2; ++n) {
      small.actor([](Context& ctx) {
        Session db = ctx.session();
        db.exec("BEGIN");
        const auto value = db.value<int>("SELECT v FROM t WHERE k = 1");
        db.exec("UPDATE t SET v = $1 WHERE k = 1", *value + 1);
        db.exec("COMMIT");
      });
    }
    small.scenario.final({"no-update-lost", "", ""}, [](const Final& final) -> Finding {
      const bool failed = final.actors[0].status == ActorStatus::failed ||
                          final.actors[1].status == ActorStatus::failed;
      if (failed || (*final.view)[ViewHandle{0}].at(0, 1).as_int() == 2) return std::nullopt;
      return "an update was lost";
    });
    small.scenario.final({"nobody-failed", "", ""}, [](const Final& final) -> Finding {
      for (const ActorEnd& end : final.actors) {
        if (end.status == ActorStatus::failed) return end.error->sqlstate();
      }
      return std::nullopt;
    });
    return small.scenario;
  });
  ExploreOptions options;
  EXPECT_EQ(property(explore_with(entry, options), "no-update-lost").verdict, Verdict::violated);
  options.isolation = IsolationLevel::repeatable_read;
  const ScenarioResult result = explore_with(entry, options);
  ASSERT_FALSE(result.broken) << result.broken->message;
  EXPECT_EQ(result.isolation, "repeatable-read");
  EXPECT_EQ(property(result, "no-update-lost").verdict, Verdict::holds);
  const PropertyResult& failed = property(result, "nobody-failed");
  EXPECT_EQ(failed.detail, "40001");
  const ReplayLine line = parse_replay_line(failed.counterexample->replay_line);
  EXPECT_EQ(line.isolation, IsolationLevel::repeatable_read);
  const auto again = [&](std::optional<IsolationLevel> level) {
    return property(replay(entry, Parameters({}), line.store, line.schedule, level).result,
                    "nobody-failed")
        .verdict;
  };
  EXPECT_EQ(again(line.isolation), Verdict::violated);
  EXPECT_NE(again(std::nullopt), Verdict::violated);
}

TEST(Transactions, a_crash_rolls_back_what_was_open_and_lets_go_what_waited_for_it) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small = two_transactions({1}, {1});
    small.scenario.properties.pop_back();
    small.scenario.faults.crashes = 1;
    small.scenario.milestone("one crashed and the other added", [](const Event& event) {
      return event.resumed && event.status == ActorStatus::running && event.outcome->affected == 1;
    });
    small.scenario.final({"counts-who-committed", "", ""}, [](const Final& final) -> Finding {
      const std::int64_t value = (*final.view)[ViewHandle{0}].at(0, 1).as_int();
      std::int64_t ended = 0;
      for (const ActorEnd& end : final.actors) ended += end.status == ActorStatus::ended ? 1 : 0;
      // A COMMIT in flight may still take effect.
      if (value >= ended && value <= 2) return std::nullopt;
      return std::to_string(ended) + " ended, the value is " + std::to_string(value);
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  ASSERT_FALSE(result.broken) << result.broken->message;
  for (const PropertyResult& each : result.properties) {
    EXPECT_EQ(each.verdict, Verdict::holds) << each.info.name << ": " << each.detail;
  }
}

TEST(Transactions, a_batch_on_a_connection_is_a_transaction_of_its_own) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0), (2, 0)");
    for (int n = 0; n < 2; ++n) {
      small.actor([](Context& ctx) {
        Session db = ctx.session();
        db.batch({Session::Command("UPDATE t SET v = v + 1 WHERE k = 1"),
                  Session::Command("UPDATE t SET v = v + 1 WHERE k = 2")});
      });
    }
    small.scenario.invariant({"rows-agree", "", ""}, [](const View& view) -> Finding {
      const ViewRows& rows = view[ViewHandle{0}];
      if (rows.at(0, 1).as_int() == rows.at(1, 1).as_int()) return std::nullopt;
      return "half a batch is to be seen";
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  ASSERT_FALSE(result.broken) << result.broken->message;
  EXPECT_EQ(property(result, "rows-agree").verdict, Verdict::holds);
}

}  // namespace
}  // namespace racewindow::testing
