// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "guards/portal_push/account.h"
#include "scenarios/portal_push/world.h"
#include "sim/event.h"

// Questions to a view of the portal, as properties ask them.
namespace racewindow::portal_push {

// Where the pointer of an account stands; 0 where it has none.
[[nodiscard]] std::int64_t pointer_of(const Portal& portal, const View& view, std::string_view id);

// What a reader lists of an account, sorted.
[[nodiscard]] Tree visible_tree(const Portal& portal, const View& view, std::string_view id);

// The trees of an account that are complete: the initial one and each that a push has walked; each
// sorted.
[[nodiscard]] std::vector<Tree> complete_trees(const Portal& portal, const View& view,
                                               std::string_view id);

// Whether a listing is exactly one of the complete trees. Requires: sorted.
[[nodiscard]] bool is_complete(const Tree& listing, const std::vector<Tree>& complete);

// Whether a reader who gets this listing has reason to complain: it is empty although no complete
// tree is, or a strict subset of a complete tree and not itself complete. Requires: sorted.
[[nodiscard]] bool is_partial(const Tree& listing, const std::vector<Tree>& complete);

// {brand, docs}
[[nodiscard]] std::string to_text(const Tree& tree);
// {brand, docs} or {}
[[nodiscard]] std::string to_text(const std::vector<Tree>& trees);

}  // namespace racewindow::portal_push
