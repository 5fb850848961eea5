// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace racewindow {

// What a child process publishes in memory that it shares with its parent, so that the parent can
// say where it was when it hung or died: written before an actor's body is given control.
struct Heartbeat {
  // Odd while an actor's body has control: one that stays odd and equal is a body that hangs, not
  // an engine at work.
  std::atomic<std::uint64_t> beats;
  [[nodiscard]] static bool actor_has_control(std::uint64_t beats) { return beats % 2 == 1; }
  std::array<char, 64> actor;  // NUL-terminated name of the actor that runs
  std::array<char, 512> step;  // NUL-terminated: what it was last answered
};

}  // namespace racewindow
