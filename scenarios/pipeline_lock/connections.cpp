// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pipeline_lock/connections.h"

#include <fmt/format.h>

#include <numeric>

#include "scenarios/pipeline_lock/milestones.h"
#include "scenarios/pipeline_lock/properties.h"

namespace racewindow::pipeline_lock {
namespace {

bool is_text(const Event& event, std::string_view text) {
  return event.kind == EventKind::statement && event.statement()->text == text;
}

}  // namespace

std::size_t Connections::in_use_during(const Event& event) const {
  const std::size_t transactions = std::accumulate(open.begin(), open.end(), std::size_t{0});
  const bool outside =
      event.kind == EventKind::statement && (open[event.actor] == 0 || is_text(event, "BEGIN"));
  return transactions + (outside ? 1 : 0);
}

void Connections::follow(const Event& event) {
  if (is_text(event, "BEGIN")) ++open[event.actor];
  if (is_text(event, "COMMIT") || is_text(event, "ROLLBACK")) --open[event.actor];
}

void add_connections(World& world, std::size_t most) {
  world.scenario.monitor<Connections>(
      {"connections-bounded", "Quando portare a >1",
       "no more connections are in use than the web pool has and PIPELINE_CONCURRENCY of the three "
       "queues have slots"},
      {}, [most](Connections& connections, const Event& event) -> Finding {
        const std::size_t in_use = connections.in_use_during(event);
        connections.follow(event);
        if (in_use <= most) return std::nullopt;
        return fmt::format("expected at most {} connections in use, {} are", most, in_use);
      });
}

void reach_connections(World& world, std::size_t count) {
  world.scenario.milestone<Connections>(fmt::format("{} connections are in use at once", count), {},
                                        [count](Connections& connections, const Event& event) {
                                          const std::size_t in_use =
                                              connections.in_use_during(event);
                                          connections.follow(event);
                                          return in_use == count;
                                        });
}

}  // namespace racewindow::pipeline_lock
