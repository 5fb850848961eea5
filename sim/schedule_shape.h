// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/schedule.h"

namespace racewindow {

inline constexpr std::uint8_t kNobody = 0xff;

// The actor that a step counts for; kNobody for the passing of time, for late deliveries and for
// what the server notices. The victim of a deadlock moves: it gets its error there.
[[nodiscard]] constexpr std::uint8_t mover(const Choice& choice) {
  const bool nobody = choice.kind == Choice::Kind::time || choice.kind == Choice::Kind::deliver ||
                      choice.kind == Choice::Kind::notice;
  return nobody ? kNobody : choice.actor;
}

[[nodiscard]] constexpr bool is_fault(const Choice& choice) {
  const bool step = choice.kind == Choice::Kind::run || choice.kind == Choice::Kind::victim ||
                    choice.kind == Choice::Kind::expire;
  return !step && mover(choice) != kNobody;
}

// How a schedule counts: a context switch is where two neighbouring movers differ.
struct ScheduleShape {
  std::size_t switches = 0;
  std::size_t faults = 0;
};

[[nodiscard]] constexpr ScheduleShape shape_of(const Schedule& schedule) {
  ScheduleShape shape;
  std::uint8_t last = kNobody;
  for (const Choice& choice : schedule) {
    if (is_fault(choice)) ++shape.faults;
    const std::uint8_t moves = mover(choice);
    if (moves == kNobody) continue;
    if (last != kNobody && last != moves) ++shape.switches;
    last = moves;
  }
  return shape;
}

}  // namespace racewindow
