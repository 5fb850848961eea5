// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

// The accepted design ("Design", 1 to 4): claim above everything that exists, move the pointer only
// forward, sweep only backward, and clear nothing before the flip.
void push_account(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t current = read_pointer(db, account);
  const std::int64_t next = std::max(current, read_max_generation(db, account)) + 1;
  const Tree tree = walk_exposed(ctx, account);
  stage(db, account, next, tree);
  flip_forward(db, account, next);
  if (superseded(ctx, db, account, next)) return;
  log_flip(ctx, account, next, tree.size());
  sweep_older(db, account, next);
  verify(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
