// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "sim/context.h"

namespace racewindow::operation_lock {

// The flow without a lock: two of them may do their steps in any order, and the last write wins.
Ended replace_unguarded(Context& ctx, Session& db, const FileRequest& request) {
  FileRequest checked = request;
  if (Ended guarded = cheap_guards(db, checked); guarded.how != How::done) return guarded;
  const Operation op = begin_operation(ctx, checked);
  return run_flow(ctx, db, op);
}

}  // namespace racewindow::operation_lock
