// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/registry.h"

namespace racewindow {

// Every design of the portal push under its workloads: portal-push/<design>/<workload>.
void register_portal_push(Registry& registry);

}  // namespace racewindow
