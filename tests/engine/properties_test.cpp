// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

// A raises the cell to 1 and 2, B resets it to 0 in one statement.
SmallScenario raise_and_reset() {
  SmallScenario small("(1, 0)");
  small.actor([](Context& ctx) {
    Session db = ctx.session();
    db.exec("UPDATE t SET v = 1 WHERE k = 1");
    db.exec("UPDATE t SET v = 2 WHERE k = 1");
  });
  small.actor([](Context& ctx) {
    ctx.session().exec("UPDATE t SET v = 0 WHERE k = 1");
    ctx.log("op=reset");
  });
  return small;
}

std::int64_t cell(const View& view) {
  return view[ViewHandle{0}].at(0, 1).as_int();
}

TEST(Invariant, is_judged_on_every_view_also_between_steps) {
  const ScenarioResult result = explore_with(
      entry_of([] {
        SmallScenario small = raise_and_reset();
        small.scenario.invariant({"never-one", "", ""}, [](const View& view) -> Finding {
          if (cell(view) == 1) return "seen 1";
          return std::nullopt;
        });
        return small.scenario;
      }),
      "exhaustive");
  EXPECT_EQ(property(result, "never-one").verdict, Verdict::violated);
  EXPECT_EQ(result.counts.views, 3U);
}

TEST(Invariant, is_judged_on_the_initial_view) {
  const ScenarioResult result = explore_with(
      entry_of([] {
        SmallScenario small = raise_and_reset();
        small.scenario.invariant({"never-zero", "", ""}, [](const View& view) -> Finding {
          if (cell(view) == 0) return "seen 0";
          return std::nullopt;
        });
        return small.scenario;
      }),
      "exhaustive");
  ASSERT_TRUE(property(result, "never-zero").counterexample);
  EXPECT_EQ(property(result, "never-zero").counterexample->steps, 0U);
}

TEST(Monitor, sees_transitions_that_no_single_view_shows) {
  struct Highest {
    std::int64_t value;
  };
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small = raise_and_reset();
    small.scenario.monitor<Highest>({"never-falls", "", ""}, {0},
                                    [](Highest& highest, const Event& event) -> Finding {
                                      const std::int64_t now = cell(*event.after);
                                      if (now < highest.value) return "fell";
                                      highest.value = now;
                                      return std::nullopt;
                                    });
    return small.scenario;
  });
  for (const char* strategy : {"scratch", "naive", "exhaustive"}) {
    const PropertyResult found = property(explore_with(entry, strategy), "never-falls");
    ASSERT_TRUE(found.counterexample) << strategy;
    EXPECT_EQ(found.counterexample->schedule, "A1.B1") << strategy;
  }
}

TEST(Monitor, is_told_statements_changes_logs_and_the_end_of_an_actor) {
  std::vector<std::string> told;
  const ScenarioEntry entry = entry_of([&told] {
    SmallScenario small("(1, 0)");
    small.actor([](Context& ctx) {
      ctx.log("start");
      ctx.session().exec("UPDATE t SET v = 5 WHERE k = 1");
      ctx.log("done={}", 1);
    });
    small.scenario.monitor<NoState>(
        {"tell", "", ""}, {}, [&told](NoState&, const Event& event) -> Finding {
          if (event.kind == EventKind::start) {
            told.push_back("before any step: " + event.logs[0]);
            return std::nullopt;
          }
          told.push_back(std::string(event.statement()->text));
          told.push_back(event.executed(Verb::update, "t") ? "update of t" : "something else");
          for (const RowChange& change : event.changes()) {
            told.push_back(to_literal(event.before_cells(change)[1]) + " to " +
                           to_literal(event.after_cells(change)[1]));
          }
          told.insert(told.end(), event.logs.begin(), event.logs.end());
          if (event.status == ActorStatus::ended) told.push_back("ended");
          if (event.first_of_actor) told.push_back("first");
          return std::nullopt;
        });
    return small.scenario;
  });
  ExploreOptions options;
  options.minimise = false;
  static_cast<void>(explore_with(entry, options));
  EXPECT_EQ(told,
            std::vector<std::string>({"before any step: start", "UPDATE t SET v = 5 WHERE k = 1",
                                      "update of t", "0 to 5", "done=1", "ended", "first"}));
}

TEST(Monitor, is_told_what_an_actor_does_before_its_first_step) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small;
    small.actor([](Context& ctx) { ctx.log("only a line"); });
    small.actor([](Context&) { throw SqlError("XX000", "at once"); });
    small.scenario.failing_actors = {1};
    small.scenario.monitor<NoState>({"no-line", "", ""}, {},
                                    [](NoState&, const Event& event) -> Finding {
                                      if (event.logs.empty()) return std::nullopt;
                                      return event.logs[0];
                                    });
    small.scenario.monitor<NoState>({"no-error", "", ""}, {},
                                    [](NoState&, const Event& event) -> Finding {
                                      if (event.escaped == nullptr) return std::nullopt;
                                      return event.escaped->message();
                                    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  EXPECT_EQ(property(result, "no-line").detail, "only a line");
  EXPECT_EQ(property(result, "no-error").detail, "at once");
}

TEST(Milestone, that_is_never_reached_makes_every_pass_vacuous) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small = raise_and_reset();
    small.scenario.milestone("the cell is three",
                             [](const Event& event) { return cell(*event.after) == 3; });
    small.scenario.milestone("the cell is two",
                             [](const Event& event) { return cell(*event.after) == 2; });
    small.scenario.invariant({"never-one", "", ""}, [](const View& view) -> Finding {
      if (cell(view) == 1) return "seen 1";
      return std::nullopt;
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  EXPECT_EQ(property(result, "not-stuck").verdict, Verdict::vacuous);
  EXPECT_EQ(property(result, "not-stuck").detail, "milestone not reached: the cell is three");
  EXPECT_EQ(property(result, "never-one").verdict, Verdict::violated);
  EXPECT_FALSE(result.milestones[0].reached);
  EXPECT_TRUE(result.milestones[1].reached);
}

// A guard whose first statement never runs would hold everything.
TEST(Verdicts, are_vacuous_where_an_actor_never_ends_without_an_error) {
  const auto with = [](bool meant) {
    return entry_of([meant] {
      SmallScenario small("(1, 0)");
      small.actor([](Context& ctx) { ctx.session().exec("UPDATE nowhere SET v = 1"); });
      if (meant) small.scenario.failing_actors = {0};
      return small.scenario;
    });
  };
  const PropertyResult found = property(explore_with(with(false), "exhaustive"), "not-stuck");
  EXPECT_EQ(found.verdict, Verdict::vacuous);
  EXPECT_EQ(found.detail,
            "actor a0 never ended without an error: 42P01 relation \"nowhere\" does not exist");
  EXPECT_EQ(property(explore_with(with(true), "exhaustive"), "not-stuck").verdict, Verdict::holds);
}

TEST(Verdicts, one_violation_does_not_hide_another) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small = raise_and_reset();
    for (const int wrong : {1, 2, 3}) {
      small.scenario.invariant({"never-" + std::to_string(wrong), "", ""},
                               [wrong](const View& view) -> Finding {
                                 if (cell(view) == wrong) return "seen";
                                 return std::nullopt;
                               });
    }
    small.scenario.final({"ends-at-two", "", ""}, [](const Final& final) -> Finding {
      if (cell(*final.view) == 2) return std::nullopt;
      return "expected 2, seen " + std::to_string(cell(*final.view));
    });
    return small.scenario;
  });
  const ScenarioResult result = explore_with(entry, "exhaustive");
  EXPECT_EQ(property(result, "never-1").verdict, Verdict::violated);
  EXPECT_EQ(property(result, "never-2").verdict, Verdict::violated);
  EXPECT_EQ(property(result, "never-3").verdict, Verdict::holds);
  EXPECT_EQ(property(result, "ends-at-two").verdict, Verdict::violated);
}

TEST(Expectations, decide_whether_a_result_is_as_expected) {
  const auto with = [](Verdict verdict) {
    return entry_of([verdict] {
      SmallScenario small = raise_and_reset();
      small.scenario.invariant({"never-one", "", ""}, [](const View& view) -> Finding {
        if (cell(view) == 1) return "seen 1";
        return std::nullopt;
      });
      small.scenario.expect("never-one", verdict, "the first update says so");
      return small.scenario;
    });
  };
  EXPECT_TRUE(explore_with(with(Verdict::violated), "exhaustive").as_expected());
  EXPECT_FALSE(explore_with(with(Verdict::holds), "exhaustive").as_expected());
}

}  // namespace
}  // namespace racewindow::testing
