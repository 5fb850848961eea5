// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "scenarios/pipeline_lock/world.h"
#include "sim/event.h"

namespace racewindow::pipeline_lock {

// The transactions that actors have open: each of them keeps a connection.
struct Connections {
  std::array<std::uint8_t, 12> open{};

  // Those in use while a step is taken: a statement outside a transaction needs one too.
  [[nodiscard]] std::size_t in_use_during(const Event& event) const;
  void follow(const Event& event);
};

}  // namespace racewindow::pipeline_lock
