// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "guards/portal_push/account.h"
#include "sim/sql/value.h"

// Every design of push_account, each in a file of its own name, in the order in which the document
// comes to them.
namespace racewindow::portal_push {

void push_before_task_1923(Context& ctx, const Account& account);
void push_with_pre_stage_clear(Context& ctx, const Account& account);
void push_under_in_process_mutex(Context& ctx, const Account& account);
void push_under_database_lease(Context& ctx, const Account& account);
void push_with_max_alone(Context& ctx, const Account& account);
void push_with_scoped_clear(Context& ctx, const Account& account);
void push_with_reread_clear(Context& ctx, const Account& account);

// The design that the document settles on, and what it argues against in passing.
void push_account(Context& ctx, const Account& account);
void push_with_union_all_claim(Context& ctx, const Account& account);
void push_with_clear_kept(Context& ctx, const Account& account);
void push_with_retry_on_collision(Context& ctx, const Account& account);

// Each combination of the document's three changes, without any pre-stage clear: none of them is
// the design before Task 1923, all of them the accepted one.
struct Changes {
  bool claim_above = false;
  bool forward_flip = false;
  bool backward_sweep = false;
};
void push_with_changes(Context& ctx, const Account& account, const Changes& changes);

// Repairs of what exploration found in the accepted design (docs/findings).
void push_with_root_row(Context& ctx, const Account& account);
void push_repaired(Context& ctx, const Account& account);

// How long a holder of the database lease may work before others take over.
inline constexpr Duration lease_ttl = minutes(1);

}  // namespace racewindow::portal_push
