// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/digest.h"
#include "sim/request.h"
#include "sim/scenario.h"
#include "sim/store/store.h"

namespace racewindow {

// The physical connections of a scenario's pools: who has which, who queues for one, and which
// clients have lost theirs, at each depth of an execution.
//
// The scheduler asks whether an actor's request can have a connection, takes one for it, and gives
// it back when the statement or the transaction is over. A connection that breaks is replaced at
// once: its session begins anew, unless a statement is still on its way on it.
class ConnectionPools {
 public:
  static constexpr std::size_t kConnectionsMax = 12;
  static constexpr std::size_t kActorsMax = 17;  // of the scheduler, the recovery included
  static constexpr std::uint8_t kFree = 0xff;
  static constexpr std::uint8_t kLate = 0xfe;  // held by a statement whose sender no longer waits

  struct Connection {
    SessionId session{};
    std::uint8_t pool = 0;
    std::uint8_t actor = kFree;  // who has it: an actor's client, kLate, or nobody
    std::uint8_t client = 0;
    std::int64_t expires_us = 0;  // when the client library ends its transaction; 0: never
  };
  // Why a client cannot send any more: a fault took its connection, the server ended its session,
  // the client library ended its transaction.
  enum class Closed : std::uint8_t { lost, dropped, expired };

  // Opens the connections, and as many more as there can be statements on their way.
  ConnectionPools(const Scenario& scenario, Store& store, std::size_t late_max);

  [[nodiscard]] bool any() const { return !specs_.empty(); }
  [[nodiscard]] const PoolSpec& spec(const Request& wants) const { return specs_[wants.pool]; }

  // -- by depth --
  void push() {
    if (any()) states_.push_back(states_.back());
  }
  void restore(std::size_t depth) {
    if (any()) states_.resize(depth + 1);
  }
  [[nodiscard]] Digest digest() const;

  // -- connections --
  [[nodiscard]] std::span<const Connection> connections() const {
    if (!any()) return {};
    return {now().connections.data(), count_};
  }
  // What the client has; null: none.
  [[nodiscard]] const Connection* held(std::size_t actor, const Request& wants) const;
  // The lowest connection that the actor has by any client; null: none.
  [[nodiscard]] const Connection* held_by(std::size_t actor) const;
  [[nodiscard]] const Connection* with_session(SessionId session) const;
  // Whether the actor's request could have a connection now, those who queue before it served.
  [[nodiscard]] bool available(std::size_t actor, std::size_t pool) const;
  // The free connections of a pool that differ, by their position in it, from 1: those on which
  // something was left, and the first of the others.
  void candidates(std::size_t pool, std::vector<std::uint8_t>& positions) const;
  // Gives the client a free connection: the one of this position within the pool, from 1, as
  // schedules name it; 0: the first candidate. Requires: available.
  void take(std::size_t actor, const Request& wants, std::uint8_t position);
  // A statement was carried out on the client's connection and has been answered: gives the
  // connection back where the pool's mode says so.
  void answered(std::size_t actor, const Request& wants, Timestamp now);
  // The session ends, and begins anew for others; a client that would have kept it has lost it.
  void break_connection(SessionId session, Closed why);

  // -- statements on their way whose sender no longer waits --
  // The statement goes on in its session, which is no longer a connection: a spare one takes its
  // place, and a client that would have kept it has lost it.
  void leave_behind(SessionId session);
  // The statement keeps the connection, which is nobody's until it ends.
  void keep_for_late(SessionId session);
  // A free connection for such a statement. Requires: available(kLate, pool).
  [[nodiscard]] SessionId take_for_late(std::size_t pool);
  // Such a statement is over: its connection is free, its session, if it was left behind, spare.
  void end_late(SessionId session);

  // -- clients --
  // The actor let go of these.
  void release(std::size_t actor, std::span<const std::uint8_t> clients);
  // Why the client cannot send any more; nothing: it can.
  [[nodiscard]] std::optional<Closed> closed(std::size_t actor, const Request& wants) const;
  // The client library has ended the transaction on this connection, which goes back.
  void expire(SessionId session);
  // The connections of the host's pools end, and those that its actors have; bit n of `actors`:
  // actor n died with it.
  void host_dies(std::size_t host, std::uint32_t actors);

  // -- queues --
  [[nodiscard]] bool queued(std::size_t actor) const;
  void enqueue(std::size_t actor, std::size_t pool);
  void dequeue(std::size_t actor);

 private:
  struct Waiter {
    std::uint8_t actor = 0;
    std::uint8_t pool = 0;
  };
  struct ClosedClient {
    std::uint8_t actor = 0;
    std::uint8_t client = 0;
    Closed why = Closed::lost;
  };
  struct State {
    std::array<Connection, kConnectionsMax> connections;
    std::array<Waiter, kActorsMax> queue;  // in the order in which they came
    std::array<ClosedClient, kConnectionsMax> closed;
    std::uint8_t queue_count = 0;
    std::uint8_t closed_count = 0;
    std::uint32_t left_behind = 0;  // bit n: a statement goes on in sessions_[n]
  };

  [[nodiscard]] State& now() { return states_.back(); }
  [[nodiscard]] const State& now() const { return states_.back(); }
  [[nodiscard]] Connection& connection_of(SessionId session);
  [[nodiscard]] std::size_t free_count(std::size_t pool) const;
  [[nodiscard]] bool keeps(const Connection& connection) const;
  void close_client(const Connection& connection, Closed why);
  void restart(Connection& connection);
  static void give_back(Connection& connection);

  std::vector<PoolSpec> specs_;
  Store* store_;
  std::vector<SessionId> sessions_;  // those of connections, then the spare ones
  std::size_t count_ = 0;            // connections
  std::vector<State> states_;        // one per depth; none without pools
};

}  // namespace racewindow
