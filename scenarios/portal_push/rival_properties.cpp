// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/push_event.h"

namespace racewindow::portal_push {
namespace {

bool stages(const Portal& portal, const Event& event) {
  return is_push_step(portal, event) && sends_stage(event) && carried_out(event);
}

// The loser of a shared claim fails before any row of it is in.
Finding loser_contributed(const Portal& portal, const Claims& claims, const Event& event) {
  if (!stages(portal, event)) return std::nullopt;
  const Claim claim = claims.made_by(portal, event);
  const bool shared = claims.any_peer(portal, event, [&claim](const Claim& peer) {
    return peer.generation == claim.generation && peer.staged != 0;
  });
  if (!shared || claim.staged != 0 || !succeeded(event)) return std::nullopt;
  return fmt::format(
      "expected the second push at generation {} to collide on its first row, it staged it",
      claim.generation);
}

// Pushes that share a claim are told apart by their end: one succeeds, the others collide. A push
// that was lost to a fault says nothing.
Finding not_exactly_one_failed(const Portal& portal, Claims claims, const Event& event) {
  if (!is_push_statement(portal, event) || event.logs.empty()) return std::nullopt;
  claims.follow(portal, event);
  const Claim& own = claims.of[account_index(portal, event)][event.actor];
  const auto peer_is = [&](auto... fates) {
    return claims.any_peer(portal, event, [&](const Claim& peer) {
      return peer.generation == own.generation && (... || (peer.fate == fates));
    });
  };
  if (own.fate == Fate::succeeded && peer_is(Fate::succeeded)) {
    return fmt::format("expected one of two pushes at generation {} to fail, both succeeded",
                       own.generation);
  }
  if (own.fate == Fate::collided && peer_is(Fate::collided) &&
      !peer_is(Fate::open, Fate::succeeded, Fate::gone)) {
    return fmt::format("expected one of two pushes at generation {} to succeed, both failed",
                       own.generation);
  }
  return std::nullopt;
}

// Whoever reads the generation after a peer has staged a row claims higher, and a push collides
// with none but those who share its claim.
Finding later_claim_went_wrong(const Portal& portal, const Claims& claims, const Event& event) {
  if (!is_push_step(portal, event) || !(sends_stage(event) || sends_flip(event))) {
    return std::nullopt;
  }
  const Claim claim = claims.made_by(portal, event);
  const bool shared = claims.any_peer(
      portal, event, [&claim](const Claim& peer) { return peer.generation == claim.generation; });
  if (claim.generation <= claim.floor) {
    return fmt::format(
        "expected a claim above generation {}, where a peer had staged a row when it was read, "
        "the claim is {}",
        claim.floor, claim.generation);
  }
  if (event.failed_with(sqlstate::unique_violation) && !shared) {
    return fmt::format(
        "expected a push that shares its claim with no peer not to fail, it collided at "
        "generation {}",
        claim.generation);
  }
  return std::nullopt;
}

}  // namespace

void add_rival_properties(World& world) {
  const Portal& portal = world.portal;
  const Tracked<Claims> claims = claims_of(world);
  world.scenario.monitor<NoState>(
      {"shared-claim-one-fails", "Cases covered, and the one left fail-closed",
       "of two pushes with the same claim exactly one fails, with the unique violation"},
      {}, [portal, claims](NoState&, const Event& event) {
        return not_exactly_one_failed(portal, event.tracked(claims), event);
      });
  world.scenario.monitor<NoState>(
      {"shared-claim-first-row", "Cases covered, and the one left fail-closed",
       "of two pushes with the same claim the second collides on its first row and contributes "
       "nothing"},
      {}, [portal, claims](NoState&, const Event& event) {
        return loser_contributed(portal, event.tracked(claims), event);
      });
  world.scenario.monitor<NoState>(
      {"later-claim-is-higher", "Cases covered, and the one left fail-closed",
       "a push that reads the generation after a peer has staged a row claims higher, and neither "
       "fails on the other's account"},
      {}, [portal, claims](NoState&, const Event& event) {
        return later_claim_went_wrong(portal, event.tracked(claims), event);
      });
}

}  // namespace racewindow::portal_push
