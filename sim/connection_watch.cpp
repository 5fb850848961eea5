// SPDX-License-Identifier: Apache-2.0
#include "sim/connection_watch.h"

#include <memory>

#include "sim/actor.h"

namespace racewindow {

class ConnectionWatch::Watch final : public Interceptor {
 public:
  explicit Watch(std::vector<Connection>& connections) : connections_(&connections) {
    connections_->clear();  // a run begins anew
  }

  const Reply& ask(Request request, ActorRuntime& actor) override {
    if (request.kind == Request::Kind::statement) {
      connections_->emplace_back(request.pool, request.client);
    }
    return actor.send(std::move(request));
  }
  void end(ActorRuntime& /*actor*/) override {}
  void add_memory_to(Hasher& /*hasher*/) const override {}

 private:
  std::vector<Connection>* connections_;
};

Scenario ConnectionWatch::watched(Scenario scenario) {
  connections_.resize(scenario.actors.size());
  for (std::size_t n = 0; n < scenario.actors.size(); ++n) {
    scenario.actors[n].interceptor = [this, n] { return std::make_unique<Watch>(connections_[n]); };
  }
  return scenario;
}

}  // namespace racewindow
