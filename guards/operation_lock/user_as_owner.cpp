// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

namespace racewindow::operation_lock {

// The accepted design, but the lock is taken in the name of the user: two tabs are one owner.
Ended replace_owned_by_user(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](Operation op) {
    op.owner = op.request.user;
    return under_lock(ctx, db, op, accepted_lock, [&](Acquired) { return run_flow(ctx, db, op); });
  });
}

}  // namespace racewindow::operation_lock
