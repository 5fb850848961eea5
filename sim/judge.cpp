// SPDX-License-Identifier: Apache-2.0
#include "sim/judge.h"

#include "sim/exception_text.h"

namespace racewindow {
namespace {

// Cells of the simulator's own; a mutex's name is a hash.
constexpr std::uint64_t kViews = 0;
constexpr std::uint64_t kMemory = 1;
constexpr std::uint64_t kObservers = 2;  // and on, by where their state is

}  // namespace

Judge::Judge(const Scenario& scenario, Trap trap)
    : scenario_(&scenario),
      trap_(trap),
      breaches_(scenario.properties.size()),
      reached_(scenario.milestones.size()),
      ended_(scenario.actors.size()),
      failures_(scenario.actors.size()) {
  for (std::size_t n = 0; n < scenario.properties.size(); ++n) {
    const Property& property = scenario.properties[n];
    switch (property.kind) {
      case PropertyKind::invariant:
        invariants_.push_back(n);
        break;
      case PropertyKind::monitor:
        monitors_.push_back(
            {n, property.state_offset, property.stateless, property.monitor, property.interest});
        break;
      case PropertyKind::final:
      case PropertyKind::recovery:
        ends_.push_back(n);
        break;
      case PropertyKind::stuck:
        break;
    }
  }
  for (std::size_t n = 0; n < scenario.milestones.size(); ++n) {
    const Milestone& milestone = scenario.milestones[n];
    milestones_.push_back(
        {n, milestone.state_offset, milestone.stateless, milestone.reached, milestone.interest});
  }
}

Finding Judge::judge_end(const Property& property, const Final& final) {
  return guarded(property.info.name, [&] { return property.judge(final); });
}

void Judge::record(std::size_t property, const Finding& finding, std::span<const Choice> path) {
  if (!finding || breaches_[property]) return;
  breaches_[property] = {*finding, Schedule(path.begin(), path.end())};
  ++breach_count_;
}

void Judge::judge_view(Scheduler& scheduler, std::span<const Choice> path) {
  const View& view = scheduler.view();
  if (!views_seen_.insert(view.digest(), true).second) return;
  views_digest_ += view.digest();
  for (const std::size_t property : invariants_) {
    const Property& judged = scenario_->properties[property];
    record(property, guarded(judged.info.name, [&] { return judged.invariant(view); }), path);
  }
}

void Judge::start(Scheduler& scheduler) {
  judge_view(scheduler, {});
  for (std::size_t actor = 0; actor < scenario_->actors.size(); ++actor) {
    if (const Event* event = scheduler.start_event(actor)) observe(scheduler, *event, {});
  }
}

// Only observers with a memory tell steps apart that they are told of in another order.
template <class Told>
bool Judge::is_told(Scheduler& scheduler, const Observer<Told>& observer,
                    const Event& event) const {
  if (observer.interest && !observer.interest(event)) return false;
  Footprint* const footprint = scheduler.footprint();
  if (footprint != nullptr && !observer.stateless) {
    footprint->set_space(Footprint::Space::simulator);
    footprint->touch(kObservers + observer.state_offset, Footprint::Access::write);
  }
  return true;
}

void Judge::observe(Scheduler& scheduler, const Event& event, std::span<const Choice> path) {
  if (event.changes_view) judge_view(scheduler, path);
  std::byte* state = scheduler.observer_state().data();
  for (const Observer<Finding>& monitor : monitors_) {
    if (monitor.stateless && breaches_[monitor.index]) continue;
    if (!is_told(scheduler, monitor, event)) continue;
    const Finding finding = guarded(scenario_->properties[monitor.index].info.name, [&] {
      return monitor.told(state + monitor.state_offset, event);
    });
    if (finding) [[unlikely]]
      record(monitor.index, finding, path);
  }
  for (const Observer<bool>& milestone : milestones_) {
    if (milestone.stateless && reached_[milestone.index] != 0) continue;
    if (!is_told(scheduler, milestone, event)) continue;
    const bool reached = guarded(scenario_->milestones[milestone.index].name, [&] {
      return milestone.told(state + milestone.state_offset, event);
    });
    if (reached) reached_[milestone.index] = 1;
  }
  bool tracked = false;
  for (const Tracker& tracker : scenario_->trackers) {
    if (tracker.interest && !tracker.interest(event)) continue;
    tracked = true;
    guarded("a tracker", [&] { tracker.update(state + tracker.state_offset, event); });
  }
  if (scheduler.footprint() != nullptr) record_looks(scheduler, event, tracked);
}

// A step that publishes rows which the views read is ordered among all such steps, so that every
// view is seen that can be; whoever looked at a view or at tracked memory read it.
void Judge::record_looks(Scheduler& scheduler, const Event& event, bool tracked) {
  Footprint& footprint = *scheduler.footprint();
  if (footprint.is_everything()) return;
  const bool publishes = dependent(scheduler.views().reads(), footprint);
  footprint.set_space(Footprint::Space::simulator);
  if (trap_ == Trap::ignore_views) return;
  if (publishes) {
    footprint.touch(kViews, Footprint::Access::write);
  } else if (event.before.looked_at() || event.after.looked_at()) {
    footprint.touch(kViews, Footprint::Access::read);
  }
  if (tracked) {
    footprint.touch(kMemory, Footprint::Access::write);
  } else if (event.memory_read) {
    footprint.touch(kMemory, Footprint::Access::read);
  }
}

void Judge::consider(const Scheduler& scheduler, std::span<const Choice> enabled,
                     std::span<const Choice> path) {
  // Plain steps come first among the choices: with one of them nobody is stuck.
  if (!enabled.empty() && enabled.front().kind == Choice::Kind::run) return;
  if (!scheduler.stuck() || breaches_[0]) return;
  record(0, "no actor can move: " + scheduler.describe_stuck(), path);
}

void Judge::end(Scheduler& scheduler, const Digest& state, std::span<const Choice> path) {
  if (!ends_seen_.insert(state, true).second) return;
  ends_digest_ += Hasher().add(state).digest();
  if (!scheduler.over()) return;
  scheduler.fill_ends(actor_ends_);
  for (std::size_t actor = 0; actor < actor_ends_.size(); ++actor) {
    if (actor_ends_[actor].status == ActorStatus::ended) ended_[actor] = 1;
    if (actor_ends_[actor].status == ActorStatus::failed) {
      failures_[actor] = *actor_ends_[actor].error;
    }
  }
  const Final final{&scheduler.view(), actor_ends_};
  for (const std::size_t index : ends_) {
    if (breaches_[index]) continue;
    const Property& property = scenario_->properties[index];
    if (property.kind == PropertyKind::final) {
      record(index, judge_end(property, final), path);
    } else {
      record(index, recover(*scenario_, index, scheduler, [](const Choice&, const Event&) {}),
             path);
    }
  }
}

}  // namespace racewindow
