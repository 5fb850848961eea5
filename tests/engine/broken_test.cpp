// SPDX-License-Identifier: Apache-2.0
// Whatever is our limit, or the guard's fault as a program, ends a scenario as broken: never as a
// verdict, and never inside the guard. (Hangs and stack overflows need a process of their own: see
// tests/program.)
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

BrokenResult broken(std::function<void(Context&)> body) {
  const ScenarioEntry entry = entry_of([body] {
    SmallScenario small("(1, 0)");
    small.actor(body);
    small.actor([](Context& ctx) { ctx.session().exec("UPDATE t SET v = 9 WHERE k = 1"); });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  return result.broken.value_or(BrokenResult{});
}

TEST(Broken, an_exception_that_is_not_the_stores_is_named_with_its_actor) {
  const BrokenResult result = broken([](Context& ctx) {
    ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1");
    throw std::out_of_range("seventh element of six");
  });
  EXPECT_EQ(result.kind, "exception");
  EXPECT_NE(result.message.find("actor a0"), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("std::out_of_range"), std::string::npos) << result.message;
  EXPECT_NE(result.message.find("seventh element of six"), std::string::npos) << result.message;
  EXPECT_EQ(result.step, "A1");
}

TEST(Broken, so_is_one_that_is_no_std_exception) {
  const BrokenResult result = broken([](Context&) { throw 42; });
  EXPECT_EQ(result.kind, "exception");
  EXPECT_NE(result.message.find("int"), std::string::npos) << result.message;
}

TEST(Broken, unsupported_sql_never_reaches_a_guard_that_swallows_errors) {
  const BrokenResult result = broken([](Context& ctx) {
    try {
      ctx.session().query("SELECT k,\n  rank() OVER (ORDER BY v) FROM t");
    } catch (...) {  // NOLINT: what the test is about
    }
  });
  EXPECT_EQ(result.kind, "unsupported");
  EXPECT_NE(result.message.find("line 2"), std::string::npos) << result.message;
}

TEST(Broken, a_guard_with_a_memory_of_its_own_is_not_deterministic) {
  int calls = 0;
  const BrokenResult result = broken([&calls](Context& ctx) {
    Session db = ctx.session();
    db.value<int>("SELECT v FROM t WHERE k = 1");
    db.exec("UPDATE t SET v = $1 WHERE k = 1", ++calls);
  });
  EXPECT_EQ(result.kind, "nondeterministic");
  EXPECT_NE(result.message.find("after its step 1"), std::string::npos) << result.message;
}

TEST(Broken, a_value_read_as_another_type_is_the_guards_mistake) {
  const BrokenResult text =
      broken([](Context& ctx) { ctx.session().value<std::string>("SELECT v FROM t WHERE k = 1"); });
  EXPECT_NE(text.message.find("expected a text, seen the bigint 0"), std::string::npos)
      << text.message;
  const BrokenResult narrow =
      broken([](Context& ctx) { ctx.session().value<std::int8_t>("SELECT 300"); });
  EXPECT_EQ(narrow.kind, "exception");
}

TEST(Broken, a_guard_that_stops_itself_is_named) {
  EXPECT_EQ(broken([](Context&) { throw actor_stopped{}; }).kind, "exception");
}

TEST(Broken, scenarios_that_cannot_be_are_told_before_they_run) {
  const auto kind_of = [](std::function<void(SmallScenario&)> spoil) {
    const ScenarioEntry entry = entry_of([spoil] {
      SmallScenario small;
      small.actor([](Context&) {});
      spoil(small);
      return small.scenario;
    });
    return explore_with(entry, "exhaustive").broken.value_or(BrokenResult{}).kind;
  };
  EXPECT_EQ(kind_of([](SmallScenario&) {}), "");
  EXPECT_EQ(kind_of([](SmallScenario& small) { small.scenario.actor("b", 7, [](Context&) {}); }),
            "setup");
  EXPECT_EQ(kind_of([](SmallScenario& small) { small.scenario.actor("a0", 0, [](Context&) {}); }),
            "setup");
  EXPECT_EQ(kind_of([](SmallScenario& small) { small.scenario.faults.late = 5; }), "setup");
  EXPECT_EQ(kind_of([](SmallScenario& small) {
              for (int n = 0; n < 16; ++n) small.actor([](Context&) {});
            }),
            "setup");
}

TEST(Broken, an_expectation_of_a_property_that_there_is_not_is_the_authors) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small;
    small.actor([](Context&) {});
    small.scenario.expect("typo", Verdict::violated, "");
    return small.scenario;
  });
  EXPECT_EQ(explore_with(entry, "exhaustive").broken.value_or(BrokenResult{}).kind, "setup");
  EXPECT_EQ(replay(entry, Parameters({}), "memory", {}).result.broken.value_or(BrokenResult{}).kind,
            "setup");
}

TEST(Broken, a_schema_that_does_not_bind_is_told_with_its_text) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small;
    small.scenario.schema.push_back("INSERT INTO nowhere VALUES (1)");
    small.actor([](Context&) {});
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  ASSERT_TRUE(result.broken);
  EXPECT_NE(result.broken->message.find("nowhere"), std::string::npos) << result.broken->message;
}

TEST(Broken, an_exception_out_of_what_the_author_wrote_names_where_it_came_from) {
  const auto message_of = [](std::function<void(SmallScenario&)> spoil) {
    const ScenarioEntry entry = entry_of([spoil] {
      SmallScenario small("(1, 0)");
      small.actor([](Context& ctx) { ctx.session().exec("UPDATE t SET v = 1 WHERE k = 1"); });
      spoil(small);
      return small.scenario;
    });
    const BrokenResult broken = explore_with(entry, "exhaustive").broken.value_or(BrokenResult{});
    return broken.kind + ": " + broken.message;
  };
  EXPECT_EQ(message_of([](SmallScenario& small) {
              small.scenario.invariant({"inv", "", ""}, [](const View&) -> Finding { throw 42; });
            }),
            "exception: inv let out an exception of type int");
  EXPECT_EQ(message_of([](SmallScenario& small) {
              small.scenario.final({"fin", "", ""}, [](const Final&) -> Finding {
                throw std::out_of_range("row 7");
              });
            }),
            "exception: fin let out std::out_of_range: row 7");
  EXPECT_EQ(message_of([](SmallScenario& small) {
              small.scenario.milestone("mile", [](const Event&) -> bool { throw 42; });
            }),
            "exception: mile let out an exception of type int");
  EXPECT_EQ(message_of([](SmallScenario&) { throw std::out_of_range("row 7"); }),
            "exception: build let out std::out_of_range: row 7");
}

// Swallowing everything is allowed: the guard is stopped, and where it does not stop, it is given
// up.
TEST(Guard, that_swallows_everything_is_stopped_and_counted) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      for (int n = 0; n < 300; ++n) {
        try {
          if (db.value<int>("SELECT v FROM t WHERE k = 1") == 2) return;
        } catch (...) {  // NOLINT: what the test is about
        }
      }
    });
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      db.exec("UPDATE t SET v = 1 WHERE k = 1");
      db.exec("UPDATE t SET v = 2 WHERE k = 1");
    });
    small.scenario.steps_max = 12;
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  ASSERT_FALSE(result.broken) << result.broken->message;
  EXPECT_GT(result.counts.abandoned, 0U);
}

TEST(Guard, catches_the_stores_errors_with_sqlstate_and_message) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      try {
        db.exec("INSERT INTO t VALUES (1, 1)");
      } catch (const SqlError& error) {
        db.exec("UPDATE t SET v = $1 WHERE k = 1", error.sqlstate() == "23505" ? 5 : 6);
        throw;
      }
    });
    small.scenario.final({"failed-as-it-should", "", ""}, [](const Final& final) -> Finding {
      if (final.actors[0].status != ActorStatus::failed) return "the actor did not fail";
      return final.actors[0].error->message();
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  EXPECT_EQ(property(result, "failed-as-it-should").detail,
            "duplicate key value violates unique constraint \"t_pkey\"");
}

TEST(Guard, a_text_that_does_not_bind_fails_the_open_transaction) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      db.exec("BEGIN");
      try {
        db.exec("UPDATE nowhere SET v = 1");
      } catch (const SqlError&) {
      }
      db.exec("UPDATE t SET v = 1 WHERE k = 1");
    });
    small.scenario.failing_actors = {0};
    small.scenario.final({"fails-as-aborted", "", ""}, [](const Final& final) -> Finding {
      if (final.actors[0].status == ActorStatus::failed &&
          final.actors[0].error->sqlstate() == "25P02") {
        return std::nullopt;
      }
      return "expected 25P02";
    });
    return small.scenario;
  });
  EXPECT_EQ(property(explore_with(entry, "exhaustive"), "fails-as-aborted").verdict,
            Verdict::holds);
}

// Two actors, each suspended inside a catch clause while the other throws, then rethrow.
TEST(Guard, actors_that_stand_still_inside_catch_rethrow_their_own_error) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 0), (2, 0)");
    for (int n = 1; n <= 2; ++n) {
      small.actor([n](Context& ctx) {
        Session db = ctx.session();
        try {
          db.exec("INSERT INTO t VALUES ($1, $2)", n, n == 1 ? 1 : 2);
        } catch (...) {
          db.exec("UPDATE t SET v = v + 1 WHERE k = $1", n);
          throw;
        }
      });
    }
    small.scenario.schema[0] = "CREATE TABLE t (k bigint PRIMARY KEY, v bigint CHECK (v < 2))";
    small.scenario.failing_actors = {0, 1};
    small.scenario.final({"own-error", "", ""}, [](const Final& final) -> Finding {
      for (const ActorEnd& end : final.actors) {
        if (end.status != ActorStatus::failed) return "an actor did not fail";
      }
      if (final.actors[0].error->sqlstate() != "23505") return final.actors[0].error->message();
      if (final.actors[1].error->sqlstate() != "23514") return final.actors[1].error->message();
      return std::nullopt;
    });
    return small.scenario;
  });
  for (const char* strategy : {"scratch", "naive", "exhaustive"}) {
    const ScenarioResult result = explore_with(entry, strategy);
    ASSERT_FALSE(result.broken) << result.broken->message;
    EXPECT_EQ(property(result, "own-error").verdict, Verdict::holds)
        << property(result, "own-error").detail;
  }
}

}  // namespace
}  // namespace racewindow::testing
