// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/push_event.h"

#include <algorithm>
#include <variant>

namespace racewindow::portal_push {

// A SELECT on one table or subquery: verifications join two tables.
bool selects_plainly(const Event& event) {
  return std::get<Select>(event.statement()->bound).from.size() == 1;
}

bool reads_pointer_table(const Event& event) {
  const auto& reads = event.statement()->reads;
  return selects_plainly(event) && std::any_of(reads.begin(), reads.end(), [](const Table* table) {
           return table->name == "directory_state";
         });
}

bool selects_maximum(const Event& event) {
  const auto& aggregates = std::get<Select>(event.statement()->bound).aggregates;
  return selects_plainly(event) && aggregates.size() == 1 &&
         aggregates.front().function == AggregateFunction::max;
}

std::uint8_t generation_of(const Event& event) {
  return static_cast<std::uint8_t>(event.calls.front().params[1].as_int());
}

Claim Claims::made_by(const Portal& portal, const Event& event) const {
  Claim claim = of[account_index(portal, event)][event.actor];
  const std::uint8_t generation = generation_of(event);
  if (claim.generation != generation) claim = {generation, 0, claim.floor, Fate::open};
  return claim;
}

void Claims::follow(const Portal& portal, const Event& event) {
  if (!is_push_statement(portal, event)) return;
  auto& account = of[account_index(portal, event)];
  Claim& own = account[event.actor];
  if (reads_pointer(event) || reads_max_generation(event)) {
    own.floor = 0;
    for (std::size_t peer = 0; peer < portal.pushers; ++peer) {
      if (peer == event.actor || account[peer].staged == 0) continue;
      own.floor = std::max(own.floor, account[peer].generation);
    }
  } else if (sends_stage(event) || sends_flip(event)) {
    own = made_by(portal, event);
    if (sends_stage(event) && succeeded(event)) own.staged = 1;
  }
  if (event.logs.empty()) return;
  if (logged(event, "op=verify") || logged(event, "op=stage-contended")) {
    own.fate = Fate::succeeded;
  } else if (logged(event, "op=failed")) {
    own.fate = event.failed_with(sqlstate::unique_violation) ? Fate::collided : Fate::gone;
  }
}

Tracked<Claims> claims_of(World& world) {
  if (!world.claims) {
    world.claims = world.scenario.track<Claims>(
        {},
        [portal = world.portal](Claims& claims, const Event& event) {
          claims.follow(portal, event);
        },
        [portal = world.portal](const Event& event) { return is_push_statement(portal, event); });
  }
  return *world.claims;
}

}  // namespace racewindow::portal_push
