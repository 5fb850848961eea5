// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

namespace racewindow::operation_lock {

// The accepted design ("Umsetzung", 1 to 5): after the cheap guards and before all that can
// interleave, a row of the lock table is taken in the name of the operation, and given back however
// the flow ends.
Ended replace_comparison_file(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
    return under_lock(ctx, db, op, accepted_lock, [&](Acquired) { return run_flow(ctx, db, op); });
  });
}

Ended reparse_comparison_file(Context& ctx, Session& db, const FileCall& replace,
                              const FileRequest& request) {
  const StoredFile stored = read_stored_file(db, request);
  FileRequest inner = request;
  inner.operation = reparse_file;
  inner.path = stored.path;
  inner.seen = stored.operation_id;
  return replace(ctx, db, inner);
}

}  // namespace racewindow::operation_lock
