// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "sim/context.h"

namespace racewindow::operation_lock {

// The flow without a lock: two of them may do their steps in any order, and the last write wins.
Ended replace_unguarded(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request,
                            [&](const Operation& op) { return run_flow(ctx, db, op); });
}

}  // namespace racewindow::operation_lock
