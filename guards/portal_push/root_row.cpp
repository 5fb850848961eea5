// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/root_row.h"

#include <algorithm>

#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

Tree walk_from_root(Context& ctx, const Account& account) {
  Tree tree = walk_exposed(ctx, account);
  tree.insert(tree.begin(), root_path);
  return tree;
}

// The accepted design with the account's own directory as the first row of every tree: the claim is
// held by a row, and no longer rests on what the two walks happen to share.
void push_with_root_row(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t current = read_pointer(db, account);
  const std::int64_t next = std::max(current, read_max_generation(db, account)) + 1;
  const Tree tree = walk_from_root(ctx, account);
  stage(db, account, next, tree);
  flip_forward(db, account, next);
  if (superseded(ctx, db, account, next)) return;
  log_flip(ctx, account, next, tree.size());
  sweep_older(db, account, next);
  verify(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
