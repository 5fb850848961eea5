// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/readers.h"

#include "guards/portal_push/statements.h"

namespace racewindow::portal_push {
namespace {

Tree paths(const Rows& rows) {
  Tree tree;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    tree.push_back(rows.get<std::string>(n, 0).value());
  }
  return tree;
}

Tree list_generation(Session& db, const Account& account, std::int64_t generation) {
  return paths(
      db.query("SELECT relpath FROM directory "
               "WHERE accountid = $1 AND generation = $2 AND relpath <> '.' ORDER BY relpath",
               account.id, generation));
}

}  // namespace

Tree list_in_one_statement(Context& ctx, const Account& account) {
  Session db = ctx.session();
  return paths(
      db.query("SELECT d.relpath FROM directory_state AS s JOIN directory AS d "
               "ON d.accountid = s.accountid AND d.generation = s.currentgeneration "
               "WHERE s.accountid = $1 AND d.relpath <> '.' ORDER BY d.relpath",
               account.id));
}

Tree list_by_pointer(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const std::int64_t generation = read_pointer(db, account);
  return list_generation(db, account, generation);
}

Tree list_while_pointer_stands(Context& ctx, const Account& account) {
  Session db = ctx.session();
  std::int64_t generation = read_pointer(db, account);
  for (;;) {
    ctx.forget("list", generation);
    const Tree tree = list_generation(db, account, generation);
    const std::int64_t pointer = read_pointer(db, account);
    if (pointer == generation) return tree;
    generation = pointer;
  }
}

}  // namespace racewindow::portal_push
