// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "scenarios/pipeline_lock/world.h"
#include "sim/event.h"

namespace racewindow::pipeline_lock {

// What becomes of clicks, seen from outside. Bit n of a mask is the clicker with that index.
struct Clicks {
  std::uint8_t inside = 0;    // has sent something and is not answered
  std::uint8_t waited = 0;    // … and had to wait
  std::uint8_t excused = 0;   // … and there was another one inside, or an active run, meanwhile
  std::uint8_t accepted = 0;  // clicks answered with 202
  std::uint8_t answered = 0;

  // Those that are inside while a step is taken, its actor included.
  [[nodiscard]] unsigned inside_during(const Facts& facts, const Event& event) const;

  // Takes notice of a step.
  void follow(const Facts& facts, const Event& event);
};

// Where a world keeps its clicks: as they were before a step while properties are told of it.
// Requires: all clickers are declared.
void follow_clicks(World& world);

// Whether this is a step of a clicker.
[[nodiscard]] inline bool is_click_step(const Facts& facts, const Event& event) {
  return event.kind != EventKind::time && event.actor < facts.clickers;
}

// The status that a clicker was answered with in this step; 0: none.
[[nodiscard]] int answer_of(const Facts& facts, const Event& event);

[[nodiscard]] inline bool has_bit(std::uint8_t mask, std::size_t bit) {
  return (mask >> bit & 1U) != 0;
}

// Whether some project has a run that is PENDING or RUNNING.
[[nodiscard]] bool any_active_run(const Facts& facts, const View& view);

}  // namespace racewindow::pipeline_lock
