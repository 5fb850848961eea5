// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "scenarios/portal_push/portal_view.h"
#include "scenarios/portal_push/properties.h"
#include "scenarios/portal_push/push_event.h"

namespace racewindow::portal_push {
namespace {

// How far each push has come. A push ends with its verification, when it is superseded, or when it
// fails; the next statement of its actor is another push's first.
enum class Phase : std::uint8_t { idle, before_flip, after_flip };
struct Phases {
  std::array<Phase, pushers_max> of;
};

bool ends_push(const Event& event) {
  return logged(event, "op=verify") || logged(event, "op=stage-contended") ||
         logged(event, "op=failed") || logged(event, "op=stage-retry");
}

Finding cleared_before_flip(const Portal& portal, Phases& phases, const Event& event) {
  if (!is_push_step(portal, event)) return std::nullopt;
  if (logged(event, "op=stage-clear")) return "expected no op=stage-clear line, one was written";
  if (!is_push_statement(portal, event) || event.kind == EventKind::delivery) return std::nullopt;
  Phase& phase = phases.of[event.actor];
  if (phase == Phase::idle) {
    if (!reads_pointer(event)) return "expected the pointer read as the push's first statement";
    phase = Phase::before_flip;
  } else if (sends_flip(event)) {
    phase = Phase::after_flip;
  } else if (sends_delete(event) && phase == Phase::before_flip) {
    return "expected no DELETE before the flip, one was sent";
  }
  if (ends_push(event)) phase = Phase::idle;
  return std::nullopt;
}

// What each push has learned from the readback after its flip.
enum class Readback : std::uint8_t { none, awaited, own, superseded };
struct Flipped {
  Readback readback;
  std::uint8_t generation;
};
struct Flips {
  std::array<Flipped, pushers_max> of;
};

Finding superseded_went_on(const Portal& portal, Flips& flips, const Event& event) {
  if (!is_push_statement(portal, event) || event.kind == EventKind::delivery) return std::nullopt;
  Flipped& own = flips.of[event.actor];
  if (own.readback == Readback::superseded) {
    if (sends_delete(event)) return "expected a superseded push not to sweep, it sent a DELETE";
    if (logged(event, "op=verify")) return "expected a superseded push not to verify, it did";
  }
  if (sends_flip(event)) {
    own = {succeeded(event) ? Readback::awaited : Readback::none, generation_of(event)};
  } else if (own.readback == Readback::awaited && reads_pointer(event) && succeeded(event)) {
    const RowSet& rows = event.outcome->rows;
    const std::int64_t pointer = rows.row_count == 0 ? 0 : rows.row(0).front().as_int();
    own.readback = pointer > own.generation ? Readback::superseded : Readback::own;
  } else if (sends_stage(event)) {
    own = {};
  }
  return std::nullopt;
}

// A verification may report failure only when the tree that a reader sees is in truth not complete.
Finding verify_cried_wolf(const Portal& portal, const Event& event) {
  for (const std::string& line : event.logs) {
    if (!line.starts_with("op=verify") || !line.ends_with("result=failed")) continue;
    const auto& id = portal.accounts[account_index(portal, event)].id;
    const Tree listing = visible_tree(portal, *event.after, id);
    if (is_complete(listing, complete_trees(portal, *event.after, id))) {
      return fmt::format("expected no failure while the visible tree {} is complete, got {}",
                         to_text(listing), line);
    }
  }
  return std::nullopt;
}

}  // namespace

void add_protocol_properties(World& world) {
  const Portal& portal = world.portal;
  world.scenario.monitor<Phases>(
      {"nothing-cleared-before-flip", "Design 1 and 4",
       "the pointer read is a push's first statement, no DELETE comes before its flip, and no "
       "op=stage-clear line exists"},
      {}, [portal](Phases& phases, const Event& event) {
        return cleared_before_flip(portal, phases, event);
      });
  world.scenario.monitor<Flips>(
      {"superseded-stops", "Design 2", "a superseded push neither sweeps nor verifies"}, {},
      [portal](Flips& flips, const Event& event) {
        return superseded_went_on(portal, flips, event);
      });
  world.scenario.monitor<NoState>(
      {"verify-is-truthful", "Design 2", "op=verify reports failure only when something failed"},
      {}, [portal](NoState&, const Event& event) { return verify_cried_wolf(portal, event); });
}

void add_accounts_apart(World& world) {
  world.scenario.monitor<NoState>(
      {"accounts-apart", "Scope boundaries",
       "a push of one account changes no row of another account"},
      {}, [portal = world.portal](NoState&, const Event& event) -> Finding {
        if (!is_push_step(portal, event)) return std::nullopt;
        for (const RowChange& change : event.changes()) {
          const auto row = change.kind == RowChange::Kind::remove ? event.before_cells(change)
                                                                  : event.after_cells(change);
          if (row[0].as_text() != portal.accounts[event.actor].id) {
            return fmt::format("expected the push of {} to keep to it, it changed a row of {}",
                               portal.accounts[event.actor].id, row[0].as_text());
          }
        }
        return std::nullopt;
      });
}

}  // namespace racewindow::portal_push
