// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/registry.h"

namespace racewindow::operation_lock {

// For the review: what the guard is there for, and what the scenarios leave out.
[[nodiscard]] SystemInfo about();

}  // namespace racewindow::operation_lock
