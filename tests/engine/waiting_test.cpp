// SPDX-License-Identifier: Apache-2.0
// What the scheduler makes of statements that wait, step by step, on a database of locks only.
#include <gtest/gtest.h>

#include "sim/judge.h"
#include "sim/scheduler.h"
#include "sim/store/open_store.h"
#include "sim/trace_recorder.h"
#include "tests/engine/scripted_store.h"
#include "tests/engine/step_by_step.h"

namespace racewindow::testing {
namespace {

// Takes the locks in this order, one statement each; ends by releasing none: its session does.
std::function<void(Context&)> takes(std::vector<int> keys) {
  return [keys](Context& ctx) {
    Session db = ctx.session();
    for (const int key : keys) db.exec(kTake, key);
  };
}

class Waiting : public StepByStep {
 protected:
  std::unique_ptr<Store> open() override {
    return make_scripted_store(open_store("memory", small_.scenario.schema));
  }
};

TEST_F(Waiting, who_need_not_wait_takes_one_step) {
  small_.actor(takes({1}));
  small_.actor(takes({1}));
  follow("A");
  EXPECT_EQ(status_of(0), "ended");
  const Event& second = follow("B");
  EXPECT_EQ(second.kind, EventKind::statement);
  EXPECT_FALSE(second.resumed);
  EXPECT_EQ(row(1), 2);
}

TEST_F(Waiting, the_waiter_can_go_on_when_it_is_let_and_is_then_answered) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({1}));
  const Event& waits = follow("A.B");
  EXPECT_EQ(waits.kind, EventKind::wait);
  EXPECT_TRUE(waits.first_of_actor);
  EXPECT_EQ(std::vector<std::size_t>(waits.blockers.begin(), waits.blockers.end()),
            std::vector<std::size_t>{0});
  EXPECT_EQ(waits.outcome->awaited, "lock 1");
  EXPECT_FALSE(waits.executed(Verb::update, "t"));
  EXPECT_EQ(possible(), "A");
  EXPECT_FALSE(scheduler().stuck());
  follow("A");
  EXPECT_EQ(possible(), "B");
  const Event& goes_on = follow("B");
  EXPECT_EQ(goes_on.kind, EventKind::statement);
  EXPECT_TRUE(goes_on.resumed);
  EXPECT_FALSE(goes_on.first_of_actor);
  EXPECT_TRUE(goes_on.executed(Verb::update, "t"));
  EXPECT_EQ(goes_on.status, ActorStatus::ended);
  EXPECT_TRUE(scheduler().over());
}

TEST_F(Waiting, going_back_takes_the_wait_back) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({1}));
  follow("A");
  const Digest before = scheduler().digest();
  follow("B");
  EXPECT_NE(scheduler().digest(), before);
  scheduler().restore(1);
  EXPECT_EQ(scheduler().digest(), before);
  EXPECT_EQ(possible(), "A B");
}

TEST_F(Waiting, each_member_of_a_deadlock_can_be_its_victim) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({2, 1}));
  follow("A.B.A.B");
  EXPECT_EQ(possible(), "Avictim Bvictim");
  EXPECT_FALSE(scheduler().stuck());
  const Event& victim = follow("Avictim");
  EXPECT_TRUE(victim.failed_with("40P01"));
  EXPECT_EQ(status_of(0), "40P01");
  EXPECT_EQ(possible(), "B");
  follow("B");
  EXPECT_EQ(status_of(1), "ended");
  scheduler().restore(4);
  follow("Bvictim.A");
  EXPECT_EQ(status_of(0), "ended");
  EXPECT_EQ(status_of(1), "40P01");
}

TEST_F(Waiting, a_wait_without_end_is_stuck_and_told_with_who_waits_for_whom) {
  const std::size_t host = small_.scenario.host("h");
  small_.scenario.actor("holder", host, [](Context& ctx) {
    ctx.with_mutex("m", [&] {
      ctx.session().exec(kTake, 1);
      ctx.with_mutex("m", [] {});
    });
  });
  small_.actor(takes({1}));
  follow("A.A.B");
  EXPECT_TRUE(scheduler().stuck());
  const std::string told = scheduler().describe_stuck();
  EXPECT_NE(told.find("a1 waits for holder (lock 1) in UPDATE"), std::string::npos) << told;
  EXPECT_NE(told.find("holder waits to lock the mutex m"), std::string::npos) << told;
}

// -- faults --------------------------------------------------------------------------------------

TEST_F(Waiting, a_waiter_whose_host_crashes_leaves_nothing_or_a_statement_that_goes_on) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({1}));
  small_.scenario.faults.crashes = 1;
  follow("A.B");
  EXPECT_EQ(possible(), "A Acrash Bcrash Acrashlate Bcrashlate");
  follow("Bcrash.A");
  EXPECT_TRUE(scheduler().over());
  EXPECT_EQ(row(1), 1);
  scheduler().restore(2);
  follow("Bcrashlate");
  EXPECT_EQ(possible(), "A");
  EXPECT_FALSE(scheduler().stuck());
  follow("A");
  EXPECT_FALSE(scheduler().over());
  EXPECT_EQ(possible(), "Bdeliver");
  const Event& goes_on = follow("Bdeliver");
  EXPECT_EQ(goes_on.kind, EventKind::delivery);
  EXPECT_TRUE(goes_on.resumed);
  EXPECT_TRUE(scheduler().over());
  EXPECT_EQ(row(1), 2);
}

TEST_F(Waiting, a_reply_can_be_lost_where_the_statement_is_sent_and_where_it_goes_on) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({1}));
  small_.scenario.faults.lost = 1;
  small_.scenario.faults.refused = 1;
  small_.scenario.faults.late = 1;
  // While it waits it can be neither lost, nor refused, nor late.
  follow("A.B");
  EXPECT_EQ(possible(), "A Alost Arefused Alate");
  follow("A");
  EXPECT_EQ(possible(), "B Blost");
  const Event& lost = follow("Blost");
  EXPECT_TRUE(lost.resumed);
  EXPECT_EQ(status_of(1), "08006");
  EXPECT_EQ(row(1), 2);
}

TEST_F(Waiting, a_lost_statement_that_has_to_wait_goes_on_by_itself) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({1}));
  small_.scenario.faults.lost = 1;
  const Event& lost = follow("A.Blost");
  EXPECT_EQ(lost.kind, EventKind::lost);
  EXPECT_EQ(lost.outcome->status, Outcome::Status::wait);
  EXPECT_EQ(status_of(1), "08006");
  EXPECT_EQ(row(1), 1);
  EXPECT_EQ(possible(), "A");
  follow("A.Bdeliver");
  EXPECT_EQ(row(1), 2);
  EXPECT_TRUE(scheduler().over());
}

TEST_F(Waiting, a_late_statement_can_have_to_wait_and_is_then_delivered_in_two_steps) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({1}));
  small_.scenario.faults.late = 1;
  const Event& begun = follow("A.Blate.Bdeliver");
  EXPECT_EQ(begun.kind, EventKind::delivery);
  EXPECT_EQ(begun.outcome->status, Outcome::Status::wait);
  EXPECT_EQ(possible(), "A");
  follow("A");
  EXPECT_EQ(possible(), "Bdeliver");
  follow("Bdeliver");
  EXPECT_EQ(row(1), 2);
  EXPECT_TRUE(scheduler().over());
}

TEST_F(Waiting, a_statement_left_behind_can_be_the_victim_of_a_deadlock) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({2, 1}));
  small_.scenario.faults.crashes = 1;
  follow("A.B.B.Bcrashlate");
  EXPECT_EQ(possible(), "A");
  follow("A");
  EXPECT_EQ(possible(), "Avictim Bvictim");
  const Event& victim = follow("Bvictim");
  EXPECT_EQ(victim.kind, EventKind::delivery);
  EXPECT_EQ(victim.status, ActorStatus::crashed);
  EXPECT_EQ(possible(), "A");
  follow("A");
  EXPECT_TRUE(scheduler().over());
  EXPECT_EQ(row(1), 1);
}

TEST_F(Waiting, over_http_the_caller_goes_on_while_its_lost_statement_waits) {
  small_.scenario.connection = Connection::http;
  small_.actor([](Context& ctx) {
    Session db = ctx.session();
    db.exec(kTake, 1);
    db.exec(kRelease, 1);
  });
  small_.actor([](Context& ctx) {
    Session db = ctx.session();
    try {
      db.exec(kTake, 1);
    } catch (const SqlError&) {
    }
    db.exec(kTake, 2);
    db.exec(kTake, 1);
  });
  small_.scenario.faults.lost = 1;
  follow("A.Blost.B");
  EXPECT_EQ(row(2), 1);
  const Event& queued = follow("B");  // behind its own
  EXPECT_EQ(queued.kind, EventKind::wait);
  follow("A");
  EXPECT_EQ(possible(), "Bdeliver");
  follow("Bdeliver");
  EXPECT_EQ(row(1), 2);
}

TEST_F(Waiting, more_statements_on_their_way_than_there_is_room_for_is_a_limit_that_is_told) {
  small_.scenario.connection = Connection::http;
  small_.actor([](Context& ctx) {
    ctx.session().exec(kTake, 1);
    ctx.session().exec(kTake, 2);
  });
  small_.actor([](Context& ctx) {
    for (int n = 0; n < 6; ++n) {
      try {
        ctx.session().exec(kTake, 1);
      } catch (const SqlError&) {
      }
    }
  });
  small_.scenario.faults.lost = 6;
  follow("A.Blost.Blost.Blost.Blost");
  EXPECT_THROW(scheduler().step({Choice::Kind::lost, 1, 0}), Broken);
}

// -- time ----------------------------------------------------------------------------------------

TEST_F(Waiting, time_moves_to_timers_of_the_database_at_no_cost) {
  small_.scenario.sleeps = true;
  small_.actor([](Context& ctx) { ctx.session().query(kSleep, 5); });
  follow("A");
  EXPECT_EQ(possible(), "@5s");
  EXPECT_FALSE(scheduler().stuck());
  follow("@5s");
  EXPECT_EQ(possible(), "A");
  follow("A");
  EXPECT_TRUE(scheduler().over());
}

TEST_F(Waiting, a_timer_in_a_scenario_whose_time_stands_still_is_told) {
  small_.actor([](Context& ctx) { ctx.session().query(kSleep, 5); });
  scheduler().step({Choice::Kind::run, 0, 0});
  EXPECT_THROW(possible(), Broken);
}

// -- recoveries and traces -----------------------------------------------------------------------

TEST_F(Waiting, a_recovery_that_waits_for_ever_fails_and_says_for_what) {
  small_.scenario.connection = Connection::http;  // the lock outlives the actor
  small_.actor(takes({1}));
  small_.scenario.recovery({"heals", "", ""}, takes({1}),
                           [](const Final&) -> Finding { return std::nullopt; });
  follow("A");
  const Finding finding =
      Judge::recover(small_.scenario, 1, scheduler(), [](const Choice&, const Event&) {});
  ASSERT_TRUE(finding);
  EXPECT_NE(finding->find("the recovery failed: it waits for ever for a0 (lock 1) in UPDATE"),
            std::string::npos)
      << *finding;
}

TEST_F(Waiting, a_recovery_waits_for_timers) {
  small_.scenario.sleeps = true;
  small_.actor([](Context&) {});
  small_.scenario.recovery(
      {"heals", "", ""}, [](Context& ctx) { ctx.session().query(kSleep, 5); },
      [](const Final&) -> Finding { return std::nullopt; });
  EXPECT_EQ(Judge::recover(small_.scenario, 1, scheduler(), [](const Choice&, const Event&) {}),
            std::nullopt);
}

TEST_F(Waiting, a_trace_says_for_whom_and_what_and_when_it_went_on) {
  small_.actor(takes({1, 2}));
  small_.actor(takes({1}));
  TraceRecorder recorder(small_.scenario, scheduler());
  for (const std::size_t actor : {0, 1, 0, 1}) {
    const Choice choice{Choice::Kind::run, static_cast<std::uint8_t>(actor), 0};
    recorder.record(choice, scheduler().step(choice), false);
  }
  const std::vector<TraceStep>& steps = recorder.trace().steps;
  EXPECT_EQ(steps[1].kind, "wait");
  EXPECT_EQ(steps[1].awaited, "lock 1");
  EXPECT_EQ(steps[1].blockers, std::vector<std::string>{"a0"});
  EXPECT_FALSE(steps[1].carried_out);
  EXPECT_EQ(steps[3].kind, "statement");
  EXPECT_TRUE(steps[3].resumed);
  EXPECT_TRUE(steps[3].carried_out);
}

}  // namespace
}  // namespace racewindow::testing
