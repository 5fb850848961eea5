// SPDX-License-Identifier: Apache-2.0
// What a state is: everything that the future depends on, as a digest; and how an execution ended.
#include <fmt/format.h>

#include <array>
#include <cstring>

#include "sim/scheduler.h"

namespace racewindow {

Digest Scheduler::digest() const {
  const Frame& at = frame();
  Hasher hasher;
  hasher.add(store_->digest()).add(env_->digest());
  hasher.add(static_cast<std::uint64_t>(at.now.microseconds));
  hasher.add(std::uint64_t{at.time_steps_left} | std::uint64_t{at.faults_left.crashes} << 8 |
             std::uint64_t{at.faults_left.lost} << 16 |
             std::uint64_t{at.faults_left.refused} << 24 |
             std::uint64_t{at.faults_left.late} << 32 | std::uint64_t{at.faults_left.drops} << 40 |
             std::uint64_t{at.faults_left.vanishes} << 48);
  if (at.unnoticed != 0) hasher.add(std::uint64_t{at.unnoticed});
  if (pools_.any()) hasher.add(pools_.digest());
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    const ActorState& state = at.actors[actor];
    hasher.add(std::uint64_t{static_cast<std::uint8_t>(state.status)} |
               std::uint64_t{state.session_lost} << 8 | std::uint64_t{state.drop_is_news} << 9 |
               std::uint64_t{state.session_lingers} << 10 |
               // Its first step is told apart from later ones, also where forget() came before it.
               std::uint64_t{state.node == Behaviour::kRoot} << 16 |
               std::uint64_t{state.suspended} << 24 |
               std::uint64_t{static_cast<std::uint32_t>(state.session)} << 32);
    // Of an actor that is over, only how it ended can matter to what follows.
    if (state.status == ActorStatus::crashed) continue;
    const Behaviour::Node& node = behaviour(actor).node(state.node);
    hasher.add(state.status == ActorStatus::running ? node.history : node.request_digest);
    hasher.add(static_cast<std::uint64_t>(state.wake_us));
  }
  if (at.late_count > 0) {
    // Late statements of one sender keep their order, those of different senders have none.
    Digest late;
    std::array<std::uint64_t, kActorsMax> of_sender{};
    for (std::size_t n = 0; n < at.late_count; ++n) {
      const std::uint8_t sender = at.late[n].actor;
      late += Hasher(sender)
                  .add(of_sender[sender]++)
                  .add(behaviour(sender).node(at.late[n].node).request_digest)
                  .add(static_cast<std::uint32_t>(at.late[n].session))
                  .add(at.late[n].suspended)
                  .digest();
    }
    hasher.add(late);
  }
  if (at.mutex_count > 0) {
    Digest held;
    for (std::size_t n = 0; n < at.mutex_count; ++n) {
      held += Hasher(at.mutexes[n].host)
                  .add(at.mutexes[n].actor)
                  .add(at.mutexes[n].name->digest)
                  .digest();
    }
    hasher.add(held);
  }
  const std::byte* observed = observer_bytes_.data() + depth_ * observer_size_;
  for (std::size_t n = 0; n < observer_size_; n += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, observed + n, 8);
    hasher.add(word);
  }
  return hasher.digest();
}

Digest Scheduler::requests_digest() const {
  Hasher hasher;
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    if (frame().actors[actor].status == ActorStatus::crashed) continue;
    hasher.add(behaviour(actor).node(frame().actors[actor].node).request_digest);
  }
  return hasher.digest();
}

std::vector<std::string> Scheduler::unordered_statements() const {
  std::vector<std::string> texts;
  for (const Statement* statement : unordered_) texts.push_back(statement->text);
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::set<std::string> Scheduler::statement_texts() const {
  std::set<std::string> texts;
  for (const auto& behaviour : behaviours_) {
    for (std::size_t id = 0; id < behaviour->size(); ++id) {
      const Behaviour::Node& node = behaviour->node(static_cast<Behaviour::NodeId>(id));
      for (const Call& call : node.calls) texts.insert(call.statement->text);
    }
  }
  return texts;
}

std::uint64_t Scheduler::abandoned() const {
  std::uint64_t sum = 0;
  for (const auto& behaviour : behaviours_) sum += behaviour->abandoned();
  return sum;
}

std::size_t Scheduler::behaviour_nodes() const {
  std::size_t sum = 0;
  for (const auto& behaviour : behaviours_) sum += behaviour->size();
  return sum;
}

void Scheduler::verify_actors(std::size_t paths_max) {
  for (const auto& behaviour : behaviours_) behaviour->verify(paths_max);
}

void Scheduler::fill_ends(std::vector<ActorEnd>& ends) const {
  ends.clear();
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    ActorStatus status = frame().actors[actor].status;
    if (status == ActorStatus::running) status = ActorStatus::ended;  // at rest in receive()
    ends.push_back({status, status == ActorStatus::failed ? &request(actor).error : nullptr});
  }
}

std::string Scheduler::describe_stuck() const {
  const Frame& at = frame();
  std::vector<std::string> waits;
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].status != ActorStatus::running) continue;
    if (request(actor).kind == Request::Kind::receive) continue;
    waits.push_back(fmt::format("{} waits {}", name_of(actor), describe_wait(actor)));
  }
  for (std::size_t n = 0; n < at.late_count; ++n) {
    const LateStatement& late = at.late[n];
    waits.push_back(
        fmt::format("a statement that {} left behind waits {}", name_of(late.actor),
                    describe_wait(late.waits, behaviour(late.actor).node(late.node).request)));
  }
  return fmt::format("{}", fmt::join(waits, "; "));
}

// What follows "waits".
std::string Scheduler::describe_wait(std::size_t actor) const {
  const ActorState& state = frame().actors[actor];
  const bool noted = state.suspended || pools_.queued(actor);
  return noted ? describe_wait(state.waits, request(actor)) : "to " + request(actor).describe();
}

std::string Scheduler::describe_wait(WaitNoteId id, const Request& wants) const {
  const WaitNote& waits = wait_notes_[id];
  std::vector<std::string_view> names;
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    // Who has ended since then closed its session; over HTTP its connection goes on to the next.
    const ActorStatus status = frame().actors[actor].status;
    const bool ended = status == ActorStatus::ended || status == ActorStatus::failed;
    if (ended && scenario_->connection == Connection::stateful) continue;
    if ((waits.blockers >> actor & 1U) != 0) names.push_back(name_of(actor));
  }
  const std::string whom =
      names.empty() ? std::string(waits.awaited->bytes)
                    : fmt::format("{} ({})", fmt::join(names, " and "), waits.awaited->bytes);
  return fmt::format("for {} in {}", whom, wants.describe());
}

std::string_view Scheduler::name_of(std::size_t actor) const {
  const auto& actors = scenario_->actors;
  return actor < actors.size() ? std::string_view(actors[actor].name) : "the recovery";
}

}  // namespace racewindow
