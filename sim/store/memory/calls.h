// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/store/memory/effects.h"
#include "sim/store/memory/plan.h"
#include "sim/store/memory/storage.h"
#include "sim/store/parameter_cast.h"
#include "sim/store/store.h"

namespace racewindow::memory {

// Carries out the calls of sessions on a storage: takes the tables' locks, runs each statement,
// ends what is a transaction of its own, and suspends a call that has to wait.
class Calls {
 public:
  Calls(Storage& storage, StatementCache& statements);

  // Of transactions that state no isolation level, and of sessions that have set none.
  void set_isolation(IsolationLevel isolation) { isolation_ = isolation; }

  // As Store::execute, resume, cancel and look. Require: the session is open; suspended for resume
  // and cancel, and for execute not, with a clear outcome.
  void execute(std::uint32_t session, std::span<const Call> calls, Outcome& outcome);
  void resume(std::uint32_t session, Outcome& outcome);
  void cancel(std::uint32_t session, const SqlError& why, Outcome& outcome);
  void look(const Statement& query, RowSet& rows);
  // A statement of the session failed: so does its transaction.
  void fail(std::uint32_t session);

 private:
  void proceed(std::uint32_t session, std::span<const Call> calls, const Suspended* suspended,
               Outcome& outcome);
  [[nodiscard]] const SqlError* run(std::uint32_t session, const Call& call,
                                    const Suspended* suspended, Outcome& outcome);
  void lock_tables(const Statement& statement);
  void suspend(std::span<const Call> calls, std::size_t running, std::int64_t affected,
               const Suspended* before, const MustWait& wait, Outcome& outcome);
  void run_setting(std::uint32_t session, const Statement& statement, Outcome& outcome);
  // Of a transaction that states none.
  [[nodiscard]] IsolationLevel isolation(std::uint32_t session) const {
    return storage_->transaction(session).settings == 0 ? isolation_ : isolation_set(session);
  }
  [[nodiscard]] IsolationLevel isolation_set(std::uint32_t session) const;
  Plan& plan(const Statement& statement) {
    const std::size_t index = statement.index;
    const bool made = index < plans_.size() && plans_[index] != nullptr;
    return made ? *plans_[index] : make_plan(statement);
  }
  Plan& make_plan(const Statement& statement);

  Storage* storage_;
  StatementCache* statements_;
  Effects effects_;
  Subqueries subqueries_;
  std::vector<std::unique_ptr<Plan>> plans_;  // by statement
  ParameterCast parameters_;
  IsolationLevel isolation_ = IsolationLevel::read_committed;
  // Of the call that runs; kept, since making it anew takes a while.
  Command command_;
  EvalContext base_;
};

}  // namespace racewindow::memory
