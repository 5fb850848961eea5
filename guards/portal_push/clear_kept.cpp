// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

// The accepted design with Task 1923's clear left in ("Design", 4: it "can never match a row").
void push_with_clear_kept(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t current = read_pointer(db, account);
  const std::int64_t next = std::max(current, read_max_generation(db, account)) + 1;
  const Tree tree = walk_exposed(ctx, account);
  clear_stage(ctx, db, account, next);
  stage(db, account, next, tree);
  flip_forward(db, account, next);
  if (superseded(ctx, db, account, next)) return;
  log_flip(ctx, account, next, tree.size());
  sweep_older(db, account, next);
  verify(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
