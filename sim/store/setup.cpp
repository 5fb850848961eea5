// SPDX-License-Identifier: Apache-2.0
#include "sim/store/setup.h"

#include <fmt/format.h>

namespace racewindow {
namespace {

[[noreturn]] void fail(const SqlError& error, const std::string& sql) {
  throw Broken("setup",
               fmt::format("setup failed: {}: {}, in {}", error.sqlstate(), error.message(), sql));
}

}  // namespace

void run_setup(Store& store, std::span<const std::string> setup,
               const std::function<void(const CreateTable&)>& create_table) {
  const SessionId session = store.open_session();
  for (const std::string& sql : setup) {
    const auto prepared = store.prepare(sql);
    if (const auto* error = std::get_if<SqlError>(&prepared)) fail(*error, sql);
    const Statement* statement = std::get<const Statement*>(prepared);
    const auto* create = std::get_if<CreateTable>(&statement->bound);
    if (create != nullptr && create_table) {
      // Where the table is there already, this is IF NOT EXISTS: otherwise it would not have bound.
      if (store.catalog().find(create->table.name) == nullptr) create_table(*create);
      continue;
    }
    Outcome outcome;
    const Call call{statement, {}};
    store.execute(session, {&call, 1}, outcome);
    if (outcome.status == Outcome::Status::error) fail(outcome.error, sql);
  }
  store.close_session(session, CloseHow::cleanly);
}

}  // namespace racewindow
