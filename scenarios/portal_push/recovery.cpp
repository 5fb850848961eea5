// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/portal_push/portal_view.h"
#include "scenarios/portal_push/properties.h"
#include "sim/context.h"

namespace racewindow::portal_push {
namespace {

// Raises, as a test in the database would, unless the account's rows are exactly the exposed tree
// at the pointer's generation. The reader's view cannot tell: it does not show what a sweep left
// behind.
void require_only_exposed_rows(Context& ctx, const Account& account) {
  Session db = ctx.session();
  constexpr char all_rows[] =
      "SELECT d.relpath, s.currentgeneration FROM directory AS d LEFT JOIN directory_state AS s "
      "ON s.accountid = d.accountid AND s.currentgeneration = d.generation "
      "WHERE d.accountid = $1 AND d.relpath <> '.' ORDER BY d.relpath, d.generation";
  const Rows rows = db.query(all_rows, account.id);
  Tree left;
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const bool live = rows.get<std::int64_t>(n, 1).has_value();
    left.push_back(rows.get<std::string>(n, 0).value() + (live ? "" : " (swept by nobody)"));
  }

  constexpr char exposed_rows[] =
      "SELECT t.relpath FROM exposure AS e JOIN tree AS t "
      "ON t.accountid = e.accountid AND t.version = e.version "
      "WHERE e.accountid = $1 AND t.position > 0 ORDER BY t.relpath";
  const Rows exposed = ctx.external("list exposed", exposed_rows, account.id);
  Tree expected;
  for (std::size_t n = 0; n < exposed.size(); ++n) {
    expected.push_back(exposed.get<std::string>(n, 0).value());
  }
  if (left != expected) {
    throw SqlError("P0001", fmt::format("expected the rows {} after the push, found {}",
                                        to_text(expected), to_text(left)));
  }
}

void push_each_account(Context& ctx, const Push& push, const std::vector<Account>& accounts) {
  for (const Account& account : accounts) {
    push(ctx, account);
    require_only_exposed_rows(ctx, account);
  }
}

// The body raises what is wrong, so that nothing is left to judge.
Finding nothing(const Final&) {
  return std::nullopt;
}

}  // namespace

void add_recovery(World& world, const Push& push) {
  world.scenario.recovery(
      {"next-push-heals", "Design 3 and 4",
       "from every end state the next undisturbed push succeeds and leaves exactly its own rows"},
      [push, accounts = world.portal.accounts](Context& ctx) {
        push_each_account(ctx, push, accounts);
      },
      nothing);
}

void add_recovery_after(World& world, const Push& push, Duration pause) {
  world.scenario.recovery(
      {"later-push-heals", "Why the three candidate approaches in the task file were rejected",
       "the same holds of a push after the lease has run out"},
      [push, pause, accounts = world.portal.accounts](Context& ctx) {
        ctx.sleep(pause);
        push_each_account(ctx, push, accounts);
      },
      nothing);
}

}  // namespace racewindow::portal_push
