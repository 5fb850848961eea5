// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "scenarios/portal_push/world.h"
#include "sim/event.h"

// The steps of pushes, recognised in events. "Sent" is whatever became of the statement; "carried
// out" is that a store executed it, late deliveries and lost replies included.
namespace racewindow::portal_push {

inline constexpr std::size_t pushers_max = 3;
inline constexpr std::size_t accounts_max = 2;

//
// Inline, since each of a dozen properties asks them of every step: a tenth of a search.
[[nodiscard]] inline bool is_push_step(const Portal& portal, const Event& event) {
  return event.kind != EventKind::time && event.actor < portal.pushers;
}
// A statement on the database.
[[nodiscard]] inline bool is_push_statement(const Portal& portal, const Event& event) {
  return is_push_step(portal, event) && event.statement() != nullptr &&
         event.kind != EventKind::external;
}
[[nodiscard]] inline bool sends(const Event& event, Verb verb, std::string_view table) {
  const Statement* statement = event.statement();
  return statement != nullptr && statement->verb == verb && event.kind != EventKind::external &&
         statement->target->name == table;
}
[[nodiscard]] inline bool sends_stage(const Event& event) {
  return sends(event, Verb::insert, "directory");
}
[[nodiscard]] inline bool sends_flip(const Event& event) {
  return sends(event, Verb::insert, "directory_state");
}
[[nodiscard]] inline bool sends_delete(const Event& event) {
  return sends(event, Verb::remove, "directory");
}
[[nodiscard]] inline bool selects(const Event& event) {
  const Statement* statement = event.statement();
  return statement != nullptr && statement->verb == Verb::select &&
         event.kind != EventKind::external;
}
// Of what selects.
[[nodiscard]] bool reads_pointer_table(const Event& event);
[[nodiscard]] bool selects_maximum(const Event& event);
[[nodiscard]] inline bool reads_pointer(
    const Event& event) {  // alone, or with MAX in one statement
  return selects(event) && reads_pointer_table(event);
}
[[nodiscard]] inline bool reads_max_generation(const Event& event) {
  return selects(event) && selects_maximum(event);
}
[[nodiscard]] inline bool carried_out(const Event& event) {
  return event.outcome != nullptr;
}
[[nodiscard]] inline bool succeeded(const Event& event) {
  return carried_out(event) && event.outcome->status == Outcome::Status::rows;
}
[[nodiscard]] inline bool logged(const Event& event, std::string_view op) {
  for (const std::string& line : event.logs) {
    if (line.starts_with(op)) return true;
  }
  return false;
}

// The account that a statement of a push is about ($1), by its place in the portal.
[[nodiscard]] inline std::size_t account_index(const Portal& portal, const Event& event) {
  const Text* id = event.calls.front().params[0].interned();
  std::size_t index = 0;
  while (portal.account_ids[index] != id) ++index;
  return index;
}
// The generation of a stage or a flip ($2).
[[nodiscard]] std::uint8_t generation_of(const Event& event);

enum class Fate : std::uint8_t { open, succeeded, collided, gone };

// What one push of one account has claimed and done so far, seen from outside.
struct Claim {
  std::uint8_t generation = 0;  // that it stages at; 0: nothing claimed yet
  std::uint8_t staged = 0;      // whether a row of it was inserted there
  std::uint8_t floor = 0;       // the highest generation at which a peer had staged rows when this
                                // push last read the generation
  Fate fate = Fate::open;

  friend bool operator==(const Claim&, const Claim&) = default;
};

// The claims of all pushers on all accounts.
struct Claims {
  std::array<std::array<Claim, pushers_max>, accounts_max> of;

  // The claim that a stage or a flip makes or keeps to.
  [[nodiscard]] Claim made_by(const Portal& portal, const Event& event) const;
  // Whether some other pusher's claim on the event's account satisfies the predicate.
  template <class Predicate>
  [[nodiscard]] bool any_peer(const Portal& portal, const Event& event, Predicate predicate) const {
    const auto& account = of[account_index(portal, event)];
    for (std::size_t peer = 0; peer < portal.pushers; ++peer) {
      if (peer != event.actor && predicate(account[peer])) return true;
    }
    return false;
  }
  // Takes notice of a step of a push.
  void follow(const Portal& portal, const Event& event);
};

// Where a world keeps its claims: as they were before a step while properties are told of it. They
// are followed once, for all that read them, from the first call on.
[[nodiscard]] Tracked<Claims> claims_of(World& world);

}  // namespace racewindow::portal_push
