// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "guards/operation_lock/operation.h"

namespace racewindow::operation_lock {

// One call of a server action: answers with how it ended, in a line that begins
// `op=<operation> result=`. What the database refused goes on as an error after its line.
Ended answer(Context& ctx, Session& db, const FileCall& call, const FileRequest& request);

}  // namespace racewindow::operation_lock
