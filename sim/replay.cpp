// SPDX-License-Identifier: Apache-2.0
#include "sim/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/judge.h"
#include "sim/result_head.h"
#include "sim/schedule_shape.h"
#include "sim/scheduler.h"
#include "sim/trace_recorder.h"

namespace racewindow {
namespace {

std::string join(const std::vector<Choice>& choices) {
  std::string text;
  for (const Choice& choice : choices) {
    if (!text.empty()) text += ", ";
    text += to_text(choice);
  }
  return text.empty() ? "nothing" : text;
}

// One schedule, followed step by step on fresh fibers.
class Follower {
 public:
  Follower(const Scenario& scenario, const std::string& store)
      : scenario_(&scenario),
        scheduler_(scenario, store),
        judge_(scenario),
        recorder_(scenario, scheduler_) {
    judge_.start(scheduler_);
  }

  // Returns why it could not be followed to the end; empty when it could.
  std::string follow(const Schedule& schedule) {
    for (std::size_t n = 0; n < schedule.size(); ++n) {
      scheduler_.choices(enabled_);
      if (std::find(enabled_.begin(), enabled_.end(), schedule[n]) == enabled_.end()) {
        return fmt::format("step {}: {} is not possible here; possible: {}", n + 1,
                           to_text(schedule[n]), join(enabled_));
      }
      count_preemption(schedule[n]);
      path_.push_back(schedule[n]);
      const Event& event = scheduler_.step(schedule[n]);
      recorder_.record(schedule[n], event, false);
      judge_.observe(scheduler_, event, path_);
      recorder_.note_breaches(judge_);
    }
    scheduler_.choices(enabled_);
    judge_.consider(scheduler_, enabled_, path_);
    recorder_.note_breaches(judge_);
    recorder_.trace().complete = scheduler_.over();
    if (enabled_.empty()) end();
    return {};
  }

  // Context switches away from an actor that could have gone on.
  [[nodiscard]] std::size_t preemptions() const { return preemptions_; }
  [[nodiscard]] const Judge& judge() const { return judge_; }
  [[nodiscard]] TraceRecorder& recorder() { return recorder_; }
  [[nodiscard]] const Scheduler& scheduler() const { return scheduler_; }

 private:
  // Requires: enabled_ is what the choice was made from.
  void count_preemption(const Choice& choice) {
    const std::uint8_t moves = mover(choice);
    if (moves == kNobody) return;
    const Choice go_on{Choice::Kind::run, last_, 0};
    if (last_ != kNobody && last_ != moves &&
        std::find(enabled_.begin(), enabled_.end(), go_on) != enabled_.end()) {
      ++preemptions_;
    }
    last_ = moves;
  }

  // Final properties and recoveries; of a recovery that failed its steps are shown.
  void end() {
    judge_.end(scheduler_, scheduler_.digest(), path_);
    for (std::size_t n = 0; n < scenario_->properties.size(); ++n) {
      if (scenario_->properties[n].kind != PropertyKind::recovery || !judge_.breach(n)) continue;
      static_cast<void>(Judge::recover(*scenario_, n, scheduler_,
                                       [this](const Choice& choice, const Event& event) {
                                         recorder_.record(choice, event, true);
                                       }));
    }
    recorder_.note_breaches(judge_);
  }

  const Scenario* scenario_;
  Scheduler scheduler_;
  Judge judge_;
  TraceRecorder recorder_;
  std::vector<Choice> enabled_;
  Schedule path_;
  std::uint8_t last_ = kNobody;
  std::size_t preemptions_ = 0;
};

}  // namespace

void replay(const Scenario& scenario, const Schedule& schedule, ReplayOutcome& outcome) {
  ScenarioResult& result = outcome.result;
  result.strategy = "replay";
  add_scenario(result, scenario);
  result.limit = "one schedule";
  try {
    Follower follower(scenario, result.store);
    outcome.divergence = follower.follow(schedule);
    outcome.trace = std::move(follower.recorder().trace());
    outcome.preemptions = follower.preemptions();
    outcome.fingerprint = follower.recorder().fingerprint();
    result.counts.executions = 1;
    result.counts.complete = outcome.trace.complete ? 1 : 0;
    result.counts.steps = follower.scheduler().steps_on_store();
    result.counts.longest = schedule.size();
    result.unordered_statements = follower.scheduler().unordered_statements();
    for (std::size_t n = 0; n < scenario.properties.size(); ++n) {
      PropertyResult& property = result.properties[n];
      property.detail = "one schedule";
      const auto& breach = follower.judge().breach(n);
      if (!breach) continue;
      property.verdict = Verdict::violated;
      property.detail = breach->message;
    }
    for (std::size_t n = 0; n < scenario.milestones.size(); ++n) {
      result.milestones[n].reached = follower.judge().reached(n);
    }
  } catch (const Broken& broken) {
    result.broken =
        BrokenResult{broken.kind(), broken.message(), broken.actor(), to_text(schedule)};
  }
}

ReplayOutcome replay(const ScenarioEntry& entry, const Parameters& parameters,
                     const std::string& store, const Schedule& schedule,
                     std::optional<IsolationLevel> isolation) {
  ReplayOutcome outcome;
  outcome.result = result_head(entry, parameters, store);
  outcome.result.strategy = "replay";
  try {
    Scenario scenario = build(entry, parameters);
    set_isolation(isolation, scenario, outcome.result);
    replay(scenario, schedule, outcome);
  } catch (const Broken& broken) {  // the scenario could not be built
    outcome.result.broken = BrokenResult{broken.kind(), broken.message(), broken.actor(), ""};
  }
  return outcome;
}

}  // namespace racewindow
