// SPDX-License-Identifier: Apache-2.0
//
// What the properties of the catalog do not say of the repaired design: its transactions never
// deadlock, with each other or with a recompare.
#include <gtest/gtest.h>

#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

// Whether some execution of the scenario has an actor that fails.
Verdict nobody_fails(const std::string& id) {
  ScenarioEntry entry = *catalog().find(id);
  entry.build = [build = entry.build](const Parameters& given) {
    Scenario scenario = build(given);
    scenario.monitor<NoState>({"nobody-fails", "", "no actor ends with an error"}, {},
                              [](NoState&, const Event& event) -> Finding {
                                if (event.escaped == nullptr) return std::nullopt;
                                return event.escaped->message();
                              });
    return scenario;
  };
  const ScenarioResult result = explore(entry, defaults_of(entry), {});
  return result.properties.back().verdict;
}

TEST(OperationLockRepaired, in_steps_no_call_fails_where_nothing_goes_astray) {
  for (const char* workload : {"two-replaces", "replace-and-reparse", "two-roles",
                               "recompare-beside-replace", "slow-replace"}) {
    EXPECT_EQ(nobody_fails(std::string("operation-lock/repaired-in-steps/") + workload),
              Verdict::holds)
        << workload;
  }
}

TEST(OperationLockRepaired, a_call_that_fails_is_noticed) {
  EXPECT_EQ(nobody_fails("operation-lock/repaired/refused-statement"), Verdict::violated);
}

}  // namespace
}  // namespace racewindow::testing
