// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/advisory_key.h"
#include "guards/operation_lock/designs.h"
#include "guards/operation_lock/flow.h"
#include "sim/context.h"

namespace racewindow::operation_lock {
namespace {

// An RPC: the lock, and under it the statement.
std::int64_t send_under_advisory_lock(Session& db, const Operation& op,
                                      const Session::Command& command) {
  const Session::Command lock("SELECT pg_advisory_xact_lock($1)", advisory_key(op.request));
  const std::int64_t changed = db.batch({lock, command});
  return changed - 1;  // the row of the SELECT
}

}  // namespace

// pg_advisory_xact_lock in each request that changes rows. It holds as long as that one request,
// and nothing holds from one to the next.
Ended replace_with_request_advisory_lock(Context& ctx, Session& db, const FileRequest& request) {
  return after_cheap_guards(ctx, db, request, [&](const Operation& op) {
    constexpr FlowParts flow{send_under_advisory_lock, patch_pointer};
    return run_flow(ctx, db, op, flow);
  });
}

}  // namespace racewindow::operation_lock
