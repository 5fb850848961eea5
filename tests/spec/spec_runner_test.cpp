// SPDX-License-Identifier: Apache-2.0
// The runner's rules on a target of one lock, without a database. What it prints beside a real
// isolationtester is compared in own_on_the_server.
#include "sim/spec/spec_runner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "sim/spec/read_spec.h"

namespace racewindow {
namespace {

// Blocks are one word: "take" waits for the one lock, "free" gives it to who has waited longest,
// "wait" never ends unless it is cancelled, "warn" sends a notice, "fail" fails.
class OneLock : public SpecTarget {
 public:
  void launch(std::size_t session, const std::string& block) override {
    Session& launched = sessions_[session];
    if (block == "warn") launched.notices.emplace_back("WARNING:  careful\n");
    if (block == "fail") launched.results.push_back(failure("no"));
    if (block == "free") hand_over();
    if (block == "take" && holder_ != 0) {
      queue_.push_back(session);
      launched.is_blocked = true;
    } else if (block == "take") {
      holder_ = session;
    }
    launched.is_endless = block == "wait";
  }
  Progress finished_or_blocked(std::size_t session) override {
    if (sessions_[session].is_endless) return Progress::overdue;
    return sessions_[session].is_blocked ? Progress::blocked : Progress::finished;
  }
  Progress finished(std::size_t session) override {
    const Session& asked = sessions_[session];
    return asked.is_blocked || asked.is_endless ? Progress::overdue : Progress::finished;
  }
  bool pass_time() override { return false; }
  void cancel(std::size_t session) override {
    sessions_[session].is_endless = sessions_[session].is_blocked = false;
    std::erase(queue_, session);
    sessions_[session].results.push_back(failure("cancelled"));
  }
  std::optional<SpecResult> next_result(std::size_t session) override {
    std::vector<SpecResult>& results = sessions_[session].results;
    if (results.empty()) return std::nullopt;
    SpecResult first = results.front();
    results.erase(results.begin());
    return first;
  }
  std::vector<std::string> take_notices(std::size_t session) override {
    return std::exchange(sessions_[session].notices, {});
  }

 private:
  struct Session {
    bool is_blocked = false;
    bool is_endless = false;
    std::vector<SpecResult> results;
    std::vector<std::string> notices;
  };

  static SpecResult failure(const std::string& message) {
    return {SpecResult::Kind::error, {}, {}, 0, "ERROR:  " + message, "ERROR:  " + message + "\n"};
  }
  void hand_over() {
    holder_ = 0;
    if (queue_.empty()) return;
    holder_ = queue_.front();
    queue_.erase(queue_.begin());
    sessions_[holder_].is_blocked = false;
  }

  std::map<std::size_t, Session> sessions_;
  std::size_t holder_ = 0;
  std::vector<std::size_t> queue_;
};

constexpr const char* kSessions =
    "session a step a1 {take} step a2 {free}\n"
    "session b step b1 {take} step b2 {free} step bw {wait} step bn {warn}\n"
    "session c step c1 {take} step c2 {free} step c3 {}\n"
    "permutation ";

// The output of one permutation, without its head; what stops it is added.
std::string run(const std::string& text) {
  const Spec spec = read_spec(text);
  OneLock target;
  SpecRunner runner(spec, target);
  std::string out;
  try {
    out = runner.run(spec.permutations.front());
  } catch (const SpecStopped& stopped) {
    out = stopped.text() + "stopped: " + stopped.what();
  }
  const std::size_t head = out.find("\n", 1) + 1;
  return out.substr(head);
}
std::string run_steps(const std::string& steps) {
  return run(kSessions + steps);
}

TEST(SpecRunner, a_step_that_waits_is_reported_again_when_it_completes) {
  EXPECT_EQ(run_steps("a1 b1 a2 b2"),
            "step a1: take\n"
            "step b1: take <waiting ...>\n"
            "step a2: free\n"
            "step b1: <... completed>\n"
            "step b2: free\n");
}

TEST(SpecRunner, what_still_waits_at_the_end_is_waited_for_in_the_order_of_launch) {
  EXPECT_EQ(run_steps("a1 c1 b1 a2 c2"),
            "step a1: take\n"
            "step c1: take <waiting ...>\n"
            "step b1: take <waiting ...>\n"
            "step a2: free\n"
            "step c1: <... completed>\n"
            "step c2: free\n"
            "step b1: <... completed>\n");
}

TEST(SpecRunner, a_step_marked_once_is_reported_as_waiting_though_it_is_done) {
  EXPECT_EQ(run_steps("c3(*) a1"),
            "step c3:  <waiting ...>\n"
            "step a1: take\n"
            "step c3: <... completed>\n");
}

TEST(SpecRunner, a_step_is_held_back_while_the_other_is_active) {
  EXPECT_EQ(run_steps("a1 b1 c3(b1) a2"),
            "step a1: take\n"
            "step b1: take <waiting ...>\n"
            "step c3:  <waiting ...>\n"
            "step a2: free\n"
            "step b1: <... completed>\n"
            "step c3: <... completed>\n");
}

TEST(SpecRunner, what_a_later_step_releases_is_looked_at_again) {
  // After a2, c3 is looked at first and held back, then b1 completes.
  EXPECT_EQ(run_steps("a1 c3(*, b1) b1 a2"),
            "step a1: take\n"
            "step c3:  <waiting ...>\n"
            "step b1: take <waiting ...>\n"
            "step a2: free\n"
            "step b1: <... completed>\n"
            "step c3: <... completed>\n");
}

TEST(SpecRunner, a_step_is_held_back_until_as_many_notices_have_come_since_its_launch) {
  EXPECT_EQ(run_steps("bn c3(bn notices 2) bn a1 bn"),
            "b: WARNING:  careful\n"
            "step bn: warn\n"
            "step c3:  <waiting ...>\n"
            "b: WARNING:  careful\n"
            "step bn: warn\n"
            "step a1: take\n"
            "b: WARNING:  careful\n"
            "step bn: warn\n"
            "step c3: <... completed>\n");
}

TEST(SpecRunner, a_step_that_never_ends_is_cancelled_and_that_is_told) {
  EXPECT_EQ(run_steps("bw a1"),
            "isolationtester: canceling step bw after 300 seconds\n"
            "step bw: wait\n"
            "ERROR:  cancelled\n"
            "step a1: take\n");
  EXPECT_EQ(run_steps("a1 b1 b2"),
            "step a1: take\n"
            "step b1: take <waiting ...>\n"
            "isolationtester: canceling step b1 after 300 seconds\n"
            "step b1: <... completed>\n"
            "ERROR:  cancelled\n"
            "step b2: free\n");
}

TEST(SpecRunner, a_step_that_never_ends_may_stop_it_instead) {
  const Spec spec = read_spec(std::string(kSessions) + "a1 b1 b2");
  OneLock target;
  SpecRunner runner(spec, target, SpecRunner::Overdue::stop);
  EXPECT_THROW((void)runner.run(spec.permutations.front()), SpecStuck);
}

TEST(SpecRunner, steps_that_hold_back_each_other_stop_it) {
  EXPECT_EQ(run_steps("a1(*, c3) c3(*, a1)"),
            "step a1: take <waiting ...>\n"
            "step c3:  <waiting ...>\n"
            "stopped: failed to complete permutation due to mutually-blocking steps\n");
  EXPECT_EQ(run_steps("a1(*, c3) c3(*, a1) a2"),
            "step a1: take <waiting ...>\n"
            "step c3:  <waiting ...>\n"
            "stopped: step a1 timed out after 600 seconds\n");
}

TEST(SpecRunner, a_setup_that_fails_stops_it_and_a_teardown_that_fails_does_not) {
  EXPECT_EQ(run("setup {fail} session a step a1 {take} permutation a1"),
            "stopped: setup failed: ERROR:  no\n");
  EXPECT_EQ(run("session a setup {fail} step a1 {take} permutation a1"),
            "stopped: setup of session a failed: ERROR:  no\n");
  EXPECT_EQ(run("teardown {fail} session a step a1 {take} teardown {fail} permutation a1"),
            "step a1: take\n"
            "teardown of session a failed: ERROR:  no\n"
            "teardown failed: ERROR:  no\n");
}

}  // namespace
}  // namespace racewindow
