// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "sim/context.h"

namespace racewindow::pipeline_lock {

// prisma.$transaction(body): BEGIN on a connection that `body` is given a client of, then COMMIT,
// or ROLLBACK where `body` throws. The outer client `prisma` is another client of the same pool: a
// statement that `body` sends on it goes by another connection and is no part of the transaction.
void in_transaction(Context& ctx, PoolHandle pool, const std::function<void(Session&)>& body);

}  // namespace racewindow::pipeline_lock
