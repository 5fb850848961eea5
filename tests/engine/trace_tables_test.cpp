// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

TraceRow row(std::vector<std::string> cells) {
  return {std::move(cells)};
}

// What the tables of one execution are, step by step.
Trace traced(const ScenarioEntry& entry, const Schedule& schedule, const std::string& store) {
  const ReplayOutcome outcome =
      replay(entry, resolve_parameters(entry, {}), store, schedule);
  EXPECT_FALSE(outcome.result.broken) << outcome.result.broken->message;
  EXPECT_EQ(outcome.divergence, "");
  return outcome.trace;
}

Schedule steps_of(std::uint8_t actor, std::size_t count) {
  return Schedule(count, Choice{Choice::Kind::run, actor, 0});
}

class TraceTables : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(stores, TraceTables, ::testing::Values("memory", "sqlite"));

TEST_P(TraceTables, are_whole_after_each_step_that_changed_them_and_ordered_by_key) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(10, 1), (9, 2)");
    small.scenario.schema.emplace_back("CREATE TABLE log (line text)");
    small.scenario.schema.emplace_back("INSERT INTO log VALUES ('b'), ('a')");
    small.scenario.env_schema.emplace_back("CREATE TABLE queue (job bigint PRIMARY KEY)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      db.query("SELECT v FROM t ORDER BY k");
      db.exec("UPDATE t SET v = 7 WHERE k = 9");
      db.exec("UPDATE t SET v = 7 WHERE k = 9");
      ctx.external("push", "INSERT INTO queue VALUES (1)");
    });
    return small.scenario;
  });
  const Trace trace = traced(entry, steps_of(0, 4), GetParam());
  const TraceTable log{"log", {"line"}, {row({"'a'"}), row({"'b'"})}};
  const TraceTable t{"t", {"k", "v"}, {row({"9", "2"}), row({"10", "1"})}};
  const TraceTable queue{"queue", {"job"}, {}};
  EXPECT_EQ(trace.initial_tables, (std::vector<TraceTable>{log, t, queue}));
  ASSERT_EQ(trace.steps.size(), 4U);
  EXPECT_TRUE(trace.steps[0].tables.empty());
  const TraceTable updated{"t", {"k", "v"}, {row({"9", "7"}), row({"10", "1"})}};
  EXPECT_EQ(trace.steps[1].tables, std::vector<TraceTable>{updated});
  EXPECT_TRUE(trace.steps[2].tables.empty()) << "it wrote what was there";
  const TraceTable pushed{"queue", {"job"}, {row({"1"})}};
  EXPECT_EQ(trace.steps[3].tables, std::vector<TraceTable>{pushed});
  EXPECT_EQ(trace.steps[3].changes.front().table, "queue");
}

TEST(TraceTablesInTransactions, change_where_they_are_committed) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 1)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      db.exec("BEGIN");
      db.exec("UPDATE t SET v = 2 WHERE k = 1");
      db.exec("COMMIT");
    });
    return small.scenario;
  });
  const Trace trace = traced(entry, steps_of(0, 3), "memory");
  EXPECT_TRUE(trace.steps[1].tables.empty());
  EXPECT_EQ(trace.steps[1].changes.size(), 1U);
  ASSERT_EQ(trace.steps[2].tables.size(), 1U);
  EXPECT_EQ(trace.steps[2].tables.front().rows, std::vector<TraceRow>{row({"1", "2"})});
}

TEST(TraceTablesInTransactions, come_and_go_with_definitions) {
  const ScenarioEntry entry = entry_of([] {
    SmallScenario small("(1, 1)");
    small.actor([](Context& ctx) {
      Session db = ctx.session();
      db.exec("CREATE SCHEMA s");
      db.exec("CREATE TABLE s.made (n bigint)");
      db.exec("INSERT INTO s.made VALUES (5)");
      db.exec("DROP TABLE s.made");
    });
    return small.scenario;
  });
  const Trace trace = traced(entry, steps_of(0, 4), "memory");
  const auto after = [&](std::size_t step) { return trace.steps[step].tables; };
  EXPECT_TRUE(after(0).empty());
  EXPECT_EQ(after(1), (std::vector<TraceTable>{{"s.made", {"n"}, {}}}));
  EXPECT_EQ(after(2), (std::vector<TraceTable>{{"s.made", {"n"}, {row({"5"})}}}));
  EXPECT_EQ(trace.steps[2].changes.front().table, "s.made");
  EXPECT_EQ(after(3), (std::vector<TraceTable>{{"s.made", {}, {}}}));
}

}  // namespace
}  // namespace racewindow::testing
