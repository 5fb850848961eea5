// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/prisma.h"

namespace racewindow::pipeline_lock {
namespace {

// The caller is told why the transaction failed, not that its connection was lost with it.
void roll_back(Session& transaction) {
  try {
    transaction.exec("ROLLBACK");
  } catch (const SqlError&) {
  }
}

}  // namespace

void in_transaction(Context& ctx, PoolHandle pool, const std::function<void(Session&)>& body) {
  Session transaction = ctx.session(pool);
  transaction.exec("BEGIN");
  try {
    body(transaction);
  } catch (const actor_stopped&) {
    throw;
  } catch (...) {
    roll_back(transaction);
    throw;
  }
  transaction.exec("COMMIT");
}

}  // namespace racewindow::pipeline_lock
