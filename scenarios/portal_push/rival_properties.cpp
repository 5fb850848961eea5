// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/push_event.h"

namespace racewindow::portal_push {
namespace {

// Of the pushes that claim one generation, only the first gets rows in: each other one is refused
// at its first row.
Finding shared_claim_went_wrong(const Portal& portal, Claims& claims, const Event& event) {
  Finding finding;
  if (is_push_step(portal, event) && sends_stage(event) && carried_out(event)) {
    const Claim claim = claims.made_by(portal, event);
    if (succeeded(event) && claim.staged == 0 && claims.shared(event.actor, claim, true)) {
      finding = fmt::format("expected the second push at generation {} to fail, it staged rows too",
                            claim.generation);
    }
    if (event.failed_with(sqlstate::unique_violation) && claim.staged != 0) {
      finding = fmt::format(
          "expected a collision at the push's first row or never, push {} had "
          "staged rows at generation {} before it",
          event.actor + 1, claim.generation);
    }
  }
  claims.follow(portal, event);
  return finding;
}

// Whoever reads the generation after a peer has staged a row claims higher, and a push collides
// with none but those who share its claim.
Finding later_claim_went_wrong(const Portal& portal, Claims& claims, const Event& event) {
  Finding finding;
  if (is_push_step(portal, event) && (sends_stage(event) || sends_flip(event))) {
    const Claim claim = claims.made_by(portal, event);
    if (claim.generation <= claim.floor) {
      finding = fmt::format(
          "expected a claim above generation {}, where a peer had staged a row "
          "when it was read, the claim is {}",
          claim.floor, claim.generation);
    } else if (event.failed_with(sqlstate::unique_violation) &&
               !claims.shared(event.actor, claim, false)) {
      finding = fmt::format(
          "expected a push that shares its claim with no peer not to fail, it "
          "collided at generation {}",
          claim.generation);
    }
  }
  claims.follow(portal, event);
  return finding;
}

}  // namespace

void add_rival_properties(World& world) {
  const Portal& portal = world.portal;
  world.scenario.monitor<Claims>(
      {"shared-claim-fails-first", "Cases covered, and the one left fail-closed",
       "of two pushes with the same claim exactly one fails, on its first row, with the unique "
       "violation"},
      {}, [portal](Claims& claims, const Event& event) {
        return shared_claim_went_wrong(portal, claims, event);
      });
  world.scenario.monitor<Claims>(
      {"later-claim-is-higher", "Cases covered, and the one left fail-closed",
       "a push that reads the generation after a peer has staged a row claims higher, and neither "
       "fails on the other's account"},
      {}, [portal](Claims& claims, const Event& event) {
        return later_claim_went_wrong(portal, claims, event);
      });
}

}  // namespace racewindow::portal_push
