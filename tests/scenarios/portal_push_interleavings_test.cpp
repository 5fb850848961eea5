// SPDX-License-Identifier: Apache-2.0
//
// The two interleavings of the document's section "Testing", pinned: red on the design it replaces,
// green on the one it settles on and on its repair.
#include <gmock/gmock.h>

#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class Interleaving : public ::testing::TestWithParam<const char*> {
 protected:
  static Replayed on_store(std::string_view line) { return follow_on(GetParam(), line); }
};

// 1. Writer B (cli) reads the generation, then pauses; writer A (admin) runs to completion; B
// resumes.

TEST_P(Interleaving, read_then_paused_empties_the_live_tree_under_the_pre_stage_clear) {
  const Replayed old = on_store(
      "rw1:portal-push/pre-stage-clear/equal-pushes:rows=2,batch=1:memory:B1.A8.B8:3e9a90:7e15");
  EXPECT_THAT(old.violated(), Contains("never-partial"));
  EXPECT_THAT(old.violated(), Contains("live-rows-kept"));
  EXPECT_THAT(old.logs_of("cli"), Contains("op=stage-clear account=acme generation=6 cleared=2"));
}

TEST_P(Interleaving, read_then_paused_collides_on_its_first_row_under_the_accepted_design) {
  const Replayed accepted =
      on_store("rw1:portal-push/accepted/equal-pushes:rows=2,batch=1:memory:B2.A9.B2:e4ffca:baa5");
  EXPECT_THAT(accepted.violated(), IsEmpty());
  EXPECT_THAT(accepted.logs_of("cli"), ElementsAre(StartsWith("op=failed account=acme")));
  EXPECT_FALSE(accepted.sent("cli", "DELETE"));
}

TEST_P(Interleaving, read_then_paused_collides_on_the_root_row_under_the_repair) {
  const Replayed repaired =
      on_store("rw1:portal-push/repaired/equal-pushes:rows=2,batch=1:memory:B2.A10.B2:422c1c:7e93");
  EXPECT_THAT(repaired.violated(), IsEmpty());
  EXPECT_THAT(repaired.logs_of("cli"), ElementsAre(StartsWith("op=failed account=acme")));
}

// 2. Writer A stages fully but pauses before its flip; writer B reads the generation, claims the
// next one up, and completes; A resumes.

TEST_P(Interleaving, staged_then_paused_loses_its_rows_to_the_pre_stage_clear) {
  const Replayed old = on_store(
      "rw1:portal-push/pre-stage-clear/equal-pushes:rows=2,batch=1:memory:A5.B9.A3:ac08c5:f200");
  EXPECT_THAT(old.violated(), Contains("later-claim-is-higher"));
  EXPECT_THAT(old.violated(), Contains("nothing-cleared-before-flip"));
  EXPECT_THAT(old.logs_of("admin"), Not(Contains(HasSubstr("op=stage-contended"))));
  EXPECT_TRUE(old.sent("admin", "DELETE"));
}

TEST_P(Interleaving, staged_then_paused_is_superseded_under_the_accepted_design) {
  const Replayed accepted =
      on_store("rw1:portal-push/accepted/equal-pushes:rows=2,batch=1:memory:A5.B9.A2:2aebcc:e8b3");
  EXPECT_THAT(accepted.violated(), IsEmpty());
  EXPECT_THAT(accepted.logs_of("admin"),
              ElementsAre("op=stage-contended account=acme generation=6 pointer=7 "
                          "action=superseded"));
  EXPECT_FALSE(accepted.sent("admin", "DELETE"));
}

TEST_P(Interleaving, staged_then_paused_is_superseded_under_the_repair) {
  const Replayed repaired =
      on_store("rw1:portal-push/repaired/equal-pushes:rows=2,batch=1:memory:A6.B10.A2:5454ff:2a56");
  EXPECT_THAT(repaired.violated(), IsEmpty());
  EXPECT_THAT(repaired.logs_of("admin"), ElementsAre(HasSubstr("action=superseded")));
  EXPECT_FALSE(repaired.sent("admin", "DELETE"));
}

INSTANTIATE_TEST_SUITE_P(PortalPush, Interleaving, ::testing::Values("memory", "sqlite"),
                         [](const auto& store) { return std::string(store.param); });

}  // namespace
}  // namespace racewindow::testing
