// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "scenarios/survivors.h"
#include "sim/registry.h"

namespace racewindow::portal_push {

// For the review: what the guard is there for, and what the scenarios leave out.
[[nodiscard]] SystemInfo about();

// Why the scenarios do not notice these changes of the accepted designs.
[[nodiscard]] std::span<const Survivor> survivors();

}  // namespace racewindow::portal_push
