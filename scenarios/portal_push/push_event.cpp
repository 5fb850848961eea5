// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/push_event.h"

#include <algorithm>
#include <variant>

namespace racewindow::portal_push {
namespace {

// The query of a SELECT on one table or subquery; null for all else. Verifications join two tables.
const Select* plain_select(const Event& event) {
  const Statement* statement = event.statement();
  if (statement == nullptr || event.kind == EventKind::external) return nullptr;
  const Select* select = std::get_if<Select>(&statement->bound);
  return select != nullptr && select->from.size() == 1 ? select : nullptr;
}

}  // namespace

bool reads_pointer(const Event& event) {
  if (plain_select(event) == nullptr) return false;
  const auto& reads = event.statement()->reads;
  return std::any_of(reads.begin(), reads.end(),
                     [](const Table* table) { return table->name == "directory_state"; });
}

bool reads_max_generation(const Event& event) {
  const Select* select = plain_select(event);
  return select != nullptr && select->aggregates.size() == 1 &&
         select->aggregates.front().function == AggregateFunction::max;
}

std::size_t account_index(const Portal& portal, const Event& event) {
  const Text* id = event.calls.front().params[0].interned();
  std::size_t index = 0;
  while (portal.account_ids[index] != id) ++index;
  return index;
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
        {}, [portal = world.portal](Claims& claims, const Event& event) {
          claims.follow(portal, event);
        });
  }
  return *world.claims;
}

}  // namespace racewindow::portal_push
