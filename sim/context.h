// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <source_location>
#include <string>
#include <string_view>

#include "sim/session.h"
#include "sim/sql/value.h"

namespace racewindow {

class ActorRuntime;

// Thrown into an actor that was crashed or cut short. Guard code that catches everything must let
// it pass; a guard that swallows it is abandoned, and counted.
struct actor_stopped {};

// The world as one actor sees it: the only source of anything nondeterministic. Guard code gets a
// reference and keeps no other state between actors. Valid until the actor's body returns.
class Context {
 public:
  explicit Context(ActorRuntime& actor) : actor_(&actor) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // The actor's own connection to the database.
  [[nodiscard]] Session session();
  // A new client of a pool. It gets a connection when it sends something, waits where none is free,
  // and keeps it as PoolMode says.
  [[nodiscard]] Session session(PoolHandle pool);

  // An operation outside the database (reading files, pushing a queue, an HTTP call): one statement
  // on the scenario's `env` store, one step. `name` is what the trace calls it.
  template <class... Args>
  Rows external(std::string_view name, Sql sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> params{to_value(args)...};
    return run_external(name, sql, params);
  }

  // As external(), but the actor stands still until the operation has a row to return. An actor
  // that waits here for ever is at rest: an execution ends although it has not.
  template <class... Args>
  Rows receive(std::string_view name, Sql sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> params{to_value(args)...};
    return run_receive(name, sql, params);
  }

  // The host's clock. A step of its own wherever time can move in the scenario.
  [[nodiscard]] Timestamp now(std::source_location where = std::source_location::current());
  // Returns when the clock has moved by at least `duration`, whenever the scheduler then picks the
  // actor.
  void sleep(Duration duration, std::source_location where = std::source_location::current());
  // The next of this actor's own stream (version 4, variant 1); the same on every run.
  [[nodiscard]] Uuid random_uuid();

  // Runs `body` holding the mutex `name` of the actor's host; waits for it first. Released when the
  // body returns or throws, and by a crash of the host. Not re-entrant.
  void with_mutex(std::string_view name, const std::function<void()>& body,
                  std::source_location where = std::source_location::current());

  // Runs `body`, then `cleanup`, also when `body` throws (the exception then goes on; one thrown by
  // `cleanup` replaces it). A crashed actor runs no clean-up.
  void with_cleanup(const std::function<void()>& body, const std::function<void()>& cleanup);

  // One log line, in the form the original writes it. Not a step; it belongs to the step before it.
  template <class... Args>
  void log(fmt::format_string<Args...> format, Args&&... args) {
    write_log(fmt::format(format, std::forward<Args>(args)...));
  }

  // What this actor has observed so far counts, from here on, as just `label` and these values:
  // call it at the head of a polling loop, with everything the loop still depends on, so that the
  // state space closes. Not a step.
  template <class... Args>
  void forget(std::string_view label, const Args&... args) {
    const std::array<Value, sizeof...(Args)> values{to_value(args)...};
    forget_all_but(label, values);
  }

 private:
  Rows run_external(std::string_view name, const Sql& sql, std::span<const Value> params);
  Rows run_receive(std::string_view name, const Sql& sql, std::span<const Value> params);
  void write_log(std::string line);
  void forget_all_but(std::string_view label, std::span<const Value> values);

  ActorRuntime* actor_;
};

}  // namespace racewindow
