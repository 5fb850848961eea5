// SPDX-License-Identifier: Apache-2.0
//
// Pushes that nobody disturbs: every design does the job it is for, and says so.
#include <gmock/gmock.h>

#include "scenarios/portal_push/designs.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

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
