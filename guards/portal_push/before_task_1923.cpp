// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

// The push as it was before Task 1923: a stage that died midway leaves rows that every later push
// collides with.
void push_before_task_1923(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t next = read_pointer(db, account) + 1;
  const Tree tree = walk_exposed(ctx, account);
  stage(db, account, next, tree);
  flip(db, account, next);
  log_flip(ctx, account, next, tree.size());
  sweep_others(db, account, next);
  verify(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
