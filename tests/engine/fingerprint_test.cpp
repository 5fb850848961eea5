// SPDX-License-Identifier: Apache-2.0
#include "sim/fingerprint.h"

#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

ScenarioEntry writer(const std::string& value, Verdict expected = Verdict::holds) {
  return entry_of([value, expected] {
    SmallScenario small("(1, 0)");
    small.actor([value](Context& ctx) {
      Session db = ctx.session();
      db.exec("UPDATE t SET v = " + value + " WHERE k = 1");
    });
    small.scenario.final({"changed", "", ""}, [](const Final&) -> Finding { return {}; });
    if (expected != Verdict::holds) small.scenario.expect("changed", expected, "as we say");
    return small.scenario;
  });
}

std::string fingerprint(const ScenarioEntry& entry, const std::string& strategy = "exhaustive",
                        const std::string& store = "memory") {
  return explore_with(entry, strategy, store).fingerprint;
}

TEST(Fingerprint, is_of_what_is_run_and_judged_not_of_how_it_is_explored) {
  const std::string first = fingerprint(writer("1"));
  EXPECT_EQ(first.size(), 32U);
  EXPECT_EQ(fingerprint(writer("1")), first);
  EXPECT_EQ(fingerprint(writer("1"), "naive"), first);
  EXPECT_EQ(fingerprint(writer("1"), "exhaustive", "sqlite"), first);
  EXPECT_NE(fingerprint(writer("2")), first);
  EXPECT_NE(fingerprint(writer("1", Verdict::violated)), first);
}

TEST(Fingerprint, versions_name_the_library_of_the_store) {
  const auto versions = component_versions("sqlite");
  ASSERT_EQ(versions.size(), 2U);
  EXPECT_EQ(versions[0].name, "racewindow");
  EXPECT_EQ(versions[1].name, "SQLite");
}

}  // namespace
}  // namespace racewindow::testing
