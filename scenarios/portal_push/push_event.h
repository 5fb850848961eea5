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

inline constexpr std::size_t pushers_max = 4;

[[nodiscard]] bool is_push_step(const Portal& portal, const Event& event);
[[nodiscard]] bool sends_stage(const Event& event);    // INSERT INTO directory
[[nodiscard]] bool sends_flip(const Event& event);     // INSERT INTO directory_state
[[nodiscard]] bool sends_delete(const Event& event);   // DELETE FROM directory
[[nodiscard]] bool reads_pointer(const Event& event);  // alone, or with MAX in one statement
[[nodiscard]] bool reads_max_generation(const Event& event);
[[nodiscard]] bool carried_out(const Event& event);
[[nodiscard]] bool succeeded(const Event& event);
[[nodiscard]] bool logged(const Event& event, std::string_view op);

// The number of a statement's account ($1), from 1.
[[nodiscard]] std::uint8_t account_number(const Portal& portal, const Event& event);
// The generation of a stage or a flip ($2).
[[nodiscard]] std::uint8_t generation_of(const Event& event);

// What one push has claimed and staged so far, seen from outside.
struct Claim {
  std::uint8_t account = 0;     // from 1; 0: nothing claimed yet
  std::uint8_t generation = 0;  // that it stages at
  std::uint8_t staged = 0;      // whether a row of it was inserted there
  std::uint8_t floor = 0;       // the highest generation at which a peer had staged rows when this
                                // push last read the generation
};

// The claims of all pushers, kept by monitors and milestones.
struct Claims {
  std::array<Claim, pushers_max> of;

  // Takes notice of a step; call it last.
  void follow(const Portal& portal, const Event& event);
  // Whether another pusher claims what this one claims, or (`staged`) has rows there.
  [[nodiscard]] bool shared(std::size_t actor, const Claim& claim, bool staged) const;
  // The claim that this stage or flip makes known.
  [[nodiscard]] Claim made_by(const Portal& portal, const Event& event) const;

 private:
  [[nodiscard]] std::uint8_t highest_staged_by_others(std::size_t actor,
                                                      std::uint8_t account) const;
};

}  // namespace racewindow::portal_push
