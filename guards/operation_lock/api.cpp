// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/api.h"

#include "guards/operation_lock/schema.h"

namespace racewindow::operation_lock {
namespace {

constexpr const char* not_in_schema_cache = "PGRST205";

}  // namespace

void require_known_lock_table(Context& ctx, const std::string& instance) {
  if (instance.empty()) return;
  constexpr char known[] = "SELECT instance FROM schema_cache WHERE instance = $1 AND knows_lock";
  const Rows cached = ctx.external("schema cache", known, instance);
  if (!cached.empty()) return;
  throw SqlError(not_in_schema_cache,
                 "Could not find the table 'public.qaf_operation_lock' in the schema cache");
}

bool is_missing_table(const SqlError& error) {
  return error.sqlstate() == sqlstate::undefined_table || error.sqlstate() == not_in_schema_cache;
}

void apply_lock_migration(Context& ctx) {
  Session db = ctx.session();
  db.exec(lock_migration());
}

void reload_schema_cache(Context& ctx, const std::string& instance) {
  constexpr char reload[] = "UPDATE schema_cache SET knows_lock = true WHERE instance = $1";
  ctx.external("reload schema cache", reload, instance);
}

}  // namespace racewindow::operation_lock
