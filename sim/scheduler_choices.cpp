// SPDX-License-Identifier: Apache-2.0
// What may happen next: which choices are enabled at a choice point.
#include <algorithm>

#include "sim/scheduler.h"

namespace racewindow {

bool Scheduler::can_run(const Frame& at, std::size_t actor) const {
  const ActorState& state = at.actors[actor];
  if (state.status != ActorStatus::running) return false;
  const Request& wants = request(actor);
  if (wants.kind == Request::Kind::sleep) return at.now.microseconds >= state.wake_us;
  if (wants.kind == Request::Kind::lock) {
    for (std::size_t n = 0; n < at.mutex_count; ++n) {
      if (at.mutexes[n].host == host_of(actor) && at.mutexes[n].name == wants.name) return false;
    }
  }
  return true;
}

bool Scheduler::over() const {
  const Frame& at = frame();
  if (at.late_count > 0) return false;
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].status == ActorStatus::running) return false;
  }
  return true;
}

bool Scheduler::stuck() const {
  const Frame& at = frame();
  if (over() || at.late_count > 0) return false;
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].status != ActorStatus::running) continue;
    if (can_run(at, actor) || request(actor).kind == Request::Kind::sleep) return false;
  }
  return true;
}

void Scheduler::choices(std::vector<Choice>& choices) const {
  choices.clear();
  const Frame& at = frame();
  const auto add = [&choices](Choice::Kind kind, std::size_t actor) {
    choices.push_back({kind, static_cast<std::uint8_t>(actor), 0});
  };
  bool any_running = at.late_count > 0;
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (can_run(at, actor)) add(Choice::Kind::run, actor);
    any_running = any_running || at.actors[actor].status == ActorStatus::running;
  }
  if (!any_running) return;

  const FaultBudget& left = at.faults_left;
  const auto each_sender = [&](Choice::Kind kind, bool allowed) {
    if (!allowed) return;
    for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
      const ActorState& state = at.actors[actor];
      if (state.status == ActorStatus::running && !state.session_lost &&
          is_database_request(actor)) {
        add(kind, actor);
      }
    }
  };
  each_sender(Choice::Kind::lost, left.lost > 0);
  each_sender(Choice::Kind::refused, left.refused > 0);
  each_sender(Choice::Kind::late, left.late > 0 && at.late_count < kLateMax);
  if (left.crashes > 0) {
    std::uint32_t hosts_seen = 0;
    for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
      if (at.actors[actor].status != ActorStatus::running) continue;
      const std::uint32_t bit = 1U << host_of(actor);
      if ((hosts_seen & bit) != 0) continue;
      hosts_seen |= bit;
      add(Choice::Kind::crash, actor);
    }
    each_sender(Choice::Kind::crash_late, at.late_count < kLateMax);
  }
  std::uint32_t senders_seen = 0;
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    for (std::size_t n = 0; n < at.late_count; ++n) {
      if (at.late[n].actor == actor && (senders_seen & (1U << actor)) == 0) {
        senders_seen |= 1U << actor;
        add(Choice::Kind::deliver, actor);
      }
    }
  }

  const std::size_t first_time = choices.size();
  const auto add_time = [&](std::int64_t at_us) {
    if (at_us > at.now.microseconds) {
      choices.push_back({Choice::Kind::time, 0, at_us - kStart.microseconds});
    }
  };
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].status == ActorStatus::running &&
        request(actor).kind == Request::Kind::sleep) {
      add_time(at.actors[actor].wake_us);
    }
  }
  if (at.time_steps_left > 0) {
    for (const Duration deadline : scenario_->deadlines) add_time((kStart + deadline).microseconds);
  }
  const auto times = choices.begin() + static_cast<std::ptrdiff_t>(first_time);
  std::sort(times, choices.end());
  choices.erase(std::unique(times, choices.end()), choices.end());
}

}  // namespace racewindow
