// SPDX-License-Identifier: Apache-2.0
#include "sim/store/open_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "sim/store/memory/memory_store.h"
#include "sim/store/sqlite/sqlite_store.h"

namespace racewindow {

std::unique_ptr<Store> open_store(std::string_view name, std::span<const std::string> setup,
                                  const StoreOptions& options) {
  if (name == "memory") return make_memory_store(setup, options);
  if (name == "sqlite") {
    if (options.isolation != IsolationLevel::read_committed) {
      throw Broken("unsupported",
                   "the store sqlite runs every statement by itself: it has no "
                   "isolation levels");
    }
    return make_sqlite_store(setup);
  }
  throw Broken("unsupported",
               fmt::format("there is no store \"{}\": expected memory or sqlite", name));
}

StoreVersion store_version(std::string_view name) {
  if (name == "sqlite") return {"SQLite", SQLite::getLibVersion()};
  return {"PostgreSQL semantics", "15"};
}

}  // namespace racewindow
