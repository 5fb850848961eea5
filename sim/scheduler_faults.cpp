// SPDX-License-Identifier: Apache-2.0
// Faults: replies that are lost, statements that are refused or come late, hosts that die.
#include <algorithm>

#include "sim/assert.h"
#include "sim/scheduler.h"

namespace racewindow {

void Scheduler::fault(const Choice& choice) {
  const std::size_t actor = choice.actor;
  ActorState& state = frame().actors[actor];
  Behaviour::Node& node = behaviour(actor).node(state.node);
  event_.request = &node.request;
  prepare(node, *store_, state.session);
  event_.calls = node.calls;
  FaultBudget& left = frame().faults_left;
  bool on_its_way = false;
  if (choice.kind == Choice::Kind::lost) {
    --left.lost;
    carry_out(actor, node);
    event_.kind = EventKind::lost;
    // The caller is told now; the statement goes on by itself when it can.
    on_its_way = state.suspended;
  } else if (choice.kind == Choice::Kind::refused) {
    --left.refused;
    event_.kind = EventKind::refused;
  } else {
    --left.late;
    event_.kind = EventKind::late;
    on_its_way = true;
  }
  if (on_its_way) add_late(choice.actor);
  if (scenario_->connection == Connection::stateful) {
    state.session_lost = true;
    if (!on_its_way) store_->close_session(state.session, CloseHow::dropped);
  }
  Observation observed;
  observed.error = &connection_error_;
  advance(actor, observed);
}

// Of an actor whose statement waits, `crash` drops the session at once: the statement is gone and
// its transaction rolls back. With `crash_late` the server has not noticed: the statement goes on
// by itself, and its session is closed after that. The other sessions of the host drop at once.
void Scheduler::crash(const Choice& choice) {
  const std::size_t host = host_of(choice.actor);
  --frame().faults_left.crashes;
  event_.kind = EventKind::crash;
  if (choice.kind == Choice::Kind::crash_late) {
    Behaviour::Node& node = behaviour(choice.actor).node(frame().actors[choice.actor].node);
    event_.request = &node.request;
    prepare(node, *store_, frame().actors[choice.actor].session);
    event_.calls = node.calls;
    add_late(choice.actor);
  }
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    ActorState& state = frame().actors[actor];
    if (host_of(actor) != host || state.status != ActorStatus::running) continue;
    state.status = ActorStatus::crashed;
    const bool in_flight = choice.kind == Choice::Kind::crash_late && actor == choice.actor;
    const bool open = scenario_->connection == Connection::stateful && !state.session_lost;
    if ((open || state.suspended) && !in_flight) {
      store_->close_session(state.session, CloseHow::dropped);
    }
    state.suspended = false;
  }
  const auto held = frame().mutexes.begin();
  const auto end = std::remove_if(held, held + frame().mutex_count,
                                  [&](const HeldMutex& mutex) { return mutex.host == host; });
  frame().mutex_count = static_cast<std::uint8_t>(end - held);
  event_.status = ActorStatus::crashed;
}

// From now on nobody waits for the actor's statement. Over HTTP the actor may send others while
// that one is suspended: they go over another connection of the pool.
void Scheduler::add_late(std::uint8_t actor) {
  Frame& at = frame();
  if (at.late_count == kLateMax) {
    throw Broken("limit", "more than " + std::to_string(kLateMax) +
                              " statements are on their way whose senders no longer wait");
  }
  ActorState& state = at.actors[actor];
  at.late[at.late_count++] = {actor, state.suspended, state.node, state.session, state.waits};
  if (state.suspended && scenario_->connection == Connection::http) {
    state.session = spare_session();
  }
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
    if (scenario_->connection == Connection::http) late->session = spare_session();
    execute(*store_, late->session, node);
  }
  late->suspended = outcome_.status == Outcome::Status::wait;
  if (late->suspended) {
    late->waits = note_wait();
  } else {
    end_late(late);
  }
}

// A session that only had this statement left is closed; its open transaction rolls back.
void Scheduler::end_late(LateStatement* late) {
  const SessionId session = late->session;
  std::move(late + 1, frame().late.data() + frame().late_count, late);
  --frame().late_count;
  if (scenario_->connection == Connection::stateful) {
    store_->close_session(session, CloseHow::dropped);
  }
}

}  // namespace racewindow
