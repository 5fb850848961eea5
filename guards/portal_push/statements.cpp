// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace racewindow::portal_push {

std::int64_t read_pointer(Session& db, const Account& account) {
  return db
      .value<std::int64_t>("SELECT currentgeneration FROM directory_state WHERE accountid = $1",
                           account.id)
      .value_or(0);
}

std::int64_t read_max_generation(Session& db, const Account& account) {
  return db
      .value<std::int64_t>("SELECT MAX(generation) AS g FROM directory WHERE accountid = $1",
                           account.id)
      .value_or(0);
}

void stage(Session& db, const Account& account, std::int64_t generation, const Tree& tree) {
  for (std::size_t begin = 0; begin < tree.size(); begin += account.batch_rows) {
    const std::size_t end = std::min(begin + account.batch_rows, tree.size());
    std::string sql = "INSERT INTO directory (accountid, relpath, generation) VALUES ";
    std::vector<Value> params{to_value(account.id), to_value(generation)};
    for (std::size_t n = begin; n < end; ++n) {
      params.push_back(to_value(tree[n]));
      sql += fmt::format("{}($1, ${}, $2)", n == begin ? "" : ", ", params.size());
    }
    db.exec(sql, params);
  }
}

void flip(Session& db, const Account& account, std::int64_t generation) {
  constexpr char upsert[] =
      "INSERT INTO directory_state (accountid, currentgeneration) VALUES ($1, $2) "
      "ON CONFLICT (accountid) DO UPDATE SET currentgeneration = excluded.currentgeneration";
  db.exec(upsert, account.id, generation);
}

void flip_forward(Session& db, const Account& account, std::int64_t generation) {
  constexpr char upsert[] =
      "INSERT INTO directory_state (accountid, currentgeneration) VALUES ($1, $2) "
      "ON CONFLICT (accountid) DO UPDATE SET currentgeneration = excluded.currentgeneration "
      "WHERE excluded.currentgeneration > directory_state.currentgeneration";
  db.exec(upsert, account.id, generation);
}

bool superseded(Context& ctx, Session& db, const Account& account, std::int64_t generation) {
  const std::int64_t pointer = read_pointer(db, account);
  if (pointer <= generation) return false;
  log_superseded(ctx, account, generation, pointer);
  return true;
}

void log_flip(Context& ctx, const Account& account, std::int64_t generation, std::size_t rows) {
  ctx.log("op=flip account={} generation={} rows={}", account.id, generation, rows);
}

void log_superseded(Context& ctx, const Account& account, std::int64_t generation,
                    std::int64_t pointer) {
  ctx.log("op=stage-contended account={} generation={} pointer={} action=superseded", account.id,
          generation, pointer);
}

void log_verify(Context& ctx, const Account& account, std::int64_t generation, std::int64_t rows,
                std::size_t expected_rows) {
  const bool matches = rows == static_cast<std::int64_t>(expected_rows);
  ctx.log("op=verify account={} generation={} rows={} expected={} result={}", account.id,
          generation, rows, expected_rows, matches ? "ok" : "failed");
}

void log_stage_clear(Context& ctx, const Account& account, std::int64_t generation,
                     std::int64_t cleared) {
  ctx.log("op=stage-clear account={} generation={} cleared={}", account.id, generation, cleared);
}

void sweep_others(Session& db, const Account& account, std::int64_t generation) {
  db.exec("DELETE FROM directory WHERE accountid = $1 AND generation <> $2", account.id,
          generation);
}

void sweep_older(Session& db, const Account& account, std::int64_t generation) {
  db.exec("DELETE FROM directory WHERE accountid = $1 AND generation < $2", account.id, generation);
}

void verify(Context& ctx, Session& db, const Account& account, std::int64_t generation,
            std::size_t expected_rows) {
  constexpr char count[] =
      "SELECT COUNT(*) FROM directory AS d "
      "JOIN directory_state AS s ON s.accountid = d.accountid "
      "AND s.currentgeneration = d.generation WHERE d.accountid = $1";
  const auto rows = db.value<std::int64_t>(count, account.id);
  log_verify(ctx, account, generation, rows.value_or(0), expected_rows);
}

std::int64_t count_orphans(Session& db, const Account& account, std::int64_t generation) {
  constexpr char count[] =
      "SELECT COUNT(*) FROM directory WHERE accountid = $1 AND generation = $2";
  return db.value<std::int64_t>(count, account.id, generation).value_or(0);
}

void clear_stage(Context& ctx, Session& db, const Account& account, std::int64_t generation) {
  const std::int64_t orphans = count_orphans(db, account, generation);
  if (orphans == 0) return;
  db.exec("DELETE FROM directory WHERE accountid = $1 AND generation = $2", account.id, generation);
  log_stage_clear(ctx, account, generation, orphans);
}

}  // namespace racewindow::portal_push
