// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/scenario.h"

namespace racewindow {

// On which connection each actor sends what, in the order in which it asks: its own, or one of a
// pool as its Session stands for it. Of one execution.
class ConnectionWatch {
 public:
  using Connection = std::pair<std::uint8_t, std::uint8_t>;  // pool and client, as in Request

  // The scenario with this watch around its actors, which must outlive it.
  [[nodiscard]] Scenario watched(Scenario scenario);
  // Of every statement, by actor.
  [[nodiscard]] const std::vector<std::vector<Connection>>& connections() const {
    return connections_;
  }

 private:
  class Watch;

  std::vector<std::vector<Connection>> connections_;
};

}  // namespace racewindow
