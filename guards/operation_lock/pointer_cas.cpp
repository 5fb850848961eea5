// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/lock.h"
#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

constexpr FlowParts flow_with_cas{send_alone, patch_unmoved_pointer};

}  // namespace

// No lock: the pointer is patched only while it names what the operation saw when it began.
Ended replace_with_pointer_cas(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(
      ctx, db, request, [&](const Operation& op) { return run_flow(ctx, db, op, flow_with_cas); });
}

// The accepted lock, and the compare-and-set inside it.
Ended replace_with_lock_and_pointer_cas(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
    return under_lock(ctx, db, op, accepted_lock,
                      [&](Acquired) { return run_flow(ctx, db, op, flow_with_cas); });
  });
}

// The same, but compared with what the pointer names once the lock is held.
Ended replace_with_lock_and_reread_cas(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](Operation op) {
    return under_lock(ctx, db, op, accepted_lock, [&](Acquired) {
      op.request.seen = read_stored_file(db, op.request).operation_id;
      return run_flow(ctx, db, op, flow_with_cas);
    });
  });
}

}  // namespace racewindow::operation_lock
