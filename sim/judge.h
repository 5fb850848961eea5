// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/digest_map.h"
#include "sim/scenario.h"
#include "sim/schedule.h"
#include "sim/scheduler.h"
#include "sim/strategies/trap.h"

namespace racewindow {

// Tells properties and milestones of each step and keeps the first breach of each property. It
// reads no trace: an invariant sees one view, a monitor its own bytes and one step.
class Judge {
 public:
  struct Breach {
    std::string message;
    Schedule schedule;
  };

  explicit Judge(const Scenario& scenario, Trap trap = Trap::none);

  // The initial view, before any step.
  void start(Scheduler& scheduler);
  // The step just taken; `path` is the schedule up to and with it.
  void observe(Scheduler& scheduler, const Event& event, std::span<const Choice> path);
  // What may happen next, before it is chosen: an execution can be stuck although faults are
  // possible.
  void consider(const Scheduler& scheduler, std::span<const Choice> enabled,
                std::span<const Choice> path);
  // No choice is left: every actor has ended, or the execution is stuck. Recoveries run and are
  // undone; each distinct end state is judged once.
  void end(Scheduler& scheduler, const Digest& state, std::span<const Choice> path);

  [[nodiscard]] const std::optional<Breach>& breach(std::size_t property) const {
    return breaches_[property];
  }
  [[nodiscard]] std::size_t breach_count() const { return breach_count_; }
  [[nodiscard]] bool reached(std::size_t milestone) const { return reached_[milestone] != 0; }
  // Whether the actor has ended without an error in some execution; if not, how it failed.
  [[nodiscard]] bool ended(std::size_t actor) const { return ended_[actor] != 0; }
  [[nodiscard]] const SqlError& failure(std::size_t actor) const { return failures_[actor]; }
  // Distinct views, and the digest of their set, whatever the order they were met in.
  [[nodiscard]] std::size_t views() const { return views_seen_.size(); }
  [[nodiscard]] const Digest& views_digest() const { return views_digest_; }
  // Distinct end states, and the digest of their set.
  [[nodiscard]] std::size_t end_states() const { return ends_seen_.size(); }
  [[nodiscard]] const Digest& end_states_digest() const { return ends_digest_; }

  // Judges one recovery from the end state that the scheduler is in, telling `observe` of its
  // steps.
  template <class Observe>
  static Finding recover(const Scenario& scenario, std::size_t property, Scheduler& scheduler,
                         Observe observe);

 private:
  // Of a final property or a recovery.
  [[nodiscard]] static Finding judge_end(const Property& property, const Final& final);
  void judge_view(Scheduler& scheduler, std::span<const Choice> path);
  void record(std::size_t property, const Finding& finding, std::span<const Choice> path);

  // What is told of every step, side by side: the scenario's own are far apart.
  template <class Told>
  struct Observer {
    std::size_t index;  // among the properties or milestones
    std::size_t state_offset;
    bool stateless;
    std::function<Told(std::byte*, const Event&)> told;
    Interest interest;
  };
  // What becomes of a step as far as it was judged: cells of the simulator's own.
  void record_looks(Scheduler& scheduler, const Event& event, bool tracked);
  template <class Told>
  [[nodiscard]] bool is_told(Scheduler& scheduler, const Observer<Told>& observer,
                             const Event& event) const;

  const Scenario* scenario_;
  Trap trap_;
  std::vector<std::size_t> invariants_;
  std::vector<Observer<Finding>> monitors_;
  std::vector<Observer<bool>> milestones_;
  std::vector<std::size_t> ends_;
  std::vector<std::optional<Breach>> breaches_;
  std::size_t breach_count_ = 0;
  std::vector<std::uint8_t> reached_;
  std::vector<std::uint8_t> ended_;  // by actor
  std::vector<SqlError> failures_;
  DigestMap<bool> views_seen_;
  Digest views_digest_;
  DigestMap<bool> ends_seen_;
  Digest ends_digest_;
  std::vector<ActorEnd> actor_ends_;
};

template <class Observe>
Finding Judge::recover(const Scenario& scenario, std::size_t property, Scheduler& scheduler,
                       Observe observe) {
  const std::size_t depth = scheduler.depth();
  const ActorEnd end = scheduler.run_recovery(property, observe);
  const Final final{&scheduler.view(), std::span(&end, 1)};
  Finding finding;
  if (end.status == ActorStatus::failed) {
    finding = "the recovery failed: " + end.error->message();
  } else {
    finding = judge_end(scenario.properties[property], final);
  }
  scheduler.restore(depth);
  return finding;
}

}  // namespace racewindow
