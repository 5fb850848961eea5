// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "guards/operation_lock/api.h"
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

// The accepted design repaired where exploration found it wanting. It keeps the lock table and the
// flow's steps, and differs in five things: the database's clock says how old a lock is; whatever
// the acquire may have left behind is released too; a reparse reads which file is stored under the
// lock; parts and pointer change together, and only while the lock is still the operation's own; a
// result is kept only if it is about the files that the comparison points at by then.
namespace racewindow::operation_lock {
namespace {

bool insert_lock_stamped(Session& db, const Operation& op) {
  const FileRequest& file = op.request;
  constexpr char insert[] =
      "INSERT INTO qaf_operation_lock "
      "(comparison_id, role, project_id, operation, locked_by, locked_at) "
      "VALUES ($1, $2, $3, $4, $5, now()) "
      "ON CONFLICT (comparison_id, role) DO NOTHING RETURNING locked_by";
  const Rows inserted =
      db.query(insert, file.comparison_id, file.role, file.project_id, file.operation, op.owner);
  return !inserted.empty();
}

// What the database's clock showed a request earlier can only make the takeover come later.
bool take_over_stamped(Session& db, const Operation& op) {
  const FileRequest& file = op.request;
  const Timestamp now = db.value<Timestamp>("SELECT now()").value();
  constexpr char update[] =
      "UPDATE qaf_operation_lock SET operation = $3, locked_by = $4, locked_at = now() "
      "WHERE comparison_id = $1 AND role = $2 AND locked_at < $5 RETURNING locked_by";
  const Rows taken =
      db.query(update, file.comparison_id, file.role, file.operation, op.owner, now - lock_ttl);
  return !taken.empty();
}

Acquired acquire_by_database_clock(Context& ctx, Session& db, const Operation& op) {
  return acquire_with(ctx, op, [&] {
    require_known_lock_table(ctx, op.request.api);
    return insert_lock_stamped(db, op) || take_over_stamped(db, op);
  });
}

// The lock is released also where its acquire failed: the reply may have been lost, not the row.
Acquired acquire_or_release(Context& ctx, Session& db, const Operation& op) {
  try {
    return acquire_by_database_clock(ctx, db, op);
  } catch (const SqlError&) {
    release_operation_lock(ctx, db, op);
    throw;
  }
}

// One RPC, so one transaction: holds the lock's row until it commits, and as far as that row is
// there writes parts and pointer, and drops the result, which is about another file from then on.
// Returns how many rows it changed: none where the lock is gone.
std::int64_t publish_while_locked(Session& db, Rpc rpc, const Operation& op) {
  const FileRequest& file = op.request;
  constexpr char hold[] =
      "UPDATE qaf_operation_lock SET locked_at = locked_at "
      "WHERE comparison_id = $1 AND role = $2 AND locked_by = $3";
  constexpr char parts[] =
      "INSERT INTO comparison_part (comparison_id, role, part, operation_id) "
      "SELECT comparison_id, role, 1, locked_by FROM qaf_operation_lock "
      "WHERE comparison_id = $1 AND role = $2 AND locked_by = $3 "
      "UNION ALL SELECT comparison_id, role, 2, locked_by FROM qaf_operation_lock "
      "WHERE comparison_id = $1 AND role = $2 AND locked_by = $3 ORDER BY 3 "
      "ON CONFLICT (comparison_id, role, part) DO UPDATE SET operation_id = excluded.operation_id";
  constexpr char pointer[] =
      "UPDATE comparison_file SET path = $3, operation_id = $4 "
      "WHERE comparison_id = $1 AND role = $2 AND EXISTS (SELECT 1 FROM qaf_operation_lock "
      "WHERE comparison_id = $1 AND role = $2 AND locked_by = $4)";
  constexpr char result[] =
      "DELETE FROM comparison_result WHERE comparison_id = $1 AND EXISTS ("
      "SELECT 1 FROM qaf_operation_lock "
      "WHERE comparison_id = $1 AND role = $2 AND locked_by = $3)";
  return rpc(db, {Session::Command(hold, file.comparison_id, file.role, op.owner),
                  Session::Command(parts, file.comparison_id, file.role, op.owner),
                  Session::Command(pointer, file.comparison_id, file.role, file.path, op.owner),
                  Session::Command(result, file.comparison_id, file.role, op.owner)});
}

// The same where there is no lock table yet.
std::int64_t publish_unlocked(Session& db, Rpc rpc, const Operation& op) {
  constexpr char result[] = "DELETE FROM comparison_result WHERE comparison_id = $1";
  return rpc(db, {upsert_parts(op), patch_pointer(op),
                  Session::Command(result, op.request.comparison_id)});
}

// Nothing is read back: the transaction has said what it changed.
Ended run_repaired_flow(Context& ctx, Session& db, Rpc rpc, Operation op, Acquired acquired) {
  if (op.request.operation == reparse_file) op.request.path = read_stored_file(db, op.request).path;
  const std::int64_t found = ingest(ctx, op);
  if (Ended guarded = ingest_guards(ctx, op, found); guarded.how != How::done) return guarded;
  const std::int64_t changed = acquired == Acquired::locked ? publish_while_locked(db, rpc, op)
                                                            : publish_unlocked(db, rpc, op);
  if (changed == 0) {
    compensate(ctx, op);
    return {How::aborted, "the lock was taken over meanwhile"};
  }
  recompare_unmoved(db, rpc, op.request.comparison_id);
  return {};
}

Ended replace_with(Rpc rpc, Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
    constexpr LockParts lock{acquire_or_release, release_operation_lock};
    return under_lock(ctx, db, op, lock, [&](Acquired acquired) {
      return run_repaired_flow(ctx, db, rpc, op, acquired);
    });
  });
}

}  // namespace

Ended replace_repaired(Context& ctx, Session& db, const FileRequest& request) {
  return replace_with(call_rpc, ctx, db, request);
}

Ended replace_repaired_in_steps(Context& ctx, Session& db, const FileRequest& request) {
  return replace_with(step_through_rpc, ctx, db, request);
}

}  // namespace racewindow::operation_lock
