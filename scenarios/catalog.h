// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/registry.h"

namespace racewindow {

// Every scenario of this project, in the order in which reports list them.
void register_all(Registry& registry);

}  // namespace racewindow
