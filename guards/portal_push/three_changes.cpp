// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

void push_with_changes(Context& ctx, const Account& account, const Changes& changes) {
  Session db = ctx.session();
  const std::int64_t current = read_pointer(db, account);
  const std::int64_t highest =
      changes.claim_above ? std::max(current, read_max_generation(db, account)) : current;
  const std::int64_t next = highest + 1;
  const Tree tree = walk_exposed(ctx, account);
  stage(db, account, next, tree);
  if (changes.forward_flip) {
    flip_forward(db, account, next);
    if (superseded(ctx, db, account, next)) return;
  } else {
    flip(db, account, next);
  }
  log_flip(ctx, account, next, tree.size());
  if (changes.backward_sweep) {
    sweep_older(db, account, next);
  } else {
    sweep_others(db, account, next);
  }
  verify(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
