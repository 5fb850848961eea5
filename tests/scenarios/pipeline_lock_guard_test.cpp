// SPDX-License-Identifier: Apache-2.0
//
// Clicks that nobody disturbs, one after the other: every design does the job it is for.
#include <gmock/gmock.h>

#include "scenarios/pipeline_lock/designs.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

TEST(PipelineLockGuard, undisturbed_accepts_the_first_click_and_refuses_the_second) {
  for (const pipeline_lock::Design& design : pipeline_lock::designs()) {
    SCOPED_TRACE(design.name);
    const Replayed clicks =
        one_after_the_other("pipeline-lock/" + design.name + "/two-clicks", "memory");
    EXPECT_TRUE(clicks.outcome.trace.complete);
    EXPECT_THAT(clicks.logs_of("click-1"),
                ::testing::ElementsAre(::testing::StartsWith("status=202 route=run project=p1")));
    // The worker would have to create the run first.
    const char* second = design.name == "row-by-worker" ? "status=202" : "status=409";
    EXPECT_THAT(clicks.logs_of("click-2"), ::testing::ElementsAre(::testing::StartsWith(second)));
  }
}

}  // namespace
}  // namespace racewindow::testing
