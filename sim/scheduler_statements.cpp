// SPDX-License-Identifier: Apache-2.0
// Statements on their way to a store: the first time, and again after they had to wait.
#include <algorithm>
#include <limits>
#include <utility>

#include "sim/assert.h"
#include "sim/scheduler.h"

namespace racewindow {
namespace {

// By its first word, since a queue is joined before anything is prepared.
bool begins_transaction(const Request& wants) {
  const std::string_view text = wants.texts.front()->bytes;
  const auto starts_with = [text](std::string_view word) {
    return std::ranges::equal(text.substr(0, word.size()), word, [](char a, char b) {
      return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b;
    });
  };
  return starts_with("BEGIN") || starts_with("START TRANSACTION");
}

}  // namespace

void Scheduler::prepare_for_version(Behaviour::Node& node, Store& store, SessionId session) {
  const std::uint64_t version = store.catalog_version(session);
  if (node.prepared_for == version) return;
  node.prepared_for.reset();
  outcome_.clear();
  node.calls.clear();
  for (std::size_t n = 0; n < node.request.texts.size(); ++n) {
    auto prepared = store.prepare(session, node.request.texts[n]->bytes);
    if (auto* error = std::get_if<SqlError>(&prepared)) {
      outcome_.fail(std::move(*error));
      return;
    }
    const Statement* statement = std::get<const Statement*>(prepared);
    node.calls.push_back({statement, node.request.params[n]});
    defines_ = defines_ || is_definition(*statement);
    arms_timers_ = arms_timers_ || statement->verb == Verb::set || statement->has_side_effects;
    if (statement->unordered &&
        std::find(unordered_.begin(), unordered_.end(), statement) == unordered_.end()) {
      unordered_.push_back(statement);
    }
  }
  node.prepared_for = version;
}

SessionId Scheduler::session_of(std::size_t actor) const {
  const Request& wants = request(actor);
  return wants.pool == Request::kNoPool ? frame().actors[actor].session
                                        : pools_.held(actor, wants)->session;
}

bool Scheduler::try_check_out(const Choice& choice, const Request& wants) {
  const std::size_t actor = choice.actor;
  ActorState& state = frame().actors[actor];
  const auto fail = [this](const SqlError& error) {
    ++steps_;
    event_.outcome = &outcome_;
    outcome_.clear();
    outcome_.fail(error);
    return false;
  };
  if (wants.pool == Request::kNoPool) {
    const bool is_news = std::exchange(state.drop_is_news, false);
    return fail(is_news ? terminated_error_ : closed_error_);
  }
  if (const auto why = pools_.closed(actor, wants)) {
    switch (*why) {
      case ConnectionPools::Closed::lost:
        return fail(closed_error_);
      case ConnectionPools::Closed::dropped:
        return fail(terminated_error_);
      case ConnectionPools::Closed::expired:
        return fail(expired_error_);
    }
  }
  if (pools_.held(actor, wants) != nullptr) return true;
  if (pools_.available(actor, wants.pool)) {
    give_connection(actor, wants, choice.connection);
    return true;
  }
  if (pools_.queued(actor)) {
    pools_.dequeue(actor);
    state.wake_us = 0;
    return fail(begins_transaction(wants) ? begin_timeout_error_ : checkout_timeout_error_);
  }
  join_queue(actor, wants);
  return false;
}

void Scheduler::give_connection(std::size_t actor, const Request& wants, std::uint8_t position) {
  if (wants.pool == Request::kNoPool || pools_.held(actor, wants) != nullptr) return;
  pools_.take(actor, wants, position);
  frame().actors[actor].wake_us = 0;
}

// The actor's statement is on its way. Answers the session that it is for: over HTTP the pooler has
// no connection for what has not arrived, and the actor's own says what the text means.
SessionId Scheduler::send(std::size_t actor, Behaviour::Node& node, bool arrives) {
  const Request& wants = node.request;
  const bool placed = arrives || wants.pool == Request::kNoPool || !is_over_http(wants);
  if (placed) give_connection(actor, wants);
  const SessionId session = placed ? session_of(actor) : frame().actors[actor].session;
  prepare(node, *store_, session);
  event_.request = &wants;
  event_.calls = node.calls;
  return session;
}

void Scheduler::join_queue(std::size_t actor, const Request& wants) {
  const PoolSpec& pool = pools_.spec(wants);
  const std::optional<Duration> timeout = begins_transaction(wants)
                                              ? pool.transaction_checkout_timeout
                                              : pool.statement_checkout_timeout;
  ActorState& state = frame().actors[actor];
  pools_.enqueue(actor, wants.pool);
  state.wake_us = timeout ? (frame().now + *timeout).microseconds : 0;
  event_.outcome = &outcome_;
  outcome_.clear();
  outcome_.status = Outcome::Status::wait;
  outcome_.awaited = "a connection of pool " + pool.name;
  for (const auto& connection : pools_.connections()) {
    if (connection.pool == wants.pool) outcome_.blockers.push_back(connection.session);
  }
  state.waits = note_wait();
}

void Scheduler::carry_out(std::size_t actor, Behaviour::Node& node) {
  ActorState& state = frame().actors[actor];
  const SessionId session = session_of(actor);
  if (state.suspended) {
    resume(session, node);
  } else {
    execute(*store_, session, node);
  }
  state.suspended = outcome_.status == Outcome::Status::wait;
  if (state.suspended) {
    state.waits = note_wait();
  } else if (node.request.pool != Request::kNoPool) {
    pools_.answered(actor, node.request, frame().now);
  }
}

void Scheduler::execute(Store& store, SessionId session, Behaviour::Node& node) {
  ++steps_;
  event_.outcome = &outcome_;
  prepare(node, store, session);
  if (!node.prepared_for) {  // the text does not bind: the outcome says why
    store.refuse(session);
    return;
  }
  event_.calls = node.calls;
  const auto opens = [](const Call& call) { return call.statement->verb == Verb::transaction; };
  if (&store == store_.get() && is_over_http(node.request) &&
      std::any_of(node.calls.begin(), node.calls.end(), opens)) {
    outcome_.clear();
    outcome_.fail(no_transactions_error_);
    return;
  }
  store.execute(session, node.calls, outcome_);
}

void Scheduler::resume(SessionId session, Behaviour::Node& node) {
  ++steps_;
  event_.resumed = true;
  event_.outcome = &outcome_;
  event_.calls = node.calls;
  store_->resume(session, outcome_);
}

std::optional<std::size_t> Scheduler::owner_of(SessionId session) const {
  const Frame& at = frame();
  for (std::size_t actor = 0; actor < at.actor_count; ++actor) {
    if (at.actors[actor].session == session) return actor;
  }
  const auto* const connection = pools_.with_session(session);
  if (connection != nullptr && connection->actor < at.actor_count) return connection->actor;
  for (std::size_t n = 0; n < at.late_count; ++n) {
    if (at.late[n].suspended && at.late[n].session == session) return at.late[n].actor;
  }
  return std::nullopt;  // of the pool: some earlier statement left a lock behind
}

Scheduler::WaitNoteId Scheduler::note_wait() {
  WaitNote note;
  note.awaited = intern(outcome_.awaited);
  for (const SessionId session : outcome_.blockers) {
    if (const auto actor = owner_of(session)) {
      note.blockers |= 1U << *actor;
    }
  }
  blockers_.clear();
  for (std::size_t actor = 0; actor < frame().actor_count; ++actor) {
    if ((note.blockers >> actor & 1U) != 0) blockers_.push_back(actor);
  }
  event_.blockers = blockers_;
  const auto known = std::find(wait_notes_.begin(), wait_notes_.end(), note);
  if (known != wait_notes_.end()) return static_cast<WaitNoteId>(known - wait_notes_.begin());
  if (wait_notes_.size() > std::numeric_limits<WaitNoteId>::max()) {
    throw Broken("limit", "more than 65,536 different waits");
  }
  wait_notes_.push_back(note);
  return static_cast<WaitNoteId>(wait_notes_.size() - 1);
}

// Of the store's candidates those that are an actor's own waiting statement, and those it left
// behind. A cycle holds at most one of each actor's statements, or we could not say which is meant.
void Scheduler::find_victims(std::vector<Choice>& victims) const {
  store_->deadlock_victims(in_cycle_);
  for (const SessionId session : in_cycle_) {
    const std::optional<std::size_t> actor = owner_of(session);
    RW_ASSERT(actor.has_value(), "a victim's session is in use");
    const Choice victim{Choice::Kind::victim, static_cast<std::uint8_t>(*actor), 0};
    if (std::find(victims.begin(), victims.end(), victim) != victims.end()) {
      throw Broken("limit", "two statements of one actor are in a deadlock at the same time");
    }
    victims.push_back(victim);
  }
  std::sort(victims.end() - static_cast<std::ptrdiff_t>(in_cycle_.size()), victims.end());
}

void Scheduler::cancel_victim(std::uint8_t actor) {
  store_->deadlock_victims(in_cycle_);
  const auto is_candidate = [this](SessionId session) {
    return std::find(in_cycle_.begin(), in_cycle_.end(), session) != in_cycle_.end();
  };
  ActorState& state = frame().actors[actor];
  const bool own = state.suspended && is_candidate(session_of(actor));
  LateStatement* late = frame().late.data();
  while (!own && (late->actor != actor || !late->suspended || !is_candidate(late->session))) ++late;
  Behaviour::Node& node = behaviour(actor).node(own ? state.node : late->node);
  event_.kind = own ? EventKind::statement : EventKind::delivery;
  event_.status = state.status;
  event_.request = &node.request;
  event_.calls = node.calls;
  event_.resumed = true;
  event_.outcome = &outcome_;
  ++steps_;
  store_->cancel(own ? session_of(actor) : late->session, deadlock_error_, outcome_);
  if (!own) {
    end_late(late);
    return;
  }
  state.suspended = false;
  if (node.request.pool != Request::kNoPool) pools_.answered(actor, node.request, frame().now);
  Observation observed;
  observed.outcome = &outcome_;
  advance(actor, observed);
}

}  // namespace racewindow
