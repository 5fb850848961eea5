// SPDX-License-Identifier: Apache-2.0
#include "scenarios/portal_push/milestones.h"

#include <algorithm>
#include <utility>

#include "scenarios/portal_push/portal_view.h"
#include "scenarios/portal_push/push_event.h"

namespace racewindow::portal_push {
namespace {

// A milestone about the claim that a step makes: `reached` sees the claims before the step.
template <class Reached>
void reach_by_claims(World& world, std::string name, Reached reached) {
  world.scenario.milestone(std::move(name), [portal = world.portal, claims = claims_of(world),
                                             reached](const Event& event) {
    return is_push_step(portal, event) && reached(portal, event.tracked(claims), event);
  });
}

bool makes_claim(const Event& event) {
  return sends_stage(event) || sends_flip(event);
}

bool reads_generation(const Event& event) {
  return reads_pointer(event) || reads_max_generation(event);
}

bool collides(const Event& event) {
  return sends_stage(event) && event.failed_with(sqlstate::unique_violation);
}

// Pushers, as bits.
struct Pushers {
  std::uint8_t mask;
  [[nodiscard]] static std::uint8_t bit(const Event& event) {
    return static_cast<std::uint8_t>(1U << event.actor);
  }
};

}  // namespace

void reach_shared_claim(World& world) {
  reach_by_claims(world, "two pushes claim the same generation",
                  [](const Portal& portal, const Claims& claims, const Event& event) {
                    if (!makes_claim(event)) return false;
                    const Claim claim = claims.made_by(portal, event);
                    return claims.any_peer(portal, event, [&claim](const Claim& peer) {
                      return peer.generation == claim.generation;
                    });
                  });
}

void reach_first_row_collision(World& world) {
  reach_by_claims(world, "the second writer collides on its first row",
                  [](const Portal& portal, const Claims& claims, const Event& event) {
                    return collides(event) && claims.made_by(portal, event).staged == 0;
                  });
}

void reach_later_collision(World& world) {
  reach_by_claims(world, "the second writer collides after it has staged rows",
                  [](const Portal& portal, const Claims& claims, const Event& event) {
                    return collides(event) && claims.made_by(portal, event).staged != 0;
                  });
}

void reach_higher_claim(World& world) {
  reach_by_claims(world, "a push claims above rows that a peer has staged and not flipped",
                  [](const Portal& portal, const Claims& claims, const Event& event) {
                    if (!makes_claim(event)) return false;
                    const Claim claim = claims.made_by(portal, event);
                    const auto& id = portal.accounts[account_index(portal, event)].id;
                    return claim.floor != 0 && claim.generation > claim.floor &&
                           pointer_of(portal, *event.before, id) < claim.floor;
                  });
}

void reach_superseded_flip(World& world) {
  reach_line(world, "a flip was superseded", "op=stage-contended");
}

void reach_both_flips(World& world) {
  world.scenario.milestone<Pushers>("two pushes flip", {},
                                    [portal = world.portal](Pushers& flipped, const Event& event) {
                                      if (!is_push_step(portal, event) || !logged(event, "op=flip"))
                                        return false;
                                      const bool other = (flipped.mask & ~Pushers::bit(event)) != 0;
                                      flipped.mask |= Pushers::bit(event);
                                      return other;
                                    });
}

void reach_death_while_staging(World& world) {
  reach_by_claims(world, "a push dies with rows staged and not flipped",
                  [](const Portal& portal, const Claims& claims, const Event& event) {
                    if (event.kind != EventKind::crash) return false;
                    const Claim& claim = claims.of[0][event.actor];
                    return claim.staged != 0 &&
                           pointer_of(portal, *event.before, portal.accounts[0].id) <
                               claim.generation;
                  });
}

void reach_flip_fault(World& world, EventKind fault) {
  world.scenario.milestone("the fault strikes a flip", [fault](const Event& event) {
    return event.kind == fault && sends_flip(event);
  });
}

void reach_late_stage(World& world) {
  world.scenario.milestone("a late INSERT takes effect", [](const Event& event) {
    return event.kind == EventKind::delivery && sends_stage(event) && succeeded(event);
  });
}

void reach_failure_in_loop(World& world, std::size_t pusher) {
  world.scenario.milestone("an account fails in the loop", [pusher](const Event& event) {
    return event.kind == EventKind::statement && event.actor == pusher &&
           logged(event, "op=failed");
  });
}

void reach_change_between_reads(World& world, std::size_t editor) {
  world.scenario.milestone<Pushers>(
      "the exposed set changes between the two generation reads", {},
      [portal = world.portal, editor](Pushers& read, const Event& event) {
        if (is_push_step(portal, event) && reads_generation(event))
          read.mask |= Pushers::bit(event);
        return event.kind == EventKind::external && event.actor == editor &&
               (read.mask == 1 || read.mask == 2);
      });
}

void reach_reader_overtaken(World& world, std::size_t reader) {
  world.scenario.milestone("a reader has read the pointer before a flip and the rows after it",
                           [portal = world.portal, reader](const Event& event) {
                             return event.kind == EventKind::statement && event.actor == reader &&
                                    event.calls.front().params.size() == 2 &&
                                    event.calls.front().params[1].as_int() <
                                        pointer_of(portal, *event.after,
                                                   event.calls.front().params[0].as_text());
                           });
}

void reach_line(World& world, std::string name, std::string op) {
  world.scenario.milestone(std::move(name),
                           [op = std::move(op)](const Event& event) { return logged(event, op); });
}

void reach_lease_taken_over(World& world) {
  // A released lease is a deleted row, so an update is a takeover of one that has expired.
  world.scenario.milestone("a lease is taken over from its holder", [](const Event& event) {
    return std::any_of(event.changes().begin(), event.changes().end(), [](const RowChange& change) {
      return change.table->name == "push_lease" && change.kind == RowChange::Kind::update;
    });
  });
}

}  // namespace racewindow::portal_push
