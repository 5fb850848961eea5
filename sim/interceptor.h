// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/digest.h"
#include "sim/request.h"

namespace racewindow {

class ActorRuntime;

// Stands between one run of an actor's body and its requests, so that guard code can be observed or
// changed without touching it. Lives and dies with the run. Deterministic, as the body is: what it
// does is a function of the requests and replies that pass through it.
class Interceptor {
 public:
  virtual ~Interceptor() = default;
  // What the body is answered. Sends by actor.send() what it likes, also nothing or several
  // requests. The reply is valid until the next call. Lets actor_stopped pass.
  virtual const Reply& ask(Request request, ActorRuntime& actor) = 0;
  // The body has returned, or let out an error.
  virtual void end(ActorRuntime& actor) = 0;
  // What decides its future is still remembered when the body has called forget().
  virtual void add_memory_to(Hasher& hasher) const = 0;
};

}  // namespace racewindow
