// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/designs.h"
#include "sim/context.h"

namespace racewindow::portal_push {
namespace {

// Whether this holder has the account's lease now: a free or expired one is taken over.
bool take_lease(Context& ctx, Session& db, const Account& account, const Uuid& holder) {
  const Timestamp now = ctx.now();
  constexpr char upsert[] =
      "INSERT INTO push_lease (accountid, holder, expiresat) VALUES ($1, $2, $3) "
      "ON CONFLICT (accountid) DO UPDATE SET holder = excluded.holder, "
      "expiresat = excluded.expiresat WHERE push_lease.expiresat <= $4";
  db.exec(upsert, account.id, holder, now + lease_ttl, now);
  const auto held =
      db.value<Uuid>("SELECT holder FROM push_lease WHERE accountid = $1", account.id);
  return held && held->text == holder.text;
}

void release_lease(Session& db, const Account& account, const Uuid& holder) {
  db.exec("DELETE FROM push_lease WHERE accountid = $1 AND holder = $2", account.id, holder);
}

}  // namespace

// A lease in the database around Task 1923's push. It excludes other processes until it expires;
// then a holder that is slow goes on writing beside its successor, and one that died has kept the
// account waiting. A push that finds the lease taken is skipped, since the next cycle comes anyway.
void push_under_database_lease(Context& ctx, const Account& account) {
  Session db = ctx.session();
  const Uuid holder = ctx.random_uuid();
  if (!take_lease(ctx, db, account, holder)) {
    ctx.log("op=lease-held account={} action=skipped", account.id);
    return;
  }
  ctx.with_cleanup([&] { push_with_pre_stage_clear(ctx, account); },
                   [&] { release_lease(db, account, holder); });
}

}  // namespace racewindow::portal_push
