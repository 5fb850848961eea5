// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/lock.h"

#include "guards/operation_lock/api.h"
#include "sim/context.h"

namespace racewindow::operation_lock {

bool insert_lock(Context& ctx, Session& db, const Operation& op) {
  const FileRequest& file = op.request;
  const Timestamp now = ctx.now();
  constexpr char insert[] =
      "INSERT INTO qaf_operation_lock "
      "(comparison_id, role, project_id, operation, locked_by, locked_at) "
      "VALUES ($1, $2, $3, $4, $5, $6) "
      "ON CONFLICT (comparison_id, role) DO NOTHING RETURNING locked_by";
  const Rows inserted = db.query(insert, file.comparison_id, file.role, file.project_id,
                                 file.operation, op.owner, now);
  return !inserted.empty();
}

bool take_over_expired_lock(Context& ctx, Session& db, const Operation& op) {
  const FileRequest& file = op.request;
  const Timestamp now = ctx.now();
  constexpr char update[] =
      "UPDATE qaf_operation_lock SET operation = $3, locked_by = $4, locked_at = $5 "
      "WHERE comparison_id = $1 AND role = $2 AND locked_at < $6 RETURNING locked_by";
  const Rows taken = db.query(update, file.comparison_id, file.role, file.operation, op.owner, now,
                              now - lock_ttl);
  return !taken.empty();
}

void delete_own_lock(Session& db, const Operation& op) {
  constexpr char release[] =
      "DELETE FROM qaf_operation_lock WHERE comparison_id = $1 AND role = $2 AND locked_by = $3";
  db.exec(release, op.request.comparison_id, op.request.role, op.owner);
}

Acquired acquire_with(Context& ctx, const Operation& op, const std::function<bool()>& attempt) {
  try {
    return attempt() ? Acquired::locked : Acquired::taken;
  } catch (const SqlError& error) {
    if (!is_missing_table(error)) {
      throw SqlError(error.sqlstate(), "operation lock: " + error.message());
    }
    ctx.log("level=warn op={} lock=missing action=unlocked error={}", op.request.operation,
            error.sqlstate());
    return Acquired::unlocked;
  }
}

Acquired acquire_operation_lock(Context& ctx, Session& db, const Operation& op) {
  return acquire_with(ctx, op, [&] {
    require_known_lock_table(ctx, op.request.api);
    return insert_lock(ctx, db, op) || take_over_expired_lock(ctx, db, op);
  });
}

void release_with(Context& ctx, const Operation& op, const std::function<void()>& release) {
  try {
    release();
  } catch (const SqlError& error) {
    ctx.log("level=error op={} lock=not-released error=\"{}\"", op.request.operation,
            error.message());
  }
}

// Not asked of the schema cache: an instance that knew the table has not forgotten it.
void release_operation_lock(Context& ctx, Session& db, const Operation& op) {
  release_with(ctx, op, [&] { delete_own_lock(db, op); });
}

Ended under_lock(Context& ctx, Session& db, const Operation& op, const LockParts& lock,
                 const std::function<Ended(Acquired)>& flow) {
  const Acquired acquired = lock.acquire(ctx, db, op);
  if (acquired == Acquired::taken) {
    return {How::already_running, "an operation on this file is already running"};
  }
  if (acquired == Acquired::unlocked) return flow(acquired);
  Ended ended;
  ctx.with_cleanup([&] { ended = flow(acquired); }, [&] { lock.release(ctx, db, op); });
  return ended;
}

}  // namespace racewindow::operation_lock
