// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "guards/portal_push/account.h"
#include "sim/context.h"

namespace racewindow::portal_push {

// Resolves SCHEMA.md and data-portal.json and walks what they expose, in their order: one step. The
// walk is recorded, since it decides what a complete tree is.
//
// Every design walks after it has read the generation and before it stages. The document does not
// say where the walk stands, only that the pointer read is the push's first statement, that both
// pushes "read the generation", then "both walks resolve the same exposed set", then the second
// INSERT collides. Its residual (a change "in the window between the two generation reads") needs
// two walks on either side of the change, which both orders allow. In this order a push that
// claims higher because it saw a peer's staged row has also walked later than that peer.
[[nodiscard]] Tree walk_exposed(Context& ctx, const Account& account);

// Somebody edits data-portal.json: from now on `version` is what the account exposes.
void expose_version(Context& ctx, const Account& account, std::int64_t version);

}  // namespace racewindow::portal_push
