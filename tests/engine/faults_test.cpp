// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

// One actor that sets v to 1 and reports in v of row 2 how that went: 1 fine, 2 connection error.
Scenario one_update(FaultBudget faults) {
  SmallScenario small("(1, 0), (2, 0)");
  small.scenario.connection = Connection::http;
  small.actor([](Context& ctx) {
    Session db = ctx.session();
    int told = 1;
    try {
      db.exec("UPDATE t SET v = v + 1 WHERE k = 1");
    } catch (const SqlError& error) {
      told = error.sqlstate() == sqlstate::connection_failure ? 2 : 3;
    }
    try {
      db.exec("UPDATE t SET v = $1 WHERE k = 2", told);
    } catch (const SqlError&) {
    }
  });
  small.scenario.faults = faults;
  return small.scenario;
}

// The values of rows 1 and 2 at the end of each execution, as "v1/v2".
std::vector<std::string> ends(FaultBudget faults) {
  std::vector<std::string> seen;
  const ScenarioEntry entry = entry_of([&] {
    Scenario scenario = one_update(faults);
    scenario.final({"collect", "", ""}, [&seen](const Final& final) -> Finding {
      const ViewRows& rows = (*final.view)[ViewHandle{0}];
      seen.push_back(std::to_string(rows.at(0, 1).as_int()) + "/" +
                     std::to_string(rows.at(1, 1).as_int()));
      return std::nullopt;
    });
    return scenario;
  });
  const ScenarioResult result = explore_with(entry, "naive");
  EXPECT_FALSE(result.broken) << result.broken->message;
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  return seen;
}

using Ends = std::vector<std::string>;

TEST(Faults, without_a_budget_there_are_none) {
  EXPECT_EQ(ends({}), Ends({"1/1"}));
}

TEST(Faults, a_lost_reply_takes_effect_and_the_caller_gets_a_connection_error) {
  // Lost at the first statement: 1/2; at the second, whose error is swallowed: 1/1.
  EXPECT_EQ(ends({.lost = 1}), Ends({"1/1", "1/2"}));
}

TEST(Faults, a_refused_statement_takes_no_effect) {
  EXPECT_EQ(ends({.refused = 1}), Ends({"0/2", "1/0", "1/1"}));
}

TEST(Faults, a_late_statement_takes_effect_at_any_later_time) {
  // The end is where everything late has been delivered.
  EXPECT_EQ(ends({.late = 1}), Ends({"1/1", "1/2"}));
}

TEST(Faults, a_late_statement_can_be_overtaken) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.scenario.connection = Connection::http;
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      try {
        db.exec("UPDATE t SET v = 1 WHERE k = 1");
      } catch (const SqlError&) {
      }
      db.exec("UPDATE t SET v = 2 WHERE k = 1");
    });
    small.scenario.faults.late = 1;
    const ViewHandle rows = small.rows();
    small.scenario.final({"last-write-wins", "", ""}, [rows](const Final& final) -> Finding {
      if ((*final.view)[rows].at(0, 1).as_int() == 2) return std::nullopt;
      return "the row ends with the value written first";
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  const PropertyResult& found = property(result, "last-write-wins");
  ASSERT_TRUE(found.counterexample);
  EXPECT_EQ(found.counterexample->schedule, "Alate.A1.Adeliver");
}

TEST(Faults, a_crash_ends_every_actor_of_the_host_and_rolls_back_nothing_committed) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0), (2, 0)");
    const std::size_t host = small.scenario.host("both");
    for (int n = 1; n <= 2; ++n) {
      small.scenario.actor("w" + std::to_string(n), host, [n](Context& ctx) {
        Session db = ctx.session();
        db.exec("UPDATE t SET v = 1 WHERE k = $1", n);
        db.exec("UPDATE t SET v = 2 WHERE k = $1", n);
      });
    }
    small.scenario.faults.crashes = 1;
    small.scenario.milestone("both crashed half-way", [](const Event& event) {
      return event.kind == EventKind::crash && event.after->digest() == event.before->digest() &&
             (*event.after)[ViewHandle{0}].at(0, 1).as_int() == 1 &&
             (*event.after)[ViewHandle{0}].at(1, 1).as_int() == 1;
    });
    small.scenario.final({"both-end-alike", "", ""}, [](const Final& final) -> Finding {
      const bool first = final.actors[0].status == ActorStatus::crashed;
      const bool second = final.actors[1].status == ActorStatus::crashed;
      const auto& rows = (*final.view)[ViewHandle{0}];
      const bool any_unfinished = rows.at(0, 1).as_int() < 2 || rows.at(1, 1).as_int() < 2;
      if (any_unfinished && !first && !second) return "something is unfinished without a crash";
      return std::nullopt;
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  ASSERT_FALSE(result.broken) << result.broken->message;
  EXPECT_EQ(property(result, "both-end-alike").verdict, Verdict::holds)
      << property(result, "both-end-alike").detail;
}

TEST(Faults, a_statement_in_flight_at_a_crash_may_still_take_effect_later) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) { ctx.session().exec("UPDATE t SET v = 7 WHERE k = 1"); });
    small.actor([](Context& ctx) { ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1"); });
    small.scenario.faults.crashes = 1;
    const ViewHandle rows = small.rows();
    small.scenario.monitor<NoState>({"the-dead-write-nothing", "", ""}, {},
                                    [rows](NoState&, const Event& event) -> Finding {
                                      if (event.kind != EventKind::delivery) return std::nullopt;
                                      if ((*event.before)[rows].at(0, 1).as_int() != 1)
                                        return std::nullopt;
                                      return "a dead actor overwrote a living one's row";
                                    });
    return small.scenario;
  });
  const PropertyResult found =
      property(explore_with(entry, "exhaustive"), "the-dead-write-nothing");
  ASSERT_TRUE(found.counterexample);
  EXPECT_EQ(found.counterexample->schedule, "B1.Acrashlate.Adeliver");
}

TEST(Faults, over_a_stateful_connection_an_error_ends_the_session) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      try {
        db.exec("UPDATE t SET v = 1 WHERE k = 1");
      } catch (const SqlError&) {
      }
      db.exec("UPDATE t SET v = 2 WHERE k = 1");
    });
    small.scenario.faults.refused = 1;
    small.scenario.final({"ends", "", ""}, [](const Final& final) -> Finding {
      if (final.actors[0].status == ActorStatus::ended) return std::nullopt;
      if (final.actors[0].error->sqlstate() == sqlstate::connection_failure) return std::nullopt;
      return final.actors[0].error->sqlstate();
    });
    return small.scenario;
  });
  // Refused at the first statement, whose error is swallowed: the second finds the session closed.
  EXPECT_EQ(property(explore_with(entry, "exhaustive"), "ends").detail, "08003");
}

TEST(Recovery, runs_alone_from_every_end_state_and_leaves_no_trace_in_it) {
  const auto crashing = [](bool repairs) {
    return entry_of([repairs] {
      Scenario scenario = one_update({.crashes = 1});
      scenario.recovery(
          {"repaired", "", ""},
          [repairs](Context& ctx) {
            Session db = ctx.session();
            if (repairs) db.exec("UPDATE t SET v = 1 WHERE k = 1");
          },
          [](const Final& final) -> Finding {
            if ((*final.view)[ViewHandle{0}].at(0, 1).as_int() == 1) return std::nullopt;
            return "row 1 was not repaired";
          });
      return scenario;
    });
  };
  EXPECT_EQ(property(explore_with(crashing(true), "exhaustive"), "repaired").verdict,
            Verdict::holds);
  const ScenarioResult broken = explore_with(crashing(false), "exhaustive");
  const PropertyResult& found = property(broken, "repaired");
  ASSERT_TRUE(found.counterexample);
  EXPECT_EQ(found.counterexample->schedule, "Acrash");
  // A recovery changes neither the number of executions nor the set of end states.
  const ScenarioEntry without = entry_of([] { return one_update({.crashes = 1}); });
  EXPECT_EQ(explore_with(without, "naive").counts.executions,
            explore_with(crashing(true), "naive").counts.executions);
}

TEST(Recovery, that_fails_is_a_breach) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context&) {});
    small.scenario.recovery(
        {"recovers", "", ""},
        [](Context& ctx) { ctx.session().exec("INSERT INTO t VALUES (1, 1)"); },
        [](const Final&) -> Finding { return std::nullopt; });
    return small.scenario;
  });
  EXPECT_EQ(property(explore_with(entry, "exhaustive"), "recovers").verdict, Verdict::violated);
}

}  // namespace
}  // namespace racewindow::testing
