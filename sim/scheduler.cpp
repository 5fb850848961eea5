// SPDX-License-Identifier: Apache-2.0
#include "sim/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/assert.h"
#include "sim/store/memory/memory_store.h"
#include "sim/store/open_store.h"

namespace racewindow {
namespace {

SqlError connection_error(Connection connection) {
  return connection == Connection::http
             ? SqlError(sqlstate::connection_failure, "network connection lost")
             : SqlError(sqlstate::connection_failure, "server closed the connection unexpectedly");
}

EventKind event_kind(Request::Kind kind) {
  switch (kind) {
    case Request::Kind::statement:
      return EventKind::statement;
    case Request::Kind::external:
      return EventKind::external;
    case Request::Kind::clock:
      return EventKind::clock;
    case Request::Kind::sleep:
      return EventKind::wake;
    case Request::Kind::lock:
      return EventKind::lock;
    case Request::Kind::unlock:
      return EventKind::unlock;
    case Request::Kind::finished:
      break;
  }
  RW_ASSERT(false, "a finished actor takes no step");
  return EventKind::statement;
}

}  // namespace

Scheduler::Scheduler(const Scenario& scenario, const std::string& store_name)
    : scenario_(&scenario),
      store_(open_store(store_name, scenario.schema)),
      env_(make_memory_store(scenario.env_schema)),
      views_(scenario, *store_, *env_),
      time_moves_(scenario.sleeps || (scenario.time_steps_max > 0 && !scenario.deadlines.empty())),
      connection_error_(connection_error(scenario.connection)),
      closed_error_("08003", "connection is closed"),
      observer_size_(scenario.monitor_states.size()) {
  store_->set_time(kStart);
  env_->set_time(kStart);
  env_session_ = env_->open_session();

  recovery_slot_.resize(scenario.properties.size());
  for (std::size_t n = 0; n < scenario.properties.size(); ++n) {
    if (scenario.properties[n].kind != PropertyKind::recovery) continue;
    recovery_slot_[n] = scenario.actors.size() + recovery_specs_.size();
    recovery_specs_.push_back({"recovery", 0, scenario.properties[n].recovery});
  }
  const auto add = [this](const ActorSpec& spec, Duration skew) {
    const std::optional<Timestamp> fixed =
        time_moves_ ? std::nullopt : std::optional<Timestamp>(kStart + skew);
    behaviours_.push_back(std::make_unique<Behaviour>(stacks_, spec, behaviours_.size(), fixed));
    sessions_.push_back(store_->open_session());
  };
  for (const ActorSpec& spec : scenario.actors) add(spec, scenario.hosts[spec.host].skew);
  for (const ActorSpec& spec : recovery_specs_) add(spec, {});

  frames_.reserve(256);
  frames_.emplace_back();
  observer_bytes_ = scenario.monitor_states;
  frame().store_mark = store_->save();
  frame().env_mark = env_->save();
  frame().actor_count = static_cast<std::uint8_t>(scenario.actors.size());
  frame().faults_left = scenario.faults;
  frame().time_steps_left = scenario.time_steps_max;
  frame().store_committed = store_->committed_digest();
  frame().env_committed = env_->committed_digest();
  frame().view = views_.current(kStart);
  for (std::size_t actor = 0; actor < scenario.actors.size(); ++actor) {
    slot_[actor] = actor;
    arrive(actor);
  }
}

Scheduler::~Scheduler() = default;

std::size_t Scheduler::host_of(std::size_t actor) const {
  return actor < scenario_->actors.size() ? scenario_->actors[actor].host : 0;
}

const Request& Scheduler::request(std::size_t actor) const {
  return behaviour(actor).node(frame().actors[actor].node).request;
}

bool Scheduler::is_database_request(std::size_t actor) const {
  return request(actor).kind == Request::Kind::statement;
}

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

void Scheduler::push_frame() {
  Frame next = frames_.back();
  next.store_mark = store_->save();
  next.env_mark = env_->save();
  frames_.push_back(next);
  if (observer_size_ > 0) {
    observer_bytes_.resize(frames_.size() * observer_size_);
    std::byte* mine = observer_bytes_.data() + (frames_.size() - 1) * observer_size_;
    std::memcpy(mine, mine - observer_size_, observer_size_);
  }
}

void Scheduler::restore(std::size_t depth) {
  RW_ASSERT(depth < frames_.size(), "restore goes back, never forward");
  if (depth + 1 == frames_.size()) return;
  const Timestamp now = frame().now;
  // The mark of a frame was taken before its own step.
  store_->restore(frames_[depth + 1].store_mark);
  env_->restore(frames_[depth + 1].env_mark);
  frames_.resize(depth + 1);
  observer_bytes_.resize(frames_.size() * observer_size_);
  if (frame().now != now) {
    store_->set_time(frame().now);
    env_->set_time(frame().now);
  }
}

const Event& Scheduler::step(const Choice& choice) {
  push_frame();
  const ViewTable::ViewId before = frame().view;
  event_ = Event{};
  event_.actor = choice.actor;
  switch (choice.kind) {
    case Choice::Kind::run:
      run(choice);
      break;
    case Choice::Kind::lost:
    case Choice::Kind::refused:
    case Choice::Kind::late:
      fault(choice);
      break;
    case Choice::Kind::crash:
    case Choice::Kind::crash_late:
      crash(choice);
      break;
    case Choice::Kind::deliver:
      deliver(choice.actor);
      break;
    case Choice::Kind::time:
      move_time(choice.offset_us);
      break;
  }
  finish_event(before);
  return event_;
}

void Scheduler::run(const Choice& choice) {
  const std::size_t actor = choice.actor;
  Behaviour::Node& node = behaviour(actor).node(frame().actors[actor].node);
  const Request& wants = node.request;
  event_.kind = event_kind(wants.kind);
  event_.request = &wants;
  Observation observed;
  switch (wants.kind) {
    case Request::Kind::statement:
    case Request::Kind::external:
      execute(actor, node);
      observed.outcome = &outcome_;
      break;
    case Request::Kind::clock: {
      const Duration skew = scenario_->hosts[host_of(actor)].skew;
      observed.now = frame().now + skew;
      break;
    }
    case Request::Kind::sleep:
      break;
    case Request::Kind::lock:
      if (frame().mutex_count == kMutexesMax) throw Broken("limit", "more than 8 mutexes are held");
      frame().mutexes[frame().mutex_count++] = {static_cast<std::uint8_t>(host_of(actor)),
                                                choice.actor, wants.name};
      break;
    case Request::Kind::unlock: {
      const auto held = frame().mutexes.begin();
      const auto end =
          std::remove_if(held, held + frame().mutex_count, [&](const HeldMutex& mutex) {
            return mutex.actor == choice.actor && mutex.name == wants.name;
          });
      frame().mutex_count = static_cast<std::uint8_t>(end - held);
      break;
    }
    case Request::Kind::finished:
      RW_ASSERT(false, "a finished actor takes no step");
  }
  advance(actor, observed);
}

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

void Scheduler::move_time(std::int64_t offset_us) {
  const Timestamp target = kStart + microseconds(offset_us);
  bool is_timer = false;
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    const ActorState& state = frame().actors[actor];
    is_timer = is_timer || (state.status == ActorStatus::running &&
                            request(actor).kind == Request::Kind::sleep &&
                            state.wake_us == target.microseconds);
  }
  if (!is_timer) --frame().time_steps_left;
  frame().now = target;
  store_->set_time(target);
  env_->set_time(target);
  event_.kind = EventKind::time;
}

void Scheduler::prepare(Behaviour::Node& node, Store& store) {
  if (node.prepared) return;
  outcome_.clear();
  node.calls.clear();
  for (std::size_t n = 0; n < node.request.texts.size(); ++n) {
    auto prepared = store.prepare(node.request.texts[n]->bytes);
    if (auto* error = std::get_if<SqlError>(&prepared)) {
      outcome_.fail(std::move(*error));
      return;
    }
    const Statement* statement = std::get<const Statement*>(prepared);
    node.calls.push_back({statement, node.request.params[n]});
    if (statement->unordered &&
        std::find(unordered_.begin(), unordered_.end(), statement) == unordered_.end()) {
      unordered_.push_back(statement);
    }
  }
  node.prepared = true;
}

void Scheduler::execute(std::size_t actor, Behaviour::Node& node) {
  const bool external = node.request.kind == Request::Kind::external;
  Store& store = external ? *env_ : *store_;
  ++steps_;
  event_.outcome = &outcome_;
  if (frame().actors[actor].session_lost && event_.kind != EventKind::delivery && !external) {
    outcome_.fail(closed_error_);
    return;
  }
  prepare(node, store);
  if (!node.prepared) return;  // the text does not bind: the outcome says why
  event_.calls = node.calls;
  store.execute(external ? env_session_ : sessions_[slot_[actor]], node.calls, outcome_);
  RW_ASSERT(outcome_.status != Outcome::Status::wait, "no store makes a statement wait yet");
}

void Scheduler::advance(std::size_t actor, const Observation& observed) {
  ActorState& state = frame().actors[actor];
  const Behaviour::NodeId from = state.node;
  state.node = behaviour(actor).advance(from, observed);
  const Behaviour::Node& reached = behaviour(actor).node(state.node);
  event_.logs = reached.logs;
  if (from == Behaviour::kRoot) {
    event_.first_of_actor = true;
    const Behaviour::Node& root = behaviour(actor).node(from);
    if (!root.logs.empty()) {
      first_logs_ = root.logs;
      first_logs_.insert(first_logs_.end(), reached.logs.begin(), reached.logs.end());
      event_.logs = first_logs_;
    }
  }
  arrive(actor);
  event_.status = frame().actors[actor].status;
  if (event_.status == ActorStatus::failed) event_.escaped = &reached.request.error;
}

void Scheduler::arrive(std::size_t actor) {
  ActorState& state = frame().actors[actor];
  const Request& wants = request(actor);
  if (wants.kind == Request::Kind::sleep && !scenario_->sleeps) {
    throw Broken("setup", "an actor sleeps, but the scenario does not say so: set `sleeps`");
  }
  state.wake_us =
      wants.kind == Request::Kind::sleep ? (frame().now + wants.duration).microseconds : 0;
  if (wants.kind != Request::Kind::finished) return;
  state.status = wants.status;
  if (scenario_->connection == Connection::stateful && !state.session_lost) {
    store_->close_session(sessions_[slot_[actor]], CloseHow::cleanly);
  }
}

void Scheduler::finish_event(ViewTable::ViewId before) {
  Frame& at = frame();
  const Digest store_committed = store_->committed_digest();
  const Digest env_committed = env_->committed_digest();
  if (store_committed != at.store_committed || env_committed != at.env_committed ||
      (views_.uses_clock() && event_.kind == EventKind::time)) {
    at.store_committed = store_committed;
    at.env_committed = env_committed;
    at.view = views_.current(at.now);
  }
  event_.before = &views_.view(before);
  event_.after = &views_.view(at.view);
  event_.now = at.now;
}

void Scheduler::begin_recovery(std::size_t property) {
  push_frame();
  Frame& at = frame();
  const std::size_t actor = at.actor_count++;
  slot_[actor] = recovery_slot_[property];
  at.actors[actor] = ActorState{};
  arrive(actor);
}

std::span<std::byte> Scheduler::observer_state() {
  return std::span(observer_bytes_).subspan((frames_.size() - 1) * observer_size_, observer_size_);
}

Digest Scheduler::digest() const {
  const Frame& at = frame();
  Hasher hasher;
  hasher.add(store_->digest()).add(env_->digest());
  hasher.add(static_cast<std::uint64_t>(at.now.microseconds));
  hasher.add(std::uint64_t{at.time_steps_left} | std::uint64_t{at.faults_left.crashes} << 8 |
             std::uint64_t{at.faults_left.lost} << 16 |
             std::uint64_t{at.faults_left.refused} << 24 |
             std::uint64_t{at.faults_left.late} << 32);
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    const ActorState& state = at.actors[actor];
    hasher.add(std::uint64_t{static_cast<std::uint8_t>(state.status)} |
               std::uint64_t{state.session_lost} << 8);
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
  const std::byte* observed = observer_bytes_.data() + (frames_.size() - 1) * observer_size_;
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

void Scheduler::fill_ends(std::vector<ActorEnd>& ends) const {
  ends.clear();
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    const ActorStatus status = frame().actors[actor].status;
    ends.push_back({status, status == ActorStatus::failed ? &request(actor).error : nullptr});
  }
}

std::string Scheduler::describe_stuck() const {
  std::string text;
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    if (frame().actors[actor].status != ActorStatus::running) continue;
    if (!text.empty()) text += "; ";
    text += fmt::format("{} waits to {}", scenario_->actors[actor].name, request(actor).describe());
  }
  return text;
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

std::vector<std::string> Scheduler::unordered_statements() const {
  std::vector<std::string> texts;
  for (const Statement* statement : unordered_) texts.push_back(statement->text);
  std::sort(texts.begin(), texts.end());
  return texts;
}

void Scheduler::verify_actors(std::size_t paths_max) {
  for (const auto& behaviour : behaviours_) behaviour->verify(paths_max);
}

void Scheduler::forget_actors() {
  RW_ASSERT(depth() == 0, "actors can be forgotten only at the start of an execution");
  for (const auto& behaviour : behaviours_) behaviour->reset();
}

}  // namespace racewindow
