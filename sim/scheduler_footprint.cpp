// SPDX-License-Identifier: Apache-2.0
// What a step reads and writes, as far as the scheduler knows: the stores and the judge say the
// rest.
#include "sim/scheduler.h"

namespace racewindow {

void Scheduler::record_footprints(Trap trap) {
  records_ = true;
  footprint_.set_phantoms(trap != Trap::ignore_phantoms);
}

// Only what an actor does on its own connection, or without one, is told apart. All else (faults,
// time, connections that are shared, what waits for a row of the env store) can change what anybody
// may do next.
void Scheduler::begin_footprint(const Choice& choice) {
  footprint_.clear();
  if (choice.kind != Choice::Kind::run) {
    footprint_.touch_everything();
    return;
  }
  const Request& wants = request(choice.actor);
  switch (wants.kind) {
    case Request::Kind::statement:
      if (wants.pool != Request::kNoPool) footprint_.touch_everything();
      break;
    case Request::Kind::lock:
    case Request::Kind::unlock:
      footprint_.set_space(Footprint::Space::simulator);
      footprint_.touch(mutex_cell(choice.actor, wants), Footprint::Access::write);
      break;
    case Request::Kind::receive:
      footprint_.touch_everything();
      break;
    default:
      break;
  }
  // An actor that ends closes its session, whatever its last step was.
  env_->record(&footprint_, Footprint::Space::env);
  const bool told = store_->record(&footprint_, Footprint::Space::database);
  if (!told && wants.kind == Request::Kind::statement) footprint_.touch_everything();
}

void Scheduler::end_footprint() {
  store_->record(nullptr, Footprint::Space::database);
  env_->record(nullptr, Footprint::Space::env);
}

std::vector<std::pair<Choice, Footprint>> Scheduler::blocked() const {
  std::vector<std::pair<Choice, Footprint>> all;
  const Frame& at = frame();
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].status != ActorStatus::running || can_run(at, actor)) continue;
    const Request& wants = request(actor);
    Footprint footprint;
    if (wants.kind == Request::Kind::lock) {
      footprint.set_space(Footprint::Space::simulator);
      footprint.touch(mutex_cell(actor, wants), Footprint::Access::write);
    } else if (at.actors[actor].suspended || wants.kind == Request::Kind::sleep) {
      continue;
    } else {
      footprint.touch_everything();
    }
    all.emplace_back(Choice{Choice::Kind::run, static_cast<std::uint8_t>(actor), 0},
                     std::move(footprint));
  }
  return all;
}

std::uint64_t Scheduler::mutex_cell(std::size_t actor, const Request& wants) const {
  return Hasher(host_of(actor)).add(wants.name->digest).digest().lo;
}

}  // namespace racewindow
