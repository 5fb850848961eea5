// SPDX-License-Identifier: Apache-2.0
#include "scenarios/catalog.h"

#include "scenarios/portal_push/portal_push.h"

namespace racewindow {

void register_all(Registry& registry) {
  register_portal_push(registry);
}

}  // namespace racewindow
