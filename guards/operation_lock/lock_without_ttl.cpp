// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/api.h"
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

Acquired acquire(Context& ctx, Session& db, const Operation& op) {
  return acquire_with(ctx, op, [&] {
    require_known_lock_table(ctx, op.request.api);
    return insert_lock(ctx, db, op);
  });
}

}  // namespace

// The accepted design without the takeover: a lock stays until its owner releases it.
Ended replace_with_lock_without_ttl(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
    constexpr LockParts lock{acquire, release_operation_lock};
    return under_lock(ctx, db, op, lock, [&](Acquired) { return run_flow(ctx, db, op); });
  });
}

}  // namespace racewindow::operation_lock
