// SPDX-License-Identifier: Apache-2.0
// Faults: replies that are lost, statements that are refused or come late, hosts that die.
#include <algorithm>

#include "sim/assert.h"
#include "sim/scheduler.h"

namespace racewindow {

void Scheduler::fault(const Choice& choice) {
  const std::size_t actor = choice.actor;
  Behaviour::Node& node = behaviour(actor).node(frame().actors[actor].node);
  event_.request = &node.request;
  prepare(node, *store_);
  event_.calls = node.calls;
  FaultBudget& left = frame().faults_left;
  bool sent_late = false;
  if (choice.kind == Choice::Kind::lost) {
    --left.lost;
    execute(actor, node);
    event_.kind = EventKind::lost;
  } else if (choice.kind == Choice::Kind::refused) {
    --left.refused;
    event_.kind = EventKind::refused;
  } else {
    --left.late;
    add_late(choice.actor);
    sent_late = true;
    event_.kind = EventKind::late;
  }
  if (scenario_->connection == Connection::stateful) {
    frame().actors[actor].session_lost = true;
    if (!sent_late) store_->close_session(sessions_[slot_[actor]], CloseHow::dropped);
  }
  Observation observed;
  observed.error = &connection_error_;
  advance(actor, observed);
}

void Scheduler::crash(const Choice& choice) {
  const std::size_t host = host_of(choice.actor);
  --frame().faults_left.crashes;
  event_.kind = EventKind::crash;
  if (choice.kind == Choice::Kind::crash_late) {
    Behaviour::Node& node = behaviour(choice.actor).node(frame().actors[choice.actor].node);
    event_.request = &node.request;
    prepare(node, *store_);
    event_.calls = node.calls;
    add_late(choice.actor);
  }
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    if (host_of(actor) != host || frame().actors[actor].status != ActorStatus::running) continue;
    frame().actors[actor].status = ActorStatus::crashed;
    const bool in_flight = choice.kind == Choice::Kind::crash_late && actor == choice.actor;
    if (scenario_->connection == Connection::stateful && !in_flight &&
        !frame().actors[actor].session_lost) {
      store_->close_session(sessions_[slot_[actor]], CloseHow::dropped);
    }
  }
  const auto held = frame().mutexes.begin();
  const auto end = std::remove_if(held, held + frame().mutex_count,
                                  [&](const HeldMutex& mutex) { return mutex.host == host; });
  frame().mutex_count = static_cast<std::uint8_t>(end - held);
  event_.status = ActorStatus::crashed;
}

void Scheduler::add_late(std::uint8_t actor) {
  frame().late[frame().late_count++] = {actor, frame().actors[actor].node};
}

void Scheduler::deliver(std::uint8_t actor) {
  const auto begin = frame().late.begin();
  const auto end = begin + frame().late_count;
  const auto oldest =
      std::find_if(begin, end, [&](const LateStatement& late) { return late.actor == actor; });
  RW_ASSERT(oldest != end, "only a late statement can be delivered");
  Behaviour::Node& node = behaviour(actor).node(oldest->node);
  std::move(oldest + 1, end, oldest);
  --frame().late_count;
  event_.kind = EventKind::delivery;
  event_.request = &node.request;
  event_.status = frame().actors[actor].status;
  execute(actor, node);
  if (scenario_->connection == Connection::stateful) {
    store_->close_session(sessions_[slot_[actor]], CloseHow::dropped);
  }
}

}  // namespace racewindow
