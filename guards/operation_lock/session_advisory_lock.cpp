// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/advisory_key.h"
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

Acquired acquire(Context& ctx, Session& db, const Operation& op) {
  return acquire_with(ctx, op, [&] {
    return db.value<bool>("SELECT pg_try_advisory_lock($1)", advisory_key(op.request)).value();
  });
}

void release(Context& ctx, Session& db, const Operation& op) {
  release_with(ctx, op, [&] {
    const auto released = db.value<bool>("SELECT pg_advisory_unlock($1)", advisory_key(op.request));
    if (released.value()) return;
    ctx.log("level=error op={} lock=not-released error=\"this session does not hold it\"",
            op.request.operation);
  });
}

}  // namespace

// A session's advisory lock through the API's connection pool: the request that locks and the one
// that unlocks each get the connection that is free.
Ended replace_with_session_advisory_lock(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
    constexpr LockParts lock{acquire, release};
    return under_lock(ctx, db, op, lock, [&](Acquired) { return run_flow(ctx, db, op); });
  });
}

}  // namespace racewindow::operation_lock
