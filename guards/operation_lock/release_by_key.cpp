// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

void release_lock_of_file(Context& ctx, Session& db, const Operation& op) {
  release_with(ctx, op, [&] {
    db.exec("DELETE FROM qaf_operation_lock WHERE comparison_id = $1 AND role = $2",
            op.request.comparison_id, op.request.role);
  });
}

}  // namespace

// The accepted design, but what is released is the lock of the file, whoever holds it by then.
Ended replace_releasing_by_key(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
    constexpr LockParts lock{acquire_operation_lock, release_lock_of_file};
    return under_lock(ctx, db, op, lock, [&](Acquired) { return run_flow(ctx, db, op); });
  });
}

}  // namespace racewindow::operation_lock
