// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scenarios/portal_push/portal_view.h"
#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/push_event.h"

namespace racewindow::portal_push {
namespace {

// Judges each account's visible tree by itself.
template <class Accepts>
Finding judge_trees(const Portal& portal, const View& view, Accepts accepts) {
  for (const Account& account : portal.accounts) {
    const Tree listing = visible_tree(portal, view, account.id);
    const std::vector<Tree> complete = complete_trees(portal, view, account.id);
    if (!accepts(listing, complete)) {
      return fmt::format("expected {} to show {}, a reader sees {}", account.id, to_text(complete),
                         to_text(listing));
    }
  }
  return std::nullopt;
}

Finding pointer_went_back(const Portal& portal, const Event& event) {
  if (event.before == event.after) return std::nullopt;
  for (const Account& account : portal.accounts) {
    const std::int64_t before = pointer_of(portal, *event.before, account.id);
    const std::int64_t after = pointer_of(portal, *event.after, account.id);
    if (after < before) {
      return fmt::format("expected the pointer of {} at {} or above, it went back to {}",
                         account.id, before, after);
    }
  }
  return std::nullopt;
}

Finding live_row_deleted(const Portal& portal, const Event& event) {
  for (const RowChange& change : event.changes()) {
    if (change.kind != RowChange::Kind::remove || change.table->name != "directory") continue;
    const auto row = event.before_cells(change);
    const std::int64_t pointer = pointer_of(portal, *event.before, row[0].as_text());
    if (row[2].as_int() == pointer) {
      return fmt::format(
          "expected no row of {} at its pointer's generation {} to go, {} was deleted",
          row[0].as_text(), pointer, row[1].as_text());
    }
  }
  return std::nullopt;
}

// The paths of a reader's line: op=list account=acme paths=brand,docs
Tree listed_paths(std::string_view line) {
  constexpr std::string_view key = "paths=";
  Tree paths;
  std::string_view rest = line.substr(line.find(key) + key.size());
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    paths.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Finding listing_incomplete(const Portal& portal, const Event& event) {
  for (const std::string& line : event.logs) {
    const Tree listing = listed_paths(line);
    // A reader that asks nothing has listed nothing of the first account.
    const std::size_t account = event.calls.empty() ? 0 : account_index(portal, event);
    const auto& id = portal.accounts[account].id;
    const std::vector<Tree> complete = complete_trees(portal, *event.after, id);
    if (!is_complete(listing, complete)) {
      return fmt::format("expected the reader to list {}, it got {}", to_text(complete),
                         to_text(listing));
    }
  }
  return std::nullopt;
}

}  // namespace

void add_reader_properties(World& world) {
  const Portal& portal = world.portal;
  world.scenario.invariant(
      {"never-partial", "What success looks like",
       "the visible tree is complete, or at least no strict subset of a complete one, and never "
       "empty unless an empty tree is complete"},
      [portal](const View& view) {
        return judge_trees(portal, view,
                           [](const Tree& listing, const std::vector<Tree>& complete) {
                             return !is_partial(listing, complete);
                           });
      });
  world.scenario.invariant(
      {"exactly-complete", "Cases covered, and the one left fail-closed",
       "the visible tree is exactly one that some push walked, or the initial one"},
      [portal](const View& view) { return judge_trees(portal, view, is_complete); });
  world.scenario.monitor<NoState>(
      {"pointer-forward", "Design 2", "the pointer never moves backward"}, {},
      [portal](NoState&, const Event& event) { return pointer_went_back(portal, event); });
  world.scenario.monitor<NoState>(
      {"live-rows-kept", "What success looks like",
       "no DELETE removes rows at the pointer's generation"},
      {}, [portal](NoState&, const Event& event) { return live_row_deleted(portal, event); });
}

void add_listing_property(World& world, std::size_t reader) {
  world.scenario.monitor<NoState>(
      {"listing-complete", "What success looks like",
       "what a reader has listed is a complete tree"},
      {}, [portal = world.portal, reader](NoState&, const Event& event) -> Finding {
        if (event.kind == EventKind::time || event.actor != reader) return std::nullopt;
        return listing_incomplete(portal, event);
      });
}

}  // namespace racewindow::portal_push
