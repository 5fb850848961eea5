// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sim/assert.h"
#include "sim/sql/settings.h"
#include "sim/store/memory/definition.h"
#include "sim/store/memory/timers.h"
#include "sim/store/memory/transaction_command.h"
#include "sim/store/row_order.h"

namespace racewindow::memory {
namespace {

// A batch is a transaction of its own.
void require_batch(const Transaction& transaction, std::span<const Call> calls) {
  if (transaction.state != Transaction::State::idle) {
    throw Broken("unsupported",
                 "a batch is a transaction of its own, but the session has one open");
  }
  for (const Call& call : calls) {
    if (call.statement->verb != Verb::transaction) continue;
    throw Broken("unsupported", "a batch is a transaction of its own, but holds a " +
                                    std::string(call.statement->text));
  }
}

// As nearly all statements are.
bool is_about_rows(const Statement& statement) {
  return statement.verb == Verb::select || statement.verb == Verb::insert ||
         statement.verb == Verb::update || statement.verb == Verb::remove;
}

// Even of a session that is alone: pg_sleep does, and a definition is part of a transaction.
bool may_wait(std::span<const Call> calls) {
  return std::ranges::any_of(calls, [](const Call& call) {
    const Statement& statement = *call.statement;
    return statement.has_side_effects || (!is_about_rows(statement) && is_definition(statement));
  });
}

}  // namespace

Calls::Calls(Storage& storage, StatementCache& statements)
    : storage_(&storage),
      statements_(&statements),
      effects_(storage),
      subqueries_(storage, effects_) {
  base_.subqueries = &subqueries_;
  base_.effects = &effects_;
}

void Calls::execute(std::uint32_t session, std::span<const Call> calls, Outcome& outcome) {
  const Transaction& transaction = storage_->transaction(session);
  if (calls.size() > 1) require_batch(transaction, calls);
  if (transaction.state == Transaction::State::idle &&
      calls.front().statement->verb != Verb::transaction &&
      (!storage_->alone(session) || may_wait(calls) ||
       isolation(session) != IsolationLevel::read_committed)) {
    storage_->begin(session, isolation(session), true);
  }
  proceed(session, calls, nullptr, outcome);
}

void Calls::resume(std::uint32_t session, Outcome& outcome) {
  const std::shared_ptr<const Suspended> suspended = storage_->suspended(session);
  storage_->forget_suspended(session);
  outcome.clear();
  std::vector<Call> calls;
  for (std::size_t n = 0; n < suspended->statements.size(); ++n) {
    calls.push_back({suspended->statements[n], suspended->params[n]});
  }
  const bool for_table = suspended->waited_for &&
                         suspended->waited_for->kind == LockTag::Kind::relation &&
                         suspended->journal.empty();
  if (!for_table) {
    proceed(session, calls, suspended.get(), outcome);
    return;
  }
  // It had not begun: it is bound again, to what the table is now, and takes its snapshot now.
  storage_->release_snapshot(session);
  storage_->enter(session);
  auto bound = statements_->prepare(calls[suspended->running].statement->text);
  if (auto* error = std::get_if<SqlError>(&bound)) {
    fail(session);
    outcome.fail(std::move(*error));
    return;
  }
  calls[suspended->running].statement = std::get<const Statement*>(bound);
  Suspended anew = *suspended;
  anew.waited_for.reset();
  proceed(session, calls, &anew, outcome);
}

void Calls::cancel(std::uint32_t session, const SqlError& why, Outcome& outcome) {
  storage_->recorder().everything();  // it depends on who waits for whom, and since when
  storage_->locks().withdraw(session);
  storage_->forget_suspended(session);
  fail(session);
  outcome.fail(why);
}

// The calls from the first, or from the one that was suspended, to the last or to one that waits.
void Calls::proceed(std::uint32_t session, std::span<const Call> calls, const Suspended* suspended,
                    Outcome& outcome) {
  std::size_t running = suspended == nullptr ? 0 : suspended->running;
  std::int64_t affected = suspended == nullptr ? 0 : suspended->affected;
  try {
    const SqlError* error = nullptr;
    for (; error == nullptr && running < calls.size(); ++running) {
      outcome.rows.clear();
      outcome.affected = 0;
      error = run(session, calls[running], suspended, outcome);
      affected += outcome.affected;
      suspended = nullptr;
    }
    if (error == nullptr) {
      outcome.affected = affected;
      if (storage_->transaction(session).implicit) storage_->commit(session);
      if (storage_->transaction(session).state == Transaction::State::idle) {
        storage_->end_autocommit(session);
      }
      return;
    }
    // Copied into the old error, so that its memory is used again.
    outcome.clear_all_but_notices();
    outcome.status = Outcome::Status::error;
    outcome.error = *error;
  } catch (const MustWait& wait) {
    suspend(calls, running, affected, suspended, wait, outcome);
    return;
  } catch (SqlError& error) {
    outcome.fail(std::move(error));
  } catch (...) {
    fail(session);
    throw;
  }
  fail(session);
}

const SqlError* Calls::run(std::uint32_t session, const Call& call, const Suspended* suspended,
                           Outcome& outcome) {
  const Statement& statement = *call.statement;
  const Transaction& transaction = storage_->transaction(session);
  if (statement.verb == Verb::transaction) {
    return run_transaction_command(*storage_, session,
                                   std::get<TransactionCommand>(statement.bound),
                                   isolation(session), outcome);
  }
  if (transaction.state == Transaction::State::failed) return &transaction_is_aborted();
  if (!transaction.implicit && transaction.state == Transaction::State::active) {
    if (const SqlError* error = refused_in_block(statement)) return error;
  }
  if (statement.verb == Verb::set || statement.verb == Verb::show ||
      statement.verb == Verb::discard) {
    run_setting(session, statement, outcome);
    return nullptr;
  }
  if (!is_about_rows(statement)) storage_->recorder().everything();
  storage_->start(session, statement.verb != Verb::lock_table, command_);
  if (suspended == nullptr) {
    effects_.start(command_, transaction.isolation, outcome);
  } else {
    effects_.start_again(command_, transaction.isolation, outcome, *suspended);
  }
  if (statement.verb == Verb::lock_table && (command_.autocommit || transaction.implicit)) {
    return &lock_needs_transaction();
  }
  if (!command_.autocommit) lock_tables(statement);
  if (statement.verb == Verb::lock_table) {
    storage_->finish(command_);
    return nullptr;
  }

  base_.params = parameters_.cast(statement, call.params);
  base_.clock = suspended == nullptr ? storage_->time() : suspended->statement_start;
  base_.now = command_.autocommit ? base_.clock : transaction.start;
  subqueries_.set_snapshot(command_.snapshot);
  if (storage_->recorder().active()) record_reads(statement, transaction.isolation);
  if (!is_about_rows(statement)) {
    define(*storage_, effects_, command_, statement, base_, outcome);
  } else {
    if (const SqlError* error = plan(statement).run(command_, base_, outcome)) return error;
    const bool canonical = storage_->row_order() == RowOrder::canonical;
    if (statement.unordered && canonical && statement.verb != Verb::select) {
      sort_rows(outcome.rows);
    }
  }
  storage_->finish(command_);
  return nullptr;
}

// Above READ COMMITTED nothing that is committed later can matter: that a snapshot was taken is
// what counts.
void Calls::record_reads(const Statement& statement, IsolationLevel level) {
  Footprint& footprint = *storage_->recorder().footprint();
  if (footprint.is_everything()) return;
  storage_->recorder().assigns(plan(statement).reads().assigned());
  if (!command_.autocommit && level != IsolationLevel::read_committed) return;
  plan(statement).reads().add_to(footprint, base_.params);
}

void Calls::run_setting(std::uint32_t session, const Statement& statement, Outcome& outcome) {
  if (const auto* set = std::get_if<SetSetting>(&statement.bound)) {
    storage_->set(session, set->name, set->value ? &*set->value : nullptr, set->local);
    return;
  }
  if (const auto* discard = std::get_if<Discard>(&statement.bound)) {
    const bool all = discard->what == Discard::What::all;
    if (all) storage_->set(session, "", nullptr, false);
    if (all) storage_->locks().release_session_level(session);
    if (all || discard->what == Discard::What::sequences) storage_->forget_current(session);
    return;
  }
  const std::string& name = std::get<ShowSetting>(statement.bound).name;
  outcome.rows.columns = &statement.columns;
  outcome.rows.cells = {
      Value::text(shown_value(known_setting(name), storage_->setting(session, name)))};
  outcome.rows.row_count = 1;
}

IsolationLevel Calls::isolation_set(std::uint32_t session) const {
  const std::string level = storage_->setting(session, "default_transaction_isolation");
  if (level == "repeatable read") return IsolationLevel::repeatable_read;
  if (level == "serializable") return IsolationLevel::serializable;
  return isolation_;
}

// As the server does before it plans a statement.
void Calls::lock_tables(const Statement& statement) {
  if (const auto* lock = std::get_if<racewindow::LockTable>(&statement.bound)) {
    for (const Table* table : lock->tables) effects_.lock_table(*table, lock->mode, lock->nowait);
    return;
  }
  if (is_definition(statement)) {
    storage_->enter(command_.session);
    for (const TableLock& lock : tables_to_lock(statement, storage_->catalog())) {
      effects_.lock_table(*lock.table, lock.mode);
    }
    return;
  }
  for (const TableLock& lock : statement.locks) effects_.lock_table(*lock.table, lock.mode);
}

// A failed statement fails its transaction block, and is all of any other transaction.
void Calls::fail(std::uint32_t session) {
  storage_->fail(session);
  if (storage_->transaction(session).implicit) storage_->rollback(session);
}

void Calls::suspend(std::span<const Call> calls, std::size_t running, std::int64_t affected,
                    const Suspended* before, const MustWait& wait, Outcome& outcome) {
  auto suspended = std::make_shared<Suspended>();
  Hasher hasher(running);
  for (const Call& call : calls) {
    suspended->statements.push_back(call.statement);
    suspended->params.emplace_back(call.params.begin(), call.params.end());
    hasher.add(call.statement->text);
    for (const Value& value : call.params) value.add_to(hasher);
  }
  suspended->running = running;
  suspended->affected = affected;
  suspended->journal = effects_.journal().answers();
  suspended->waited_for = wait.tag;
  suspended->awaited = wait.awaited;
  suspended->until = wait.until;
  suspended->statement_start = before == nullptr ? storage_->time() : before->statement_start;
  suspended->wait_start = storage_->time();
  // Timers count from these two.
  hasher.add(static_cast<std::uint64_t>(suspended->statement_start.microseconds))
      .add(static_cast<std::uint64_t>(suspended->wait_start.microseconds));
  suspended->digest = hasher.add(static_cast<std::uint64_t>(affected))
                          .add(effects_.journal().digest())
                          .add(static_cast<std::uint64_t>(suspended->journal.size()))
                          .digest();
  storage_->suspend(command_, std::move(suspended));

  outcome.status = Outcome::Status::wait;
  outcome.rows.clear();
  outcome.affected = 0;
  outcome.awaited = wait.awaited;
  std::vector<std::uint32_t> sessions;
  storage_->locks().blockers(command_.session, sessions);
  for (const std::uint32_t blocker : sessions) outcome.blockers.push_back(SessionId{blocker});
}

Plan& Calls::make_plan(const Statement& statement) {
  if (statement.index >= plans_.size()) plans_.resize(statement.index + 1);
  plans_[statement.index] = std::make_unique<Plan>(statement, *storage_, effects_);
  return *plans_[statement.index];
}

void Calls::look(const Statement& query, RowSet& rows) {
  rows.clear();
  if (query.verb != Verb::select || query.has_side_effects || !query.ctes.empty()) {
    throw Broken("unsupported", "a view is a SELECT that only reads, but this is " + query.text);
  }
  EvalContext base;
  base.now = base.clock = storage_->time();
  base.subqueries = &subqueries_;
  const Snapshot snapshot = storage_->fresh_snapshot();
  subqueries_.set_snapshot(snapshot);
  try {
    base.params = parameters_.cast(query, {});
    plan(query).look(snapshot, base, rows);
  } catch (const SqlError& error) {
    throw Broken("exception", fmt::format("a view cannot be read: {}: {}, in {}", error.sqlstate(),
                                          error.message(), query.text));
  }
}

}  // namespace racewindow::memory
