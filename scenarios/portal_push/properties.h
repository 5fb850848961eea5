// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "scenarios/portal_push/world.h"

// What must hold of a push, numbered as in the project's list. Each function adds its properties to
// a world whose actors are all declared.
namespace racewindow::portal_push {

// What a reader may see: 1 never-partial, 2 exactly-complete, 3 pointer-forward, 4 live-rows-kept.
void add_reader_properties(World& world);

// How a push goes about it: 5 nothing-cleared-before-flip, 6 superseded-stops, 9
// verify-is-truthful.
void add_protocol_properties(World& world);

// Pushes of one account against each other: 7 shared-claim-one-fails and shared-claim-first-row,
// 8 later-claim-is-higher.
void add_rival_properties(World& world);

// 10 next-push-heals: the next undisturbed push of each account, from every end state.
void add_recovery(World& world, const Push& push);
// The same once `pause` has passed.
void add_recovery_after(World& world, const Push& push, Duration pause);

// Out of the numbered list.
// No step of a push changes rows of another account. Requires: pusher n pushes account n only.
void add_accounts_apart(World& world);
// What a reading actor says it has listed (op=list … paths=…) is complete.
void add_listing_property(World& world, std::size_t reader);

}  // namespace racewindow::portal_push
