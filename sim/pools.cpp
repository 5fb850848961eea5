// SPDX-License-Identifier: Apache-2.0
#include "sim/pools.h"

#include <algorithm>

#include "sim/assert.h"

namespace racewindow {

ConnectionPools::ConnectionPools(const Scenario& scenario, Store& store, std::size_t late_max)
    : specs_(scenario.pools), store_(&store) {
  if (specs_.empty()) return;
  State& first = states_.emplace_back();
  for (std::size_t pool = 0; pool < specs_.size(); ++pool) {
    for (std::size_t n = 0; n < specs_[pool].size; ++n) {
      sessions_.push_back(store.open_session());
      first.connections[count_++] = {sessions_.back(), static_cast<std::uint8_t>(pool)};
    }
  }
  for (std::size_t n = 0; n < late_max; ++n) sessions_.push_back(store.open_session());
}

Digest ConnectionPools::digest() const {
  Hasher hasher;
  if (!any()) return hasher.digest();
  for (const Connection& each : connections()) {
    hasher.add(std::uint64_t{static_cast<std::uint32_t>(each.session)} |
               std::uint64_t{each.actor} << 32 | std::uint64_t{each.client} << 40);
    hasher.add(static_cast<std::uint64_t>(each.expires_us));
  }
  const State& at = now();
  hasher.add(std::uint64_t{at.queue_count} | std::uint64_t{at.left_behind} << 8);
  for (std::size_t n = 0; n < at.queue_count; ++n) hasher.add(at.queue[n].actor);
  Digest closed;  // in no order
  for (std::size_t n = 0; n < at.closed_count; ++n) {
    closed += Hasher(at.closed[n].actor)
                  .add(at.closed[n].client)
                  .add(static_cast<std::uint64_t>(at.closed[n].why))
                  .digest();
  }
  return hasher.add(closed).digest();
}

// -- connections --

const ConnectionPools::Connection* ConnectionPools::held(std::size_t actor,
                                                         const Request& wants) const {
  const auto all = connections();
  const auto found = std::ranges::find_if(all, [&](const Connection& each) {
    return each.actor == actor && each.client == wants.client && each.pool == wants.pool;
  });
  return found == all.end() ? nullptr : &*found;
}

const ConnectionPools::Connection* ConnectionPools::held_by(std::size_t actor) const {
  const auto all = connections();
  const auto found = std::ranges::find(all, actor, &Connection::actor);
  return found == all.end() ? nullptr : &*found;
}

const ConnectionPools::Connection* ConnectionPools::with_session(SessionId session) const {
  const auto all = connections();
  const auto found = std::ranges::find(all, session, &Connection::session);
  return found == all.end() ? nullptr : &*found;
}

ConnectionPools::Connection& ConnectionPools::connection_of(SessionId session) {
  const Connection* const found = with_session(session);
  RW_ASSERT(found != nullptr, "the session is a connection of a pool");
  return now().connections[static_cast<std::size_t>(found - now().connections.data())];
}

std::size_t ConnectionPools::free_count(std::size_t pool) const {
  return static_cast<std::size_t>(std::ranges::count_if(connections(), [&](const Connection& each) {
    return each.pool == pool && each.actor == kFree;
  }));
}

bool ConnectionPools::available(std::size_t actor, std::size_t pool) const {
  std::size_t before = 0;
  for (std::size_t n = 0; n < now().queue_count && now().queue[n].actor != actor; ++n) {
    if (now().queue[n].pool == pool) ++before;
  }
  return free_count(pool) > before;
}

void ConnectionPools::candidates(std::size_t pool, std::vector<std::uint8_t>& positions) const {
  positions.clear();
  bool has_pristine = false;
  std::uint8_t position = 0;
  for (const Connection& each : connections()) {
    if (each.pool != pool) continue;
    ++position;
    if (each.actor != kFree) continue;
    const bool pristine = store_->state(each.session) == SessionState::pristine;
    if (pristine && has_pristine) continue;
    has_pristine = has_pristine || pristine;
    positions.push_back(position);
  }
}

void ConnectionPools::take(std::size_t actor, const Request& wants, std::uint8_t position) {
  std::uint8_t at = 0;
  for (std::size_t n = 0; n < count_; ++n) {
    Connection& each = now().connections[n];
    if (each.pool != wants.pool) continue;
    ++at;
    if (each.actor != kFree || (position != 0 && at != position)) continue;
    each.actor = static_cast<std::uint8_t>(actor);
    each.client = wants.client;
    dequeue(actor);
    return;
  }
  RW_ASSERT(false, "a free connection of that position is there");
}

void ConnectionPools::give_back(Connection& connection) {
  connection.actor = kFree;
  connection.client = 0;
  connection.expires_us = 0;
}

void ConnectionPools::answered(std::size_t actor, const Request& wants, Timestamp now_time) {
  const Connection* const mine = held(actor, wants);
  RW_ASSERT(mine != nullptr, "the statement was carried out on a connection");
  Connection& connection = connection_of(mine->session);
  const PoolSpec& pool = specs_[connection.pool];
  const SessionState state = store_->state(connection.session);
  if (state == SessionState::ended) {
    break_connection(connection.session, Closed::lost);
  } else if (state == SessionState::in_transaction) {
    if (pool.transaction_timeout && connection.expires_us == 0) {
      connection.expires_us = (now_time + *pool.transaction_timeout).microseconds;
    }
  } else {
    connection.expires_us = 0;
    if (pool.mode != PoolMode::session) give_back(connection);
  }
}

bool ConnectionPools::keeps(const Connection& connection) const {
  const SessionState state = store_->state(connection.session);
  return specs_[connection.pool].mode == PoolMode::session ||
         state == SessionState::in_transaction || state == SessionState::ended;
}

void ConnectionPools::restart(Connection& connection) {
  store_->close_session(connection.session, CloseHow::dropped);
  store_->reopen_session(connection.session);
  give_back(connection);
}

void ConnectionPools::break_connection(SessionId session, Closed why) {
  Connection& connection = connection_of(session);
  if (keeps(connection)) close_client(connection, why);
  restart(connection);
}

// -- statements on their way whose sender no longer waits --

void ConnectionPools::leave_behind(SessionId session) {
  Connection& connection = connection_of(session);
  if (keeps(connection)) close_client(connection, Closed::lost);
  give_back(connection);
  std::size_t spare = 0;
  for (std::size_t n = 0; n < sessions_.size(); ++n) {
    if (sessions_[n] == session) now().left_behind |= 1U << n;
  }
  while (with_session(sessions_[spare]) != nullptr || (now().left_behind >> spare & 1U) != 0) {
    ++spare;
    RW_ASSERT(spare < sessions_.size(), "there is a spare session for every late statement");
  }
  connection.session = sessions_[spare];
}

void ConnectionPools::keep_for_late(SessionId session) {
  connection_of(session).actor = kLate;
}

SessionId ConnectionPools::take_for_late(std::size_t pool) {
  State& at = now();
  auto* const found = std::find_if(
      at.connections.begin(), at.connections.begin() + count_,
      [&](const Connection& each) { return each.pool == pool && each.actor == kFree; });
  RW_ASSERT(found != at.connections.begin() + count_, "a connection is free");
  found->actor = kLate;
  return found->session;
}

void ConnectionPools::end_late(SessionId session) {
  if (with_session(session) != nullptr) {
    Connection& connection = connection_of(session);
    if (specs_[connection.pool].mode == PoolMode::statement) {
      give_back(connection);
    } else {
      restart(connection);
    }
    return;
  }
  store_->close_session(session, CloseHow::dropped);
  store_->reopen_session(session);
  for (std::size_t n = 0; n < sessions_.size(); ++n) {
    if (sessions_[n] == session) now().left_behind &= ~(1U << n);
  }
}

// -- clients --

void ConnectionPools::close_client(const Connection& connection, Closed why) {
  if (connection.actor >= kActorsMax) return;
  State& at = now();
  if (at.closed_count == at.closed.size()) {
    throw Broken("limit", "too many clients of pools have lost their connections at the same time");
  }
  at.closed[at.closed_count++] = {connection.actor, connection.client, why};
}

std::optional<ConnectionPools::Closed> ConnectionPools::closed(std::size_t actor,
                                                               const Request& wants) const {
  for (std::size_t n = 0; n < now().closed_count; ++n) {
    const ClosedClient& each = now().closed[n];
    if (each.actor == actor && each.client == wants.client) return each.why;
  }
  return std::nullopt;
}

void ConnectionPools::release(std::size_t actor, std::span<const std::uint8_t> clients) {
  if (!any() || clients.empty()) return;
  const auto is_released = [&](std::uint8_t of_actor, std::uint8_t client) {
    return of_actor == actor && std::ranges::find(clients, client) != clients.end();
  };
  State& at = now();
  auto* const end = std::remove_if(
      at.closed.data(), at.closed.data() + at.closed_count,
      [&](const ClosedClient& each) { return is_released(each.actor, each.client); });
  at.closed_count = static_cast<std::uint8_t>(end - at.closed.data());
  for (std::size_t n = 0; n < count_; ++n) {
    Connection& each = at.connections[n];
    if (!is_released(each.actor, each.client)) continue;
    if (specs_[each.pool].mode == PoolMode::session) {
      give_back(each);
    } else {
      restart(each);  // in a transaction: the pooler closes what its client left like that
    }
  }
}

void ConnectionPools::expire(SessionId session) {
  Connection& connection = connection_of(session);
  close_client(connection, Closed::expired);
  give_back(connection);
}

void ConnectionPools::host_dies(std::size_t host, std::uint32_t actors) {
  if (!any()) return;
  const auto died = [actors](std::uint8_t actor) {
    return actor < kActorsMax && (actors >> actor & 1U) != 0;
  };
  State& at = now();
  for (std::size_t n = 0; n < count_; ++n) {
    Connection& each = at.connections[n];
    if (each.actor == kLate) continue;
    if (specs_[each.pool].host == host || died(each.actor)) restart(each);
  }
  auto* const end = std::remove_if(at.closed.data(), at.closed.data() + at.closed_count,
                                   [&](const ClosedClient& each) { return died(each.actor); });
  at.closed_count = static_cast<std::uint8_t>(end - at.closed.data());
}

// -- queues --

bool ConnectionPools::queued(std::size_t actor) const {
  if (!any()) return false;
  const State& at = now();
  return std::any_of(at.queue.begin(), at.queue.begin() + at.queue_count,
                     [actor](const Waiter& each) { return each.actor == actor; });
}

void ConnectionPools::enqueue(std::size_t actor, std::size_t pool) {
  State& at = now();
  at.queue[at.queue_count++] = {static_cast<std::uint8_t>(actor), static_cast<std::uint8_t>(pool)};
}

void ConnectionPools::dequeue(std::size_t actor) {
  if (!any()) return;
  State& at = now();
  auto* const end = std::remove_if(at.queue.data(), at.queue.data() + at.queue_count,
                                   [actor](const Waiter& each) { return each.actor == actor; });
  at.queue_count = static_cast<std::uint8_t>(end - at.queue.data());
}

}  // namespace racewindow
