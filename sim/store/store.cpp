// SPDX-License-Identifier: Apache-2.0
#include "sim/store/store.h"

#include "sim/assert.h"

namespace racewindow {

void Store::resume(SessionId /*session*/, Outcome& /*outcome*/) {
  RW_ASSERT(false, "no statement of this store waits");
}

void Store::cancel(SessionId /*session*/, const SqlError& /*why*/, Outcome& /*outcome*/) {
  RW_ASSERT(false, "no statement of this store waits");
}

}  // namespace racewindow
