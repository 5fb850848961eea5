// SPDX-License-Identifier: Apache-2.0
// What may happen next: which choices are enabled at a choice point.
#include <algorithm>

#include "sim/scheduler.h"

namespace racewindow {

bool Scheduler::can_run(const Frame& at, std::size_t actor) const {
  const ActorState& state = at.actors[actor];
  if (state.status != ActorStatus::running) return false;
  if (state.suspended) return store_->waiting(state.session) == Wait::ready;
  const Request& wants = request(actor);
  if (wants.kind == Request::Kind::sleep) return at.now.microseconds >= state.wake_us;
  if (wants.kind == Request::Kind::lock) {
    for (std::size_t n = 0; n < at.mutex_count; ++n) {
      if (at.mutexes[n].host == host_of(actor) && at.mutexes[n].name == wants.name) return false;
    }
  }
  return true;
}

bool Scheduler::can_deliver(const LateStatement& late) const {
  return !late.suspended || store_->waiting(late.session) == Wait::ready;
}

// The next moment at which the database does something because time has passed.
std::optional<Timestamp> Scheduler::next_timer() const {
  const std::optional<Timestamp> timer = store_->next_timer();
  if (timer && !time_moves_) {
    throw Broken("setup",
                 "a timeout or pg_sleep of the database is running, but the scenario does not say "
                 "that time moves: set `sleeps`");
  }
  return timer;
}

// What a recovery that cannot run waits for; nothing where no passing of time helps it.
std::optional<Timestamp> Scheduler::next_move_of_time(std::size_t actor) const {
  const ActorState& state = frame().actors[actor];
  if (state.suspended) return next_timer();
  if (request(actor).kind == Request::Kind::sleep) return Timestamp{state.wake_us};
  return std::nullopt;
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
  if (over()) return false;
  const auto end = at.late.begin() + at.late_count;
  if (std::any_of(at.late.begin(), end,
                  [this](const LateStatement& l) { return can_deliver(l); })) {
    return false;
  }
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].status != ActorStatus::running) continue;
    if (can_run(at, actor) || request(actor).kind == Request::Kind::sleep) return false;
  }
  store_->deadlock_victims(in_cycle_);
  return in_cycle_.empty() && !next_timer();
}

void Scheduler::choices(std::vector<Choice>& choices) const {
  choices.clear();
  const Frame& at = frame();
  const auto add = [&choices](Choice::Kind kind, std::size_t actor) {
    choices.push_back({kind, static_cast<std::uint8_t>(actor), 0});
  };
  bool any_running = at.late_count > 0;
  bool any_suspended = std::any_of(at.late.begin(), at.late.begin() + at.late_count,
                                   [](const LateStatement& late) { return late.suspended; });
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (can_run(at, actor)) add(Choice::Kind::run, actor);
    any_running = any_running || at.actors[actor].status == ActorStatus::running;
    any_suspended = any_suspended || at.actors[actor].suspended;
  }
  if (!any_running) return;
  if (any_suspended) find_victims(choices);

  // The reply of a statement that waits can be lost when it goes on, not while it waits; it was
  // sent, so that it can be neither refused nor sent late.
  const FaultBudget& left = at.faults_left;
  const auto each_sender = [&](Choice::Kind kind, auto&& may) {
    for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
      const ActorState& state = at.actors[actor];
      if (state.status == ActorStatus::running && !state.session_lost &&
          is_database_request(actor) && may(actor)) {
        add(kind, actor);
      }
    }
  };
  const auto answered = [&](std::size_t actor) { return can_run(at, actor); };
  const auto unsent = [&](std::size_t actor) { return !at.actors[actor].suspended; };
  if (left.lost > 0) each_sender(Choice::Kind::lost, answered);
  if (left.refused > 0) each_sender(Choice::Kind::refused, unsent);
  if (left.late > 0) each_sender(Choice::Kind::late, unsent);
  if (left.crashes > 0) {
    std::uint32_t hosts_seen = 0;
    for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
      if (at.actors[actor].status != ActorStatus::running) continue;
      const std::uint32_t bit = 1U << host_of(actor);
      if ((hosts_seen & bit) != 0) continue;
      hosts_seen |= bit;
      add(Choice::Kind::crash, actor);
    }
    each_sender(Choice::Kind::crash_late, [](std::size_t) { return true; });
  }
  std::uint32_t senders_seen = 0;
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    for (std::size_t n = 0; n < at.late_count; ++n) {
      if (at.late[n].actor == actor && (senders_seen & (1U << actor)) == 0 &&
          can_deliver(at.late[n])) {
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
  if (const std::optional<Timestamp> timer = next_timer()) add_time(timer->microseconds);
  if (at.time_steps_left > 0) {
    for (const Duration deadline : scenario_->deadlines) add_time((kStart + deadline).microseconds);
  }
  const auto times = choices.begin() + static_cast<std::ptrdiff_t>(first_time);
  std::sort(times, choices.end());
  choices.erase(std::unique(times, choices.end()), choices.end());
}

}  // namespace racewindow
