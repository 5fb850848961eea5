// SPDX-License-Identifier: Apache-2.0
// Faults: replies that are lost, statements that are refused or come late, sessions that end, hosts
// that die.
#include <algorithm>

#include "sim/assert.h"
#include "sim/scheduler.h"

namespace racewindow {

void Scheduler::fault(const Choice& choice) {
  const std::size_t actor = choice.actor;
  ActorState& state = frame().actors[actor];
  Behaviour::Node& node = behaviour(actor).node(state.node);
  const Request& wants = node.request;
  const SessionId session = send(actor, node, choice.kind == Choice::Kind::lost);
  bool on_its_way = false;
  if (choice.kind == Choice::Kind::lost) {
    --frame().faults_left.lost;
    carry_out(actor, node);
    event_.kind = EventKind::lost;
    // The caller is told now; the statement goes on by itself when it can.
    on_its_way = state.suspended;
  } else if (choice.kind == Choice::Kind::refused) {
    --frame().faults_left.refused;
    event_.kind = EventKind::refused;
  } else {
    --frame().faults_left.late;
    event_.kind = EventKind::late;
    on_its_way = true;
  }
  if (on_its_way) add_late(choice.actor, false);
  if (!is_over_http(wants)) {
    if (wants.pool == Request::kNoPool) {
      state.session_lost = true;
      if (!on_its_way) store_->close_session(session, CloseHow::dropped);
    } else if (!on_its_way) {
      pools_.break_connection(session, ConnectionPools::Closed::lost);
    }
  }
  Observation observed;
  observed.error = &connection_error_;
  advance(actor, observed);
}

// Of an actor whose statement waits, `crash` drops the session at once: the statement is gone and
// its transaction rolls back. With `crash_late` the server has not noticed: the statement goes on
// by itself, and its session is closed after that. The other sessions of the host drop at once.
// With `vanish` and `vanish_late` the server notices nothing until `notice`: all of them stay as
// they are, and statements that wait go on.
void Scheduler::kill(const Choice& choice) {
  const std::size_t host = host_of(choice.actor);
  const bool unnoticed =
      choice.kind == Choice::Kind::vanish || choice.kind == Choice::Kind::vanish_late;
  const bool in_flight =
      choice.kind == Choice::Kind::crash_late || choice.kind == Choice::Kind::vanish_late;
  --(unnoticed ? frame().faults_left.vanishes : frame().faults_left.crashes);
  event_.kind = unnoticed ? EventKind::vanish : EventKind::crash;
  if (in_flight) {
    send(choice.actor, behaviour(choice.actor).node(frame().actors[choice.actor].node), false);
    add_late(choice.actor, unnoticed);
  }
  std::uint32_t died = 0;
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    if (host_of(actor) != host || frame().actors[actor].status != ActorStatus::running) continue;
    died |= 1U << actor;
    bury(actor, unnoticed, in_flight && actor == choice.actor);
  }
  const auto held = frame().mutexes.begin();
  const auto end = std::remove_if(held, held + frame().mutex_count,
                                  [&](const HeldMutex& mutex) { return mutex.host == host; });
  frame().mutex_count = static_cast<std::uint8_t>(end - held);
  if (unnoticed) {
    frame().unnoticed |= 1U << host;
  } else {
    pools_.host_dies(host, died);
    tell_env_of_death(host);
  }
  event_.status = ActorStatus::crashed;
}

// What becomes of the own session of an actor whose host dies, and of its place in queues.
void Scheduler::bury(std::size_t actor, bool unnoticed, bool in_flight) {
  const bool own = request(actor).pool == Request::kNoPool;
  ActorState& state = frame().actors[actor];
  if (unnoticed && state.suspended) {
    add_late(static_cast<std::uint8_t>(actor), true);
    in_flight = true;
  }
  const bool waits_on_own = own && state.suspended;
  const bool open = scenario_->connection == Connection::stateful && !state.session_lost;
  if ((open || waits_on_own) && !(own && in_flight)) {
    if (unnoticed) {
      state.session_lingers = true;
    } else {
      store_->close_session(state.session, CloseHow::dropped);
    }
  }
  pools_.dequeue(actor);
  state.status = ActorStatus::crashed;
  state.suspended = false;
}

// Statements that wait are not interrupted: their sessions end with them.
void Scheduler::notice(std::uint8_t of_actor) {
  const std::size_t host = host_of(of_actor);
  Frame& at = frame();
  at.unnoticed &= ~(1U << host);
  std::uint32_t died = 0;
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    ActorState& state = at.actors[actor];
    if (host_of(actor) != host || state.status != ActorStatus::crashed) continue;
    died |= 1U << actor;
    if (state.session_lingers) store_->close_session(state.session, CloseHow::dropped);
    state.session_lingers = false;
  }
  for (std::size_t n = 0; n < at.late_count; ++n) {
    const LateStatement& late = at.late[n];
    const auto* const connection = pools_.with_session(late.session);
    if (connection != nullptr && connection->actor == late.actor) {
      pools_.keep_for_late(late.session);
    }
  }
  pools_.host_dies(host, died);
  tell_env_of_death(host);
  event_.kind = EventKind::notice;
  event_.status = ActorStatus::crashed;
}

void Scheduler::tell_env_of_death(std::size_t host) {
  const Value name = Value::text(scenario_->hosts[host].name);
  for (const Statement* statement : env_on_death_) {
    const Call call{statement, std::span(&name, 1)};
    env_->execute(env_session_, std::span(&call, 1), tried_);
    if (tried_.status != Outcome::Status::rows) {
      throw Broken("setup", "env_on_death: " + std::string(tried_.error.message()));
    }
  }
}

// The actor learns of it at once where its statement waits, else with its next statement.
void Scheduler::drop(std::uint8_t actor) {
  --frame().faults_left.drops;
  event_.kind = EventKind::drop;
  const SessionId session = *droppable(actor);
  ActorState& state = frame().actors[actor];
  const bool interrupts = state.suspended && session_of(actor) == session;
  const bool own = session == state.session;
  if (interrupts) event_.request = &request(actor);
  if (own) {
    store_->close_session(session, CloseHow::dropped);
    state.session_lost = true;
    state.drop_is_news = !interrupts;
  } else {
    pools_.break_connection(session, ConnectionPools::Closed::dropped);
  }
  if (!interrupts) return;
  state.suspended = false;
  Observation observed;
  observed.error = &terminated_error_;
  advance(actor, observed);
}

// The client of the actor whose transaction has lasted longer than its library allows.
std::optional<SessionId> Scheduler::expired_session(std::size_t actor) const {
  for (const auto& connection : pools_.connections()) {
    if (connection.actor == actor && has_expired(connection) &&
        frame().actors[actor].status == ActorStatus::running &&
        store_->waiting(connection.session) == Wait::none) {
      return connection.session;
    }
  }
  return std::nullopt;
}

void Scheduler::expire(std::uint8_t actor) {
  const SessionId session = *expired_session(actor);
  const auto rollback = store_->prepare(session, "ROLLBACK");
  const Call call{std::get<const Statement*>(rollback), {}};
  ++steps_;
  event_.kind = EventKind::expire;
  event_.outcome = &outcome_;
  event_.status = ActorStatus::running;
  store_->execute(session, std::span(&call, 1), outcome_);
  pools_.expire(session);
}

// From now on nobody waits for the actor's statement. Over HTTP the actor may send others while
// that one is suspended: they go over another connection. Where the death of the actor's host is
// unnoticed, a statement sent over a pool keeps the connection in the actor's name.
void Scheduler::add_late(std::uint8_t actor, bool unnoticed) {
  Frame& at = frame();
  if (at.late_count == kLateMax) {
    throw Broken("limit", "more than " + std::to_string(kLateMax) +
                              " statements are on their way whose senders no longer wait");
  }
  ActorState& state = at.actors[actor];
  const Request& wants = request(actor);
  const bool http = is_over_http(wants);
  const bool pooled = wants.pool != Request::kNoPool;
  const SessionId session = !http || state.suspended ? session_of(actor) : SessionId{};
  at.late[at.late_count++] = {actor, state.suspended, state.waits, state.node, session};
  if (!pooled && http && state.suspended) state.session = spare_session();
  if (pooled && http && state.suspended) pools_.keep_for_late(session);
  if (pooled && !http && !unnoticed) pools_.leave_behind(session);
  state.suspended = false;
}

// The first connection of the pool that no actor uses and no statement waits in.
SessionId Scheduler::spare_session() const {
  const auto spare = std::find_if(pool_.begin(), pool_.end(),
                                  [&](SessionId session) { return !owner_of(session); });
  RW_ASSERT(spare != pool_.end(), "the pool has room for every late statement");
  return *spare;
}

// The actor's oldest that can go on; null where there is none.
Scheduler::LateStatement* Scheduler::find_late(std::uint8_t actor) {
  const auto begin = frame().late.begin();
  const auto end = begin + frame().late_count;
  const auto found = std::find_if(begin, end, [&](const LateStatement& late) {
    return late.actor == actor && can_deliver(late);
  });
  return found == end ? nullptr : &*found;
}

void Scheduler::deliver(std::uint8_t actor) {
  LateStatement* const late = find_late(actor);
  RW_ASSERT(late != nullptr, "only a late statement that can go on is delivered");
  Behaviour::Node& node = behaviour(actor).node(late->node);
  event_.kind = EventKind::delivery;
  event_.request = &node.request;
  event_.status = frame().actors[actor].status;
  if (late->suspended) {
    resume(late->session, node);
  } else {
    const Request& wants = node.request;
    if (is_over_http(wants)) {
      late->session =
          wants.pool == Request::kNoPool ? spare_session() : pools_.take_for_late(wants.pool);
    }
    execute(*store_, late->session, node);
  }
  late->suspended = outcome_.status == Outcome::Status::wait;
  if (late->suspended) {
    late->waits = note_wait();
  } else {
    end_late(late);
  }
}

// A session that only had this statement left is closed; its open transaction rolls back. Where the
// server has not noticed that the sender is dead, it stays.
void Scheduler::end_late(LateStatement* late) {
  const LateStatement ended = *late;
  std::move(late + 1, frame().late.data() + frame().late_count, late);
  --frame().late_count;
  const bool unnoticed = (frame().unnoticed >> host_of(ended.actor) & 1U) != 0;
  if (behaviour(ended.actor).node(ended.node).request.pool != Request::kNoPool) {
    const auto* const connection = pools_.with_session(ended.session);
    if (connection != nullptr && connection->actor == ended.actor) return;
    pools_.end_late(ended.session);
  } else if (scenario_->connection == Connection::stateful && unnoticed) {
    frame().actors[ended.actor].session_lingers = true;
  } else if (scenario_->connection == Connection::stateful) {
    store_->close_session(ended.session, CloseHow::dropped);
  }
}

}  // namespace racewindow
