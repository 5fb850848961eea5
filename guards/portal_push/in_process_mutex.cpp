// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/designs.h"
#include "sim/context.h"

namespace racewindow::portal_push {

// A mutex per account around Task 1923's push. It exists in one operating system process: the admin
// server's pushes exclude each other, the hand-run command never sees it.
void push_under_in_process_mutex(Context& ctx, const Account& account) {
  ctx.with_mutex("portal-push/" + account.id, [&] { push_with_pre_stage_clear(ctx, account); });
}

}  // namespace racewindow::portal_push
