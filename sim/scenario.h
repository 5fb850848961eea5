// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/context.h"
#include "sim/property.h"
#include "sim/view.h"

namespace racewindow {

class Interceptor;

// How actors reach the database. Over HTTP (D1, PostgREST) a lost reply does not end the session.
enum class Connection : std::uint8_t { stateful, http };

// How many of each fault one execution may contain; all zero: none.
struct FaultBudget {
  std::uint8_t crashes = 0;
  std::uint8_t lost = 0;
  std::uint8_t refused = 0;
  std::uint8_t late = 0;
  std::uint8_t drops = 0;     // the server ends a session whose actor lives
  std::uint8_t vanishes = 0;  // a host is killed, and the server notices only later
};

// How long a client of a pool keeps a connection. What a session has left behind (locks, settings,
// an open transaction) stays on its connection and meets the next client.
enum class PoolMode : std::uint8_t {
  session,      // from its first statement until it lets go of its Session
  transaction,  // while its transaction is open, otherwise for one statement (PgBouncer, Prisma)
  // For one statement or batch, which is its own transaction (PostgREST): clients speak HTTP, and a
  // lost reply ends nothing.
  statement,
};

// N physical connections that clients are given when they send something: the first in the queue
// the first that is free. Which free one that is, is a choice where they differ.
struct PoolSpec {
  static constexpr std::size_t kOwnHost = static_cast<std::size_t>(-1);

  std::string name;
  std::size_t size = 1;  // connections; all pools together have at most 12
  PoolMode mode = PoolMode::transaction;
  // A client library's pool dies with its host; a pooler with a host of its own never does.
  std::size_t host = kOwnHost;
  // The client library's own limits, in virtual time; they require `sleeps`. Their errors are
  // Prisma's: P2024 for a statement, P2028 for a transaction.
  std::optional<Duration> statement_checkout_timeout = std::nullopt;  // waiting for a connection
  std::optional<Duration> transaction_checkout_timeout =
      std::nullopt;                                            // … to begin a transaction on
  std::optional<Duration> transaction_timeout = std::nullopt;  // length of a transaction
};

struct HostSpec {
  std::string name;
  Duration skew;  // its clock minus the true one
};

struct ActorSpec {
  std::string name;  // as traces show it; the replay line uses letters in order of declaration
  std::size_t host = 0;
  std::function<void(Context&)> body;
  // Makes what stands between a run of the body and its requests: sim/interceptor.h. None: nothing.
  std::function<std::unique_ptr<Interceptor>()> interceptor = nullptr;
};

struct ViewQuery {
  std::string name;
  std::string sql;
  bool of_env = false;  // asked of the env store instead of the database
};

// A design under a workload: everything that decides an execution but the schedule, and what is
// checked. A factory builds it for given parameters (sim/registry.h); the engine never changes it.
// Call the builders in any order; names must be unique within their kind (asserted by explore).
class Scenario {
 public:
  // With the property `not-stuck`, which every scenario has: no execution comes to where no actor
  // can move and no passing of time can help.
  Scenario();

  // -- the world ---------------------------------------------------------------------------------
  std::vector<std::string> schema;      // DDL of the database, then the seed data; run in order
  std::vector<std::string> env_schema;  // the same for the env store
  Connection connection = Connection::stateful;
  // default_transaction_isolation of every session.
  IsolationLevel isolation = IsolationLevel::read_committed;
  std::vector<HostSpec> hosts;
  std::vector<ActorSpec> actors;  // at most 16
  std::vector<PoolSpec> pools;
  FaultBudget faults;
  // What the env store is told when the server notices that a host died: statements with its name
  // as $1. A job queue delivers again there what the dead worker had taken.
  std::vector<std::string> env_on_death;
  // Moments worth reaching, as offsets from the start of the execution; at most `time_steps_max`
  // moves to them. Sleeping actors arm further ones. Empty, and no sleeps: time stands still.
  std::vector<Duration> deadlines;
  std::uint8_t time_steps_max = 0;
  // Some actor calls sleep(), or the database has timeouts or pg_sleep: time then moves to them.
  bool sleeps = false;
  // Some actor calls currval or lastval: what its session has drawn from a sequence is then part of
  // the state.
  bool remembers_draws = false;
  // Actors whose every run is meant to end with an error. Any other actor must end without one in
  // some execution: where it never does, nothing was put to the test, and the scenario is vacuous.
  std::vector<std::size_t> failing_actors;
  // One execution may have at most this many steps; a longer one is inconclusive.
  std::size_t steps_max = 1000;

  std::size_t host(std::string name, Duration skew = {}) {
    hosts.push_back({std::move(name), skew});
    return hosts.size() - 1;
  }
  std::size_t actor(std::string name, std::size_t host_index, std::function<void(Context&)> body) {
    actors.push_back({std::move(name), host_index, std::move(body)});
    return actors.size() - 1;
  }
  PoolHandle pool(PoolSpec spec) {
    pools.push_back(std::move(spec));
    return {pools.size() - 1};
  }

  // -- what a reader sees
  // --------------------------------------------------------------------------
  std::vector<ViewQuery> views;
  // Give every view query an ORDER BY that decides the order of its rows.
  ViewHandle view(std::string name, std::string sql) {
    views.push_back({std::move(name), std::move(sql), false});
    return {views.size() - 1};
  }
  ViewHandle env_view(std::string name, std::string sql) {
    views.push_back({std::move(name), std::move(sql), true});
    return {views.size() - 1};
  }

  // -- what must hold
  // ------------------------------------------------------------------------------
  std::vector<Property> properties;
  std::vector<Milestone> milestones;
  std::vector<Tracker> trackers;
  std::vector<std::byte> monitor_states;  // initial bytes of monitors, milestones and trackers

  void invariant(PropertyInfo info, std::function<Finding(const View&)> check);
  // `check` is called as Finding(S&, const Event&) with the monitor's own state.
  template <MonitorState S, class Check>
  void monitor(PropertyInfo info, S initial, Check check, Interest interest = nullptr) {
    Property property;
    property.info = std::move(info);
    property.kind = PropertyKind::monitor;
    property.stateless = std::is_same_v<S, NoState>;
    property.state_offset = add_state(initial);
    property.interest = std::move(interest);
    property.monitor = [check = std::move(check)](std::byte* state, const Event& event) -> Finding {
      return check(state_at<S>(state), event);
    };
    properties.push_back(std::move(property));
  }
  void final(PropertyInfo info, std::function<Finding(const Final&)> judge);
  void recovery(PropertyInfo info, std::function<void(Context&)> body,
                std::function<Finding(const Final&)> judge);

  // `reached` is called as bool(S&, const Event&) with the milestone's own state.
  template <MonitorState S, class Reached>
  void milestone(std::string name, S initial, Reached reached, Interest interest = nullptr) {
    Milestone milestone;
    milestone.name = std::move(name);
    milestone.stateless = std::is_same_v<S, NoState>;
    milestone.state_offset = add_state(initial);
    milestone.interest = std::move(interest);
    milestone.reached = [reached = std::move(reached)](std::byte* state,
                                                       const Event& event) -> bool {
      return reached(state_at<S>(state), event);
    };
    milestones.push_back(std::move(milestone));
  }
  template <class Reached>
  void milestone(std::string name, Reached reached) {
    milestone<NoState>(
        std::move(name), NoState{},
        [reached = std::move(reached)](NoState&, const Event& event) { return reached(event); });
  }

  // Memory shared by properties and milestones, which read it with Event::tracked(). `update` is
  // called as void(S&, const Event&) after they were told of a step: they see what was before it.
  template <MonitorState S, class Update>
  Tracked<S> track(S initial, Update update, Interest interest = nullptr) {
    Tracker tracker;
    tracker.state_offset = add_state(initial);
    tracker.interest = std::move(interest);
    tracker.update = [update = std::move(update)](std::byte* state, const Event& event) {
      update(state_at<S>(state), event);
    };
    trackers.push_back(std::move(tracker));
    return {trackers.back().state_offset};
  }

  // Every property is expected to hold unless said otherwise. The property `not-stuck` is always
  // there. Requires: a property of that name was declared, or `not-stuck`.
  void expect(std::string_view property, Verdict verdict, std::string why);

 private:
  template <class S>
  static S& state_at(std::byte* bytes) {
    if constexpr (std::is_same_v<S, NoState>) {
      static NoState none;
      return none;
    } else {
      return *reinterpret_cast<S*>(bytes);
    }
  }
  // NoState takes no room: it is never read.
  template <class S>
  std::size_t add_state(const S& initial) {
    return std::is_same_v<S, NoState> ? 0 : add_bytes(&initial, sizeof(S));
  }
  // States are kept at offsets that are multiples of 8.
  std::size_t add_bytes(const void* bytes, std::size_t size);
};

}  // namespace racewindow
