// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "guards/portal_push/designs.h"
#include "guards/portal_push/root_row.h"
#include "guards/portal_push/statements.h"
#include "guards/portal_push/walk.h"

namespace racewindow::portal_push {

namespace {

// Counts the rows that the pointer names and reads the pointer in the same statement, so that a
// peer's tree is never held against this push's row count.
void verify_unless_superseded(Context& ctx, Session& db, const Account& account,
                              std::int64_t generation, std::size_t expected_rows) {
  constexpr char count_at_pointer[] =
      "SELECT s.currentgeneration, COUNT(d.relpath) FROM directory_state AS s "
      "LEFT JOIN directory AS d ON d.accountid = s.accountid "
      "AND d.generation = s.currentgeneration "
      "WHERE s.accountid = $1 GROUP BY s.currentgeneration";
  const Rows state = db.query(count_at_pointer, account.id);
  const std::int64_t pointer = state.get<std::int64_t>(0, 0).value();
  const std::int64_t rows = state.get<std::int64_t>(0, 1).value();
  if (pointer > generation) {
    log_superseded(ctx, account, generation, pointer);
    return;
  }
  log_verify(ctx, account, generation, rows, expected_rows);
}

}  // namespace

// The root-row design that verifies only what is still its own: a winner can be overtaken between
// its readback and its verification.
void push_repaired(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t current = read_pointer(db, account);
  const std::int64_t next = std::max(current, read_max_generation(db, account)) + 1;
  const Tree tree = walk_from_root(ctx, account);
  stage(db, account, next, tree);
  flip_forward(db, account, next);
  if (superseded(ctx, db, account, next)) return;
  log_flip(ctx, account, next, tree.size());
  sweep_older(db, account, next);
  verify_unless_superseded(ctx, db, account, next, tree.size());
}

}  // namespace racewindow::portal_push
