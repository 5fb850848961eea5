// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/designs.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

namespace {

std::int64_t read_pointer_and_max_generation(Session& db, const Account& account) {
  constexpr char highest[] =
      "SELECT MAX(g) AS g FROM ("
      "SELECT currentgeneration AS g FROM directory_state WHERE accountid = $1 "
      "UNION ALL SELECT MAX(generation) AS g FROM directory WHERE accountid = $1) AS claim";
  return db.value<std::int64_t>(highest, account.id).value_or(0);
}

}  // namespace

// The accepted design with its claim as one statement ("Design", 1: "two statements rather than one
// nested UNION ALL"): pointer and MAX are read at one moment.
void push_with_union_all_claim(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t next = read_pointer_and_max_generation(db, account) + 1;
  const Tree tree = walk_exposed(ctx, account);
  stage(db, account, next, tree);
  flip_forward(db, account, next);
  if (superseded(ctx, db, account, next)) return;
  log_flip(ctx, account, next, tree.size());
  sweep_older(db, account, next);
  verify(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
