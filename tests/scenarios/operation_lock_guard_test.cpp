// SPDX-License-Identifier: Apache-2.0
//
// Single schedules: what every design does undisturbed, and the document's sentences one by one.
#include <gmock/gmock.h>

#include "guards/operation_lock/lock.h"
#include "scenarios/operation_lock/designs.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A schedule, step by step.
class Steps {
 public:
  Steps& run(std::uint8_t actor, int times) {
    for (int n = 0; n < times; ++n) steps_.push_back({Choice::Kind::run, actor, 0});
    return *this;
  }
  Steps& fault(Choice::Kind kind, std::uint8_t actor) {
    steps_.push_back({kind, actor, 0});
    return *this;
  }
  Steps& move_to(Duration offset) {
    steps_.push_back({Choice::Kind::time, 0, offset.microseconds});
    return *this;
  }
  [[nodiscard]] const Schedule& schedule() const { return steps_; }

 private:
  Schedule steps_;
};

class OperationLock : public ::testing::TestWithParam<const char*> {
 protected:
  static Replayed take(const std::string& scenario, const Steps& steps) {
    const ScenarioEntry& entry = *catalog().find("operation-lock/" + scenario);
    Replayed replayed{{}, replay(entry, defaults_of(entry), GetParam(), steps.schedule())};
    EXPECT_EQ(replayed.outcome.divergence, "");
    return replayed;
  }
};

constexpr std::uint8_t a = 0;
constexpr std::uint8_t b = 1;

TEST_P(OperationLock, undisturbed_every_design_replaces_the_file_twice) {
  for (const operation_lock::Design& design : operation_lock::designs()) {
    SCOPED_TRACE(design.name);
    if (design.transactions && GetParam() == std::string_view("sqlite")) continue;
    const Replayed both =
        one_after_the_other("operation-lock/" + design.name + "/two-replaces", GetParam());
    EXPECT_TRUE(both.outcome.trace.complete);
    for (const char* actor : {"replace", "other-replace"}) {
      EXPECT_THAT(both.logs_of(actor), ElementsAre(StartsWith("op=replace_file result=done")));
    }
  }
}

// "zwei gleichzeitige Replace/Reparse-Aufrufe derselben Rolle … können Zeiger und abgeleitete
// Zeilen verschränken": A stops between its part upsert and its re-read.

TEST_P(OperationLock, without_it_pointer_and_parts_end_up_from_two_operations) {
  const Replayed open = take("unguarded/two-replaces", Steps().run(a, 4).run(b, 7).run(a, 3));
  EXPECT_THAT(open.violated(), Contains("one-origin-at-rest"));
}

TEST_P(OperationLock, with_it_the_second_call_ends_honestly_and_sends_no_more) {
  const Replayed locked = take("accepted/two-replaces", Steps().run(a, 4).run(b, 3).run(a, 5));
  EXPECT_TRUE(locked.outcome.trace.complete);
  EXPECT_THAT(locked.violated(), ElementsAre("one-origin-to-readers"));
  EXPECT_THAT(locked.logs_of("other-replace"),
              ElementsAre(HasSubstr("result=already-running role=original reason=\"an operation "
                                    "on this file is already running\"")));
  EXPECT_FALSE(locked.sent("other-replace", "INSERT INTO comparison_part"));
  EXPECT_FALSE(locked.sent("other-replace", "DELETE"));
}

// "TTL-Takeover-CAS (update … lt(locked_at, now−15 min) …) für verwaiste Locks abgestürzter Flows"

TEST_P(OperationLock, a_dead_process_keeps_its_lock_until_the_ttl_is_over_and_no_longer) {
  const auto after_crash = [](Duration offset, int steps) {
    return take("accepted/dying-replace",
                Steps().run(a, 3).fault(Choice::Kind::crash, a).move_to(offset).run(b, steps))
        .logs_of("other-replace");
  };
  const Duration ttl = operation_lock::lock_ttl;
  const Duration just_before{ttl.microseconds - seconds(1).microseconds};
  const Duration just_after{ttl.microseconds + seconds(1).microseconds};
  EXPECT_THAT(after_crash(just_before, 5), ElementsAre(HasSubstr("result=already-running")));
  EXPECT_THAT(after_crash(ttl, 5), ElementsAre(HasSubstr("result=already-running")));
  EXPECT_THAT(after_crash(just_after, 12), ElementsAre(HasSubstr("result=done")));
}

// "delete mit locked_by-Gleichheit — nie fremde Locks lösen": A's lock is taken over before A
// releases.

TEST_P(OperationLock, an_operation_that_was_overtaken_leaves_its_successors_lock_alone) {
  const Steps overtaken =
      Steps()
          .run(a, 9)
          .move_to({operation_lock::lock_ttl.microseconds + seconds(1).microseconds})
          .run(b, 5)
          .run(a, 1);
  EXPECT_THAT(take("accepted/slow-replace", overtaken).violated(), Not(Contains("owner-releases")));
  EXPECT_THAT(take("release-by-key/slow-replace", overtaken).violated(),
              Contains("owner-releases"));
}

// "Fehlgeschlagene Freigabe wird geloggt, nicht geworfen"

TEST_P(OperationLock, a_release_that_fails_is_logged_and_the_call_is_done) {
  const Replayed refused =
      take("accepted/refused-statement", Steps().run(a, 9).fault(Choice::Kind::refused, a));
  EXPECT_THAT(refused.logs_of("replace"),
              ElementsAre(HasSubstr("lock=not-released"), HasSubstr("result=done")));
}

// "Lock-Infrastrukturfehler brechen fail-closed mit benanntem Grund ab"

TEST_P(OperationLock, an_acquire_that_fails_ends_the_call_with_its_reason) {
  const Replayed refused =
      take("accepted/refused-statement", Steps().run(a, 2).fault(Choice::Kind::refused, a));
  EXPECT_THAT(refused.logs_of("replace"),
              ElementsAre(HasSubstr("result=failed role=original reason=\"operation lock: ")));
}

// "Fehlt die Tabelle (42P01/PGRST205 …), läuft der Flow wie bisher ohne Lock, mit logger.warn"

TEST_P(OperationLock, without_the_table_a_call_goes_on_unlocked_and_warns) {
  const Replayed missing = one_after_the_other("operation-lock/accepted/table-missing", GetParam());
  for (const char* actor : {"replace", "other-replace"}) {
    EXPECT_THAT(missing.logs_of(actor),
                ElementsAre("level=warn op=replace_file lock=missing action=unlocked error=42P01",
                            HasSubstr("result=done")));
    EXPECT_FALSE(missing.sent(actor, "DELETE FROM qaf_operation_lock"));
  }
}

TEST_P(OperationLock, through_an_instance_that_does_not_know_the_table_too) {
  const Replayed behind =
      one_after_the_other("operation-lock/accepted/instance-behind", GetParam());
  EXPECT_THAT(behind.logs_of("replace"), ElementsAre(HasSubstr("result=done")));
  EXPECT_THAT(behind.logs_of("other-replace"),
              ElementsAre(HasSubstr("lock=missing action=unlocked error=PGRST205"),
                          HasSubstr("result=done")));
}

// "Der Reparse-Wrapper erbt den Lock über seinen inneren replaceComparisonFile-Aufruf"

TEST_P(OperationLock, a_reparse_reads_the_stored_file_and_acquires_through_the_replace) {
  const Replayed both =
      one_after_the_other("operation-lock/accepted/replace-and-reparse", GetParam());
  EXPECT_THAT(both.logs_of("reparse"), ElementsAre(StartsWith("op=reparse_file result=done")));
  EXPECT_THAT(both.violated(), ElementsAre("one-origin-to-readers"));
}

INSTANTIATE_TEST_SUITE_P(Stores, OperationLock, ::testing::Values("memory", "sqlite"),
                         [](const auto& store) { return std::string(store.param); });

}  // namespace
}  // namespace racewindow::testing
