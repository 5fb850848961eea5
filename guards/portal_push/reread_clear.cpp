// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

namespace {

void clear_stage_unless_pointed_at(Context& ctx, Session& db, const Account& account,
                                   std::int64_t generation) {
  const std::int64_t orphans = count_orphans(db, account, generation);
  if (orphans == 0) return;
  const std::int64_t current = read_pointer(db, account);
  db.exec("DELETE FROM directory WHERE accountid = $1 AND generation = $2 AND generation <> $3",
          account.id, generation, current);
  log_stage_clear(ctx, account, generation, orphans);
}

}  // namespace

// The clear spares the generation that the pointer names when it is read again, right before the
// DELETE. A peer can still flip between the two.
void push_with_reread_clear(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t next = read_pointer(db, account) + 1;
  const Tree tree = walk_exposed(ctx, account);
  clear_stage_unless_pointed_at(ctx, db, account, next);
  stage(db, account, next, tree);
  flip(db, account, next);
  log_flip(ctx, account, next, tree.size());
  sweep_others(db, account, next);
  verify(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
