// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "guards/operation_lock/operation.h"
#include "sim/sql/value.h"

// The lock table and what designs do with it: "Umsetzung", 2 to 4.
namespace racewindow::operation_lock {

// A lock that is older may be taken over: its flow must have crashed.
inline constexpr Duration lock_ttl = minutes(15);

// -- statements -----------------------------------------------------------------------------------

// Each says whether the lock is the operation's now.
[[nodiscard]] bool insert_lock(Context& ctx, Session& db, const Operation& op);
// Compare-and-set: only a lock that is older than the TTL, and still is when the update comes.
[[nodiscard]] bool take_over_expired_lock(Context& ctx, Session& db, const Operation& op);

void delete_own_lock(Session& db, const Operation& op);

// -- acquire and release --------------------------------------------------------------------------

enum class Acquired {
  locked,
  taken,     // somebody else holds the lock
  unlocked,  // there is no lock table yet: go on without
};

// Runs `attempt`, which says whether it got the lock. Where the table is missing (42P01, PGRST205:
// the migration has not been applied, or the API instance has not heard of it) it warns and
// degrades to unlocked. Any other error of the lock's own ends the call, with its reason: fail
// closed.
[[nodiscard]] Acquired acquire_with(Context& ctx, const Operation& op,
                                    const std::function<bool()>& attempt);

// The accepted acquire: the insert, then the takeover.
[[nodiscard]] Acquired acquire_operation_lock(Context& ctx, Session& db, const Operation& op);

// Runs a release; one that fails is logged and not thrown: the takeover cleans up.
void release_with(Context& ctx, const Operation& op, const std::function<void()>& release);

// The accepted release: by owner equality, never somebody else's lock.
void release_operation_lock(Context& ctx, Session& db, const Operation& op);

// What designs vary in the lock.
struct LockParts {
  Acquired (*acquire)(Context& ctx, Session& db, const Operation& op);
  void (*release)(Context& ctx, Session& db, const Operation& op);
};
inline constexpr LockParts accepted_lock{acquire_operation_lock, release_operation_lock};

// Runs a flow inside the lock, and releases it however the flow ends; or unlocked, where there is
// no lock table. Refuses with the honest message where the lock is taken.
[[nodiscard]] Ended under_lock(Context& ctx, Session& db, const Operation& op,
                               const LockParts& lock, const std::function<Ended(Acquired)>& flow);

}  // namespace racewindow::operation_lock
