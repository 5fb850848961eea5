// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/callers.h"

namespace racewindow::portal_push {
namespace {

void log_failed(Context& ctx, const Account& account, const SqlError& error) {
  ctx.log("op=failed account={} error=\"{}\"", account.id, error.message());
}

}  // namespace

void push_all_accounts(Context& ctx, const Push& push, const std::vector<Account>& accounts) {
  for (const Account& account : accounts) {
    try {
      push(ctx, account);
    } catch (const SqlError& error) {
      log_failed(ctx, account, error);
    }
  }
}

void push_by_hand(Context& ctx, const Push& push, const Account& account) {
  try {
    push(ctx, account);
  } catch (const SqlError& error) {
    log_failed(ctx, account, error);
    throw;
  }
}

}  // namespace racewindow::portal_push
