// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/api.h"
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

bool read_then_take_over(Context& ctx, Session& db, const Operation& op) {
  const FileRequest& file = op.request;
  constexpr char read[] =
      "SELECT locked_at FROM qaf_operation_lock WHERE comparison_id = $1 AND role = $2";
  const auto locked_at = db.value<Timestamp>(read, file.comparison_id, file.role);
  const Timestamp now = ctx.now();
  if (!locked_at || !(*locked_at < now - lock_ttl)) return false;
  constexpr char update[] =
      "UPDATE qaf_operation_lock SET operation = $3, locked_by = $4, locked_at = $5 "
      "WHERE comparison_id = $1 AND role = $2 RETURNING locked_by";
  const Rows taken = db.query(update, file.comparison_id, file.role, file.operation, op.owner, now);
  return !taken.empty();
}

Acquired acquire(Context& ctx, Session& db, const Operation& op) {
  return acquire_with(ctx, op, [&] {
    require_known_lock_table(ctx, op.request.api);
    return insert_lock(ctx, db, op) || read_then_take_over(ctx, db, op);
  });
}

}  // namespace

// The accepted design, but the takeover reads the lock's age first and then writes.
Ended replace_with_read_then_write_takeover(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
    constexpr LockParts lock{acquire, release_operation_lock};
    return under_lock(ctx, db, op, lock, [&](Acquired) { return run_flow(ctx, db, op); });
  });
}

}  // namespace racewindow::operation_lock
