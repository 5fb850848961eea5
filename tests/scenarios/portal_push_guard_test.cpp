// SPDX-License-Identifier: Apache-2.0
//
// Pushes that nobody disturbs: every design does the job it is for, and says so.
#include <gmock/gmock.h>

#include "scenarios/portal_push/designs.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

// Runs actor A alone to its end, then B.
Replayed one_after_the_other(const std::string& scenario, const std::string& store) {
  const ScenarioEntry& entry = *catalog().find(scenario);
  const Parameters parameters = defaults_of(entry);
  Schedule schedule;
  for (const std::uint8_t actor : {std::uint8_t{0}, std::uint8_t{1}}) {
    // As long as it can be followed: the step after an actor's last one diverges.
    for (;;) {
      schedule.push_back({Choice::Kind::run, actor, 0});
      if (replay(entry, parameters, store, schedule).divergence.empty()) continue;
      schedule.pop_back();
      break;
    }
  }
  return {{}, replay(entry, parameters, store, schedule)};
}

class EachDesign : public ::testing::TestWithParam<const char*> {};

TEST_P(EachDesign, undisturbed_flips_once_and_verifies) {
  for (const portal_push::Design& design : portal_push::designs()) {
    SCOPED_TRACE(design.name);
    const Replayed pushes =
        one_after_the_other("portal-push/" + design.name + "/equal-pushes", GetParam());
    EXPECT_TRUE(pushes.outcome.trace.complete);
    for (const char* actor : {"admin", "cli"}) {
      EXPECT_THAT(pushes.logs_of(actor),
                  ::testing::ElementsAre(::testing::StartsWith("op=flip account=acme"),
                                         ::testing::EndsWith("result=ok")));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PortalPush, EachDesign, ::testing::Values("memory", "sqlite"),
                         [](const auto& store) { return std::string(store.param); });

}  // namespace
}  // namespace racewindow::testing
