// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace racewindow::memory {

// When a row version came to be or ceased to be: the number of the commit that made it so, or,
// while its transaction is open, the session and the command within the transaction. One number
// holds either, ordered so that every open stamp is greater than every commit number and `kNever`
// is the greatest: whether a snapshot sees a change is then a comparison or two.
using Stamp = std::uint64_t;

inline constexpr Stamp kNever = ~Stamp{0};
inline constexpr Stamp kOpen = Stamp{1} << 63;

// Requires: session < 2^31 - 1.
[[nodiscard]] constexpr Stamp open_stamp(std::uint32_t session, std::uint32_t command) {
  return kOpen | (Stamp{session} << 32) | command;
}
[[nodiscard]] constexpr bool is_open(Stamp stamp) {
  return stamp >= kOpen && stamp != kNever;
}
[[nodiscard]] constexpr bool is_committed(Stamp stamp) {
  return stamp < kOpen;
}
// Requires: is_open(stamp).
[[nodiscard]] constexpr std::uint32_t session_of(Stamp stamp) {
  return static_cast<std::uint32_t>((stamp & ~kOpen) >> 32);
}

// Which changes a command sees: everything up to a commit, and what earlier commands of its own
// transaction did. A command never sees its own effects.
struct Snapshot {
  Stamp committed = 0;         // the last commit that is seen
  Stamp own_first = kNever;    // stamp of the own transaction's first command
  std::uint64_t commands = 0;  // how many of its commands are seen

  [[nodiscard]] constexpr bool sees(Stamp stamp) const {
    return stamp <= committed || stamp - own_first < commands;
  }
};

}  // namespace racewindow::memory
