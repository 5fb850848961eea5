// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/context.h"

// PostgREST answers for tables it knows: each instance keeps a schema cache, which it reads anew
// when it is told to and not when a table appears.
namespace racewindow::operation_lock {

// Throws PGRST205 where the instance's schema cache lacks the lock table. `instance` is empty for
// one whose cache is never stale: then the database itself says what is missing.
void require_known_lock_table(Context& ctx, const std::string& instance);

// 42P01 from the database, PGRST205 from an instance.
[[nodiscard]] bool is_missing_table(const SqlError& error);

// Migration #121 is applied …
void apply_lock_migration(Context& ctx);
// … and an instance is told to reload its schema cache.
void reload_schema_cache(Context& ctx, const std::string& instance);

}  // namespace racewindow::operation_lock
