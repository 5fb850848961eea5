// SPDX-License-Identifier: Apache-2.0
#include "guards/operation_lock/rpc.h"

namespace racewindow::operation_lock {

std::int64_t call_rpc(Session& db, const std::vector<Session::Command>& statements) {
  return db.batch(statements);
}

std::int64_t step_through_rpc(Session& db, const std::vector<Session::Command>& statements) {
  db.exec("BEGIN");
  std::int64_t changed = 0;
  for (const Session::Command& statement : statements) {
    changed += db.exec(statement.sql, statement.params);
  }
  db.exec("COMMIT");
  return changed;
}

}  // namespace racewindow::operation_lock
