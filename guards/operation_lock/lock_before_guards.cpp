// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

namespace racewindow::operation_lock {

// The accepted design, but the lock comes first: whatever the cheap guards reject has had it.
Ended replace_locking_before_guards(Context& ctx, Session& db, const FileRequest& request) {
  Operation op = begin_operation(ctx, request);
  return under_lock(ctx, db, op, accepted_lock, [&](Acquired) {
    if (Ended guarded = cheap_guards(db, op.request); guarded.how != How::done) return guarded;
    return run_flow(ctx, db, op);
  });
}

}  // namespace racewindow::operation_lock
