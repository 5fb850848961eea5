// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "guards/portal_push/account.h"
#include "sim/context.h"

namespace racewindow::portal_push {

// One cycle of the admin server's 60 s loop. An account that fails is logged and does not stop the
// others.
void push_all_accounts(Context& ctx, const Push& push, const std::vector<Account>& accounts);

// The hand-run command for one account. A failure is logged and ends the process with an error.
void push_by_hand(Context& ctx, const Push& push, const Account& account);

}  // namespace racewindow::portal_push
