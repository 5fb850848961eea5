// SPDX-License-Identifier: Apache-2.0
// What may happen next: which choices are enabled at a choice point.
#include <algorithm>

#include "sim/scheduler.h"

namespace racewindow {

bool Scheduler::can_run_hindered(const Frame& at, std::size_t actor) const {
  const ActorState& state = at.actors[actor];
  if (state.suspended) return store_->waiting(session_of(actor)) == Wait::ready;
  const Request& wants = request(actor);
  if (wants.pool != Request::kNoPool) return can_ask_pool(actor, wants);
  if (wants.kind == Request::Kind::receive) return has_row(actor);
  if (wants.kind == Request::Kind::sleep) return at.now.microseconds >= state.wake_us;
  if (wants.kind == Request::Kind::lock) {
    for (std::size_t n = 0; n < at.mutex_count; ++n) {
      if (at.mutexes[n].host == host_of(actor) && at.mutexes[n].name == wants.name) return false;
    }
  }
  return true;
}

// What has no connection yet and finds none joins the queue, which is a step of its own.
bool Scheduler::can_ask_pool(std::size_t actor, const Request& wants) const {
  if (pools_.closed(actor, wants)) return true;
  if (const auto* const held = pools_.held(actor, wants)) return !has_expired(*held);
  if (!pools_.queued(actor) || pools_.available(actor, wants.pool)) return true;
  const std::int64_t gives_up_us = frame().actors[actor].wake_us;
  return gives_up_us != 0 && frame().now.microseconds >= gives_up_us;
}

bool Scheduler::can_deliver(const LateStatement& late) const {
  if (late.suspended) return store_->waiting(late.session) == Wait::ready;
  const Request& wants = behaviour(late.actor).node(late.node).request;
  return wants.pool == Request::kNoPool || !is_over_http(wants) ||
         pools_.available(ConnectionPools::kLate, wants.pool);
}

// Whether the actor's statement can get on its way: a fault can then meet it there.
bool Scheduler::can_be_sent(std::size_t actor) const {
  const Request& wants = request(actor);
  if (wants.kind != Request::Kind::statement) return false;
  if (wants.pool == Request::kNoPool) return !frame().actors[actor].session_lost;
  if (pools_.closed(actor, wants)) return false;
  const auto* const held = pools_.held(actor, wants);
  return held != nullptr ? frame().actors[actor].suspended || !has_expired(*held)
                         : pools_.available(actor, wants.pool);
}

bool Scheduler::has_expired(const ConnectionPools::Connection& connection) const {
  return connection.expires_us != 0 && connection.expires_us <= frame().now.microseconds;
}

// The session that the server can end: the actor's own, where it is of use or has been, else the
// first that it has of a pool.
std::optional<SessionId> Scheduler::droppable(std::size_t actor) const {
  const ActorState& state = frame().actors[actor];
  if (state.status != ActorStatus::running) return std::nullopt;
  const Request& wants = request(actor);
  const bool own = scenario_->connection == Connection::stateful && !state.session_lost;
  const bool sends = wants.kind == Request::Kind::statement && wants.pool == Request::kNoPool;
  if (own && (sends || store_->state(state.session) != SessionState::pristine)) {
    return state.session;
  }
  const auto* const held = pools_.held_by(actor);
  return held == nullptr ? std::nullopt : std::optional(held->session);
}

// Asks the env store, and takes it back.
bool Scheduler::has_row(std::size_t actor) const {
  Behaviour::Node& node = behaviours_[slot_[actor]]->node(frame().actors[actor].node);
  const Digest key = Hasher()
                         .add(env_->digest())
                         .add(static_cast<std::uint64_t>(frame().now.microseconds))
                         .add(node.request_digest)
                         .digest();
  if (const bool* const known = rows_to_receive_.find(key)) return *known;
  auto prepared = env_->prepare(node.request.texts.front()->bytes);
  bool has = true;  // a text that does not bind is answered with an error
  if (const auto* const statement = std::get_if<const Statement*>(&prepared)) {
    const Mark mark = env_->save();
    const Call call{*statement, node.request.params.front()};
    env_->execute(env_session_, std::span(&call, 1), tried_);
    has = tried_.status != Outcome::Status::rows || tried_.rows.row_count > 0;
    env_->restore(mark);
  }
  rows_to_receive_.insert(key, has);
  return has;
}

// Every moment that the execution moves to by itself, if time has not come to it yet.
template <class Tell>
void Scheduler::each_timer(Tell tell) const {
  const Frame& at = frame();
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    const ActorState& state = at.actors[actor];
    if (state.status != ActorStatus::running || state.wake_us <= at.now.microseconds) continue;
    tell(Timestamp{state.wake_us});
  }
  for (const auto& connection : pools_.connections()) {
    if (connection.expires_us > at.now.microseconds) tell(Timestamp{connection.expires_us});
  }
  if (const std::optional<Timestamp> timer = next_timer()) tell(*timer);
}

bool Scheduler::is_timer(Timestamp moment) const {
  bool found = false;
  each_timer([&](Timestamp timer) { found = found || timer == moment; });
  return found;
}

// The next moment at which the database does something because time has passed.
std::optional<Timestamp> Scheduler::next_timer() const {
  const std::optional<Timestamp> timer = store_->next_timer();
  if (timer && !time_moves_) refuse_timer();
  return timer;
}

void Scheduler::refuse_timer() {
  throw Broken("setup",
               "a timeout or pg_sleep of the database is running, but the scenario does not say "
               "that time moves: set `sleeps`");
}

// What a recovery that cannot run waits for; nothing where no passing of time helps it.
std::optional<Timestamp> Scheduler::next_move_of_time(std::size_t actor) const {
  const ActorState& state = frame().actors[actor];
  if (state.suspended) return next_timer();
  if (state.wake_us != 0) return Timestamp{state.wake_us};
  return std::nullopt;
}

bool Scheduler::over() const {
  const Frame& at = frame();
  if (at.late_count > 0 || at.unnoticed != 0) return false;
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].status != ActorStatus::running) continue;
    if (request(actor).kind != Request::Kind::receive || has_row(actor)) return false;
  }
  return true;
}

bool Scheduler::stuck() const {
  const Frame& at = frame();
  if (over() || at.unnoticed != 0) return false;
  const auto end = at.late.begin() + at.late_count;
  if (std::any_of(at.late.begin(), end,
                  [this](const LateStatement& l) { return can_deliver(l); })) {
    return false;
  }
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].status != ActorStatus::running) continue;
    if (can_run(at, actor) || expired_session(actor)) return false;
  }
  bool time_helps = false;
  each_timer([&](Timestamp) { time_helps = true; });
  if (time_helps) return false;
  store_->deadlock_victims(in_cycle_);
  return in_cycle_.empty();
}

bool Scheduler::does_the_same(const Choice& a, const Choice& b) const {
  if (a == b) return true;
  const bool of_host = a.kind == Choice::Kind::crash || a.kind == Choice::Kind::vanish ||
                       a.kind == Choice::Kind::notice;
  return of_host && a.kind == b.kind && host_of(a.actor) == host_of(b.actor);
}

void Scheduler::choices(std::vector<Choice>& choices) const {
  choices.clear();
  const Frame& at = frame();
  bool any_running = at.late_count > 0 || at.unnoticed != 0;
  bool any_suspended = std::any_of(at.late.begin(), at.late.begin() + at.late_count,
                                   [](const LateStatement& late) { return late.suspended; });
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (can_run(at, actor)) {
      add(choices, Choice::Kind::run, actor);
      if (pools_.any()) add_other_connections(choices, actor);
    }
    any_running = any_running || at.actors[actor].status == ActorStatus::running;
    any_suspended = any_suspended || at.actors[actor].suspended;
  }
  if (!any_running) return;
  if (any_suspended) find_victims(choices);
  for (std::size_t actor = 0; pools_.any() && actor < at.actor_count; ++actor) {
    if (expired_session(actor)) add(choices, Choice::Kind::expire, actor);
  }
  const FaultBudget& left = at.faults_left;
  const int faults =
      left.crashes | left.lost | left.refused | left.late | left.drops | left.vanishes;
  if (faults != 0) add_faults(choices);
  if (at.late_count > 0) add_deliveries(choices);
  if (at.unnoticed != 0) {
    each_host(choices, Choice::Kind::notice,
              [&](std::size_t, std::uint32_t bit) { return (at.unnoticed & bit) != 0; });
  }
  if (time_moves_ || pools_.any() || any_suspended || arms_timers_) add_times(choices);
}

// A statement that is given a connection is given each of those that differ.
void Scheduler::add_other_connections(std::vector<Choice>& choices, std::size_t actor) const {
  const Request& wants = request(actor);
  if (wants.pool == Request::kNoPool || frame().actors[actor].suspended ||
      pools_.closed(actor, wants) || pools_.held(actor, wants) != nullptr ||
      !pools_.available(actor, wants.pool)) {
    return;
  }
  pools_.candidates(wants.pool, candidates_);
  for (std::size_t n = 1; n < candidates_.size(); ++n) {
    choices.push_back({Choice::Kind::run, static_cast<std::uint8_t>(actor), 0, candidates_[n]});
  }
}

// Hosts are named by the first of their actors for which `may` holds.
template <class May>
void Scheduler::each_host(std::vector<Choice>& choices, Choice::Kind kind, May may) const {
  std::uint32_t seen = 0;
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    const std::uint32_t bit = 1U << host_of(actor);
    if (!may(actor, bit) || (seen & bit) != 0) continue;
    seen |= bit;
    add(choices, kind, actor);
  }
}

// The reply of a statement that waits can be lost when it goes on, not while it waits; it was
// sent, so that it can be neither refused nor sent late.
void Scheduler::add_faults(std::vector<Choice>& choices) const {
  const Frame& at = frame();
  const FaultBudget& left = at.faults_left;
  const auto each_sender = [&](Choice::Kind kind, auto&& may) {
    for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
      if (at.actors[actor].status == ActorStatus::running && can_be_sent(actor) && may(actor)) {
        add(choices, kind, actor);
      }
    }
  };
  const auto answered = [&](std::size_t actor) { return can_run(at, actor); };
  const auto unsent = [&](std::size_t actor) { return !at.actors[actor].suspended; };
  const auto always = [](std::size_t) { return true; };
  const auto lives = [&](std::size_t actor, std::uint32_t) {
    return at.actors[actor].status == ActorStatus::running;
  };
  if (left.lost > 0) each_sender(Choice::Kind::lost, answered);
  if (left.refused > 0) each_sender(Choice::Kind::refused, unsent);
  if (left.late > 0) each_sender(Choice::Kind::late, unsent);
  if (left.drops > 0) {
    for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
      if (droppable(actor)) add(choices, Choice::Kind::drop, actor);
    }
  }
  if (left.crashes > 0) {
    each_host(choices, Choice::Kind::crash, lives);
    each_sender(Choice::Kind::crash_late, always);
  }
  if (left.vanishes > 0) {
    each_host(choices, Choice::Kind::vanish, lives);
    each_sender(Choice::Kind::vanish_late, always);
  }
}

// Of each sender the oldest that can go on.
void Scheduler::add_deliveries(std::vector<Choice>& choices) const {
  const Frame& at = frame();
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    const auto end = at.late.begin() + at.late_count;
    const bool any = std::any_of(at.late.begin(), end, [&](const LateStatement& late) {
      return late.actor == actor && can_deliver(late);
    });
    if (any) add(choices, Choice::Kind::deliver, actor);
  }
}

void Scheduler::add_times(std::vector<Choice>& choices) const {
  const Frame& at = frame();
  const std::size_t first_time = choices.size();
  const auto add_time = [&](std::int64_t at_us) {
    if (at_us > at.now.microseconds) {
      choices.push_back({Choice::Kind::time, 0, at_us - kStart.microseconds});
    }
  };
  each_timer([&](Timestamp timer) { add_time(timer.microseconds); });
  if (at.time_steps_left > 0) {
    for (const Duration deadline : scenario_->deadlines) add_time((kStart + deadline).microseconds);
  }
  const auto times = choices.begin() + static_cast<std::ptrdiff_t>(first_time);
  std::sort(times, choices.end());
  choices.erase(std::unique(times, choices.end()), choices.end());
}

}  // namespace racewindow
