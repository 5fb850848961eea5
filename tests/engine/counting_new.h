// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace racewindow::testing {

// How often operator new was called. Whoever links counting_new.cpp has it counted.
[[nodiscard]] std::uint64_t allocations();

}  // namespace racewindow::testing
