// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "guards/portal_push/account.h"

namespace racewindow::portal_push {

// The path of an account's own directory. No reader lists it.
inline constexpr const char* root_path = ".";

// The exposed tree behind the row of the account's own directory, so that every tree, an empty one
// too, begins with the same row: whoever stages first at a generation has it to himself, because
// the other's first INSERT collides whatever it exposes, and every push that has staged is seen by
// MAX.
[[nodiscard]] Tree walk_from_root(Context& ctx, const Account& account);

}  // namespace racewindow::portal_push
