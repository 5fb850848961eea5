// SPDX-License-Identifier: Apache-2.0
#include "sim/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "sim/assert.h"
#include "sim/scenario_check.h"
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
    case Request::Kind::receive:
      return EventKind::receive;
    case Request::Kind::finished:
      break;
  }
  RW_ASSERT(false, "a finished actor takes no step");
  return EventKind::statement;
}

bool is_unhindered(const Request& wants) {
  switch (wants.kind) {
    case Request::Kind::statement:
      return wants.pool == Request::kNoPool;
    case Request::Kind::external:
    case Request::Kind::clock:
    case Request::Kind::unlock:
      return true;
    default:
      return false;
  }
}

}  // namespace

static_assert(ConnectionPools::kActorsMax == Scheduler::kActorsMax + 1, "and the recovery");

Scheduler::Scheduler(const Scenario& scenario, const std::string& store_name)
    : Scheduler(scenario, (check_scenario(scenario),
                           open_store(store_name, scenario.schema,
                                      {.isolation = scenario.isolation,
                                       .remembers_draws = scenario.remembers_draws}))) {}

Scheduler::Scheduler(const Scenario& scenario, std::unique_ptr<Store> store)
    : scenario_(&scenario),
      store_(std::move(store)),
      env_(make_memory_store(scenario.env_schema, {.remembers_draws = scenario.remembers_draws})),
      pools_(scenario, *store_, kLateMax),
      views_(scenario, *store_, *env_),
      time_moves_(scenario.sleeps || (scenario.time_steps_max > 0 && !scenario.deadlines.empty())),
      connection_error_(connection_error(scenario.connection)),
      closed_error_("08003", "connection is closed"),
      terminated_error_("57P01", "terminating connection due to administrator command"),
      expired_error_("P2028", "Transaction already closed: its time is over"),
      checkout_timeout_error_("P2024",
                              "Timed out fetching a new connection from the connection pool"),
      begin_timeout_error_("P2028", "Unable to start a transaction in the given time"),
      no_transactions_error_("0A000",
                             "over HTTP every statement is its own transaction: send a batch"),
      deadlock_error_("40P01", "deadlock detected"),
      observer_size_(scenario.monitor_states.size()) {
  store_->set_time(kStart);
  env_->set_time(kStart);
  env_session_ = env_->open_session();
  for (const std::string& sql : scenario.env_on_death) {
    auto prepared = env_->prepare(sql);
    if (const auto* error = std::get_if<SqlError>(&prepared)) {
      throw Broken("setup", "env_on_death: " + std::string(error->message()));
    }
    env_on_death_.push_back(std::get<const Statement*>(prepared));
  }

  recovery_slot_.resize(scenario.properties.size());
  for (std::size_t n = 0; n < scenario.properties.size(); ++n) {
    if (scenario.properties[n].kind != PropertyKind::recovery) continue;
    recovery_slot_[n] = scenario.actors.size() + recovery_specs_.size();
    const Property& property = scenario.properties[n];
    recovery_specs_.push_back({"recovery", 0, property.recovery, property.interceptor});
  }
  const auto add = [this](const ActorSpec& spec, Duration skew) {
    const std::optional<Timestamp> fixed =
        time_moves_ ? std::nullopt : std::optional<Timestamp>(kStart + skew);
    behaviours_.push_back(std::make_unique<Behaviour>(stacks_, spec, behaviours_.size(), fixed));
    sessions_.push_back(store_->open_session());
  };
  for (const ActorSpec& spec : scenario.actors) add(spec, scenario.hosts[spec.host].skew);
  if (scenario.connection == Connection::http) {
    pool_ = sessions_;
    for (std::size_t n = 0; n < kLateMax; ++n) pool_.push_back(store_->open_session());
  }
  for (const ActorSpec& spec : recovery_specs_) add(spec, {});

  frames_.resize(256);
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
    frame().actors[actor].session = sessions_[actor];
    arrive(actor);
  }
}

Scheduler::~Scheduler() = default;

std::size_t Scheduler::host_of(std::size_t actor) const {
  return actor < scenario_->actors.size() ? scenario_->actors[actor].host : 0;
}

bool Scheduler::is_over_http(const Request& wants) const {
  return wants.pool == Request::kNoPool ? scenario_->connection == Connection::http
                                        : pools_.spec(wants).mode == PoolMode::statement;
}

void Scheduler::push_frame() {
  if (depth_ + 1 == frames_.size()) frames_.resize(frames_.size() * 2);
  const Frame& last = frames_[depth_];
  Frame& next = frames_[++depth_];
  static_assert(std::is_trivially_copyable_v<Frame> && std::is_standard_layout_v<Frame>);
  const std::size_t used = last.late_count == 0 && last.mutex_count == 0
                               ? offsetof(Frame, actors) + last.actor_count * sizeof(ActorState)
                               : sizeof(Frame);
  // Of a memcpy whose size is bounded GCC makes a `rep movs`, which is slow to start.
  std::memmove(static_cast<void*>(&next), &last, used);
  next.store_mark = store_->save();
  next.env_mark = env_->save();
  pools_.push();
  if (observer_size_ == 0) return;
  const std::size_t observed = (depth_ + 1) * observer_size_;
  if (observer_bytes_.size() < observed) observer_bytes_.resize(observed * 2);
  std::byte* mine = observer_bytes_.data() + observed - observer_size_;
  std::memcpy(mine, mine - observer_size_, observer_size_);
}

void Scheduler::restore(std::size_t depth) {
  RW_ASSERT(depth <= depth_, "restore goes back, never forward");
  if (depth == depth_) return;
  const Timestamp now = frame().now;
  // The mark of a frame was taken before its own step.
  store_->restore(frames_[depth + 1].store_mark);
  env_->restore(frames_[depth + 1].env_mark);
  depth_ = depth;
  pools_.restore(depth);
  if (frame().now != now) {
    store_->set_time(frame().now);
    env_->set_time(frame().now);
  }
}

// All but what finish_event() sets.
void Scheduler::clear_event() {
  event_.first_of_actor = event_.resumed = false;
  event_.calls = {};
  event_.outcome = nullptr;
  event_.blockers = {};
  event_.logs = {};
  event_.status = ActorStatus::running;
  event_.escaped = nullptr;
  event_.request = nullptr;
}

const Event& Scheduler::step(const Choice& choice) {
  push_frame();
  const ViewTable::ViewId before = frame().view;
  clear_event();
  event_.actor = choice.actor;
  if (records_) begin_footprint(choice);
  switch (choice.kind) {
    case Choice::Kind::run:
      run(choice);
      break;
    case Choice::Kind::victim:
      cancel_victim(choice.actor);
      break;
    case Choice::Kind::expire:
      expire(choice.actor);
      break;
    case Choice::Kind::lost:
    case Choice::Kind::refused:
    case Choice::Kind::late:
      fault(choice);
      break;
    case Choice::Kind::drop:
      drop(choice.actor);
      break;
    case Choice::Kind::crash:
    case Choice::Kind::crash_late:
    case Choice::Kind::vanish:
    case Choice::Kind::vanish_late:
      kill(choice);
      break;
    case Choice::Kind::deliver:
      deliver(choice.actor);
      break;
    case Choice::Kind::notice:
      notice(choice.actor);
      break;
    case Choice::Kind::time:
      move_time(choice.offset_us);
      break;
  }
  finish_event(before);
  if (records_) end_footprint();
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
      if (check_out(choice, wants)) carry_out(actor, node);
      if (outcome_.status == Outcome::Status::wait) {
        event_.kind = EventKind::wait;
        event_.first_of_actor = frame().actors[actor].node == Behaviour::kRoot && !event_.resumed;
        return;
      }
      observed.outcome = &outcome_;
      break;
    case Request::Kind::external:
    case Request::Kind::receive:
      execute(*env_, env_session_, node);
      if (outcome_.status == Outcome::Status::wait) {
        throw Broken("unsupported", "an external operation waits for " + outcome_.awaited);
      }
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
      if (frame().mutex_count == kMutexesMax)
        throw Broken("limit", "more than 16 mutexes are held");
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

void Scheduler::move_time(std::int64_t offset_us) {
  const Timestamp target = kStart + microseconds(offset_us);
  // Armed timers cost nothing of the budget, which is for declared deadlines.
  if (!is_timer(target)) --frame().time_steps_left;
  frame().now = target;
  store_->set_time(target);
  env_->set_time(target);
  event_.kind = EventKind::time;
}

void Scheduler::advance(std::size_t actor, const Observation& observed) {
  ActorState& state = frame().actors[actor];
  const Behaviour::NodeId from = state.node;
  state.node = behaviour(actor).advance(from, observed);
  const Behaviour::Node& reached = behaviour(actor).node(state.node);
  event_.logs = reached.logs;
  event_.first_of_actor = from == Behaviour::kRoot && !event_.resumed;
  arrive(actor);
  event_.status = frame().actors[actor].status;
  if (event_.status == ActorStatus::failed) event_.escaped = &reached.request.error;
}

const Event* Scheduler::start_event(std::size_t actor) {
  RW_ASSERT(depth() == 0, "actors start before the first step");
  const Behaviour::Node& root = behaviour(actor).node(Behaviour::kRoot);
  const ActorStatus reached = status(actor);
  if (root.logs.empty() && reached == ActorStatus::running) return nullptr;
  event_ = Event{};
  event_.kind = EventKind::start;
  event_.actor = actor;
  event_.logs = root.logs;
  event_.status = reached;
  if (reached == ActorStatus::failed) event_.escaped = &root.request.error;
  event_.before = &view();
  event_.after = &view();
  event_.now = frame().now;
  event_.memory = observer_state().data();
  return &event_;
}

void Scheduler::arrive(std::size_t actor) {
  ActorState& state = frame().actors[actor];
  const Behaviour::Node& node = behaviour(actor).node(state.node);
  const Request& wants = node.request;
  if (wants.kind == Request::Kind::sleep || wants.pool != Request::kNoPool) require_able(wants);
  pools_.release(actor, node.released);
  state.wake_us =
      wants.kind == Request::Kind::sleep ? (frame().now + wants.duration).microseconds : 0;
  state.unhindered = is_unhindered(wants);
  if (wants.kind != Request::Kind::finished) return;
  state.status = wants.status;
  if (scenario_->connection == Connection::stateful && !state.session_lost) {
    store_->close_session(state.session, CloseHow::cleanly);
  }
}

// Whether the scenario has what a sleep, or a statement through a pool, asks for.
void Scheduler::require_able(const Request& wants) const {
  if (wants.pool != Request::kNoPool && wants.pool >= scenario_->pools.size()) {
    throw Broken("setup", "a statement is sent through a pool that the scenario does not have");
  }
  if (wants.kind != Request::Kind::sleep) return;
  constexpr std::int64_t kSleepMax = std::int64_t{1} << 60;  // thousands of years
  if (wants.duration.microseconds > kSleepMax) {
    throw Broken("limit", "an actor sleeps for " + std::to_string(wants.duration.microseconds) +
                              " us, more than the clock holds");
  }
  if (!scenario_->sleeps) {
    throw Broken("setup", "an actor sleeps, but the scenario does not say so: set `sleeps`");
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
  event_.changes_view = before != at.view;
  event_.now = at.now;
  event_.memory = observer_state().data();
  event_.memory_read = false;
}

void Scheduler::begin_recovery(std::size_t property) {
  push_frame();
  Frame& at = frame();
  const std::size_t actor = at.actor_count++;
  slot_[actor] = recovery_slot_[property];
  at.actors[actor] = ActorState{};
  at.actors[actor].session = sessions_[slot_[actor]];
  arrive(actor);
}

std::span<std::byte> Scheduler::observer_state() {
  return std::span(observer_bytes_).subspan(depth_ * observer_size_, observer_size_);
}

}  // namespace racewindow
