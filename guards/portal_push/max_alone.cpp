// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

// The generation from MAX(generation) alone, in place of the pointer; all else as in Task 1923.
void push_with_max_alone(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t next = read_max_generation(db, account) + 1;
  const Tree tree = walk_exposed(ctx, account);
  clear_stage(ctx, db, account, next);
  stage(db, account, next, tree);
  flip(db, account, next);
  log_flip(ctx, account, next, tree.size());
  sweep_others(db, account, next);
  verify(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
