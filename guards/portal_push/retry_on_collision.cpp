// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/designs.h"
#include "sim/context.h"

namespace racewindow::portal_push {

// The accepted design, started over when its claim turns out to be shared ("Cases covered": "a
// retry-on-collision path would be an invented requirement"). Two attempts are enough against one
// peer.
void push_with_retry_on_collision(Context& ctx, const Account& account) {
  try {
    push_account(ctx, account);
    return;
  } catch (const SqlError& error) {
    if (error.sqlstate() != sqlstate::unique_violation) throw;
    ctx.log("op=stage-retry account={} error=\"{}\"", account.id, error.message());
  }
  push_account(ctx, account);
}

}  // namespace racewindow::portal_push
