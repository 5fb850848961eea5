// SPDX-License-Identifier: Apache-2.0
#include "scenarios/catalog.h"

#include "scenarios/operation_lock/operation_lock.h"
#include "scenarios/pipeline_lock/pipeline_lock.h"
#include "scenarios/portal_push/portal_push.h"

namespace racewindow {

void register_all(Registry& registry) {
  register_portal_push(registry);
  register_operation_lock(registry);
  register_pipeline_lock(registry);
}

}  // namespace racewindow
