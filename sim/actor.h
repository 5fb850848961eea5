// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/context.h"
#include "sim/fiber.h"
#include "sim/interceptor.h"
#include "sim/request.h"
#include "sim/scenario.h"

namespace racewindow {

struct Heartbeat;

// One run of an actor's body on a fiber of its own: from its start to wherever it stands now.
//
// The scheduler side reads request() and answers with resume(); Session and Context, inside the
// body, call the second half. Between two requests the body runs undisturbed. What it wrote to its
// log and its latest forget() since the last resume are here until the next one.
class ActorRuntime {
 public:
  // Starts the body and runs it up to its first request. `index` seeds the actor's stream of uuids.
  ActorRuntime(StackPool& stacks, const ActorSpec& spec, std::size_t index);
  // Stops the body if it is still running: see stop().
  ~ActorRuntime();
  ActorRuntime(const ActorRuntime&) = delete;
  ActorRuntime& operator=(const ActorRuntime&) = delete;

  // -- the scheduler's side --
  [[nodiscard]] const Request& request() const { return request_; }
  // Requires: the request is not `finished`.
  void resume(const Reply& reply);
  [[nodiscard]] const std::vector<std::string>& logs() const { return logs_; }
  // The clients of pools that the body let go of since the last resume.
  [[nodiscard]] const std::vector<std::uint8_t>& released_clients() const { return released_; }
  // Set when the body called forget() since the last resume: the digest of what still counts.
  [[nodiscard]] const std::optional<Digest>& forgotten() const { return forgotten_; }
  // Ends the body: its pending call throws actor_stopped, and from then on no call yields or takes
  // effect. A body that swallows that again and again is abandoned together with its stack.
  // Returns whether it ended.
  bool stop();

  // -- the body's side --
  // Stands still until the scheduler answers. Throws actor_stopped. What the actor's interceptor,
  // if any, has to answer.
  const Reply& ask(Request request) {
    return interceptor_ == nullptr ? send(std::move(request))
                                   : interceptor_->ask(std::move(request), *this);
  }
  const Reply& send(Request request);  // … past it
  void write_log(std::string line);
  void forget_all_but(std::string_view label, std::span<const Value> values);
  [[nodiscard]] Uuid random_uuid();
  // The lowest number that no client of this actor has.
  [[nodiscard]] std::uint8_t take_client();
  void release_client(std::uint8_t number);

  // Where a fiber publishes what it is about to run; null: nowhere.
  static Heartbeat* heartbeat;

 private:
  void run_body();
  void give_control();
  void publish() const;

  const ActorSpec* spec_;
  std::size_t index_;
  std::unique_ptr<Interceptor> interceptor_;
  Request request_;
  const Reply* reply_ = nullptr;
  std::vector<std::string> logs_;
  std::uint32_t clients_ = 0;  // bit n: number n is taken
  std::vector<std::uint8_t> released_;
  std::optional<Digest> forgotten_;
  std::uint64_t uuids_drawn_ = 0;
  std::uint64_t calls_when_stopped_ = 0;
  bool stopping_ = false;
  bool broken_ = false;  // an exception that is not the store's came out of the body
  std::string broken_message_;
  Fiber fiber_;  // last: its body uses the members above
};

}  // namespace racewindow
