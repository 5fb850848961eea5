// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/memory_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "sim/assert.h"
#include "sim/sql/settings.h"
#include "sim/store/memory/definition.h"
#include "sim/store/memory/plan.h"
#include "sim/store/memory/storage.h"
#include "sim/store/memory/timers.h"
#include "sim/store/memory/transaction_command.h"
#include "sim/store/parameter_cast.h"
#include "sim/store/row_order.h"
#include "sim/store/setup.h"

namespace racewindow {
namespace {

using memory::Command;
using memory::Effects;
using memory::MustWait;
using memory::Plan;
using memory::Snapshot;
using memory::Storage;
using memory::Suspended;
using memory::Transaction;
using memory::Waiter;

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

// Even of a session that is alone: pg_sleep does.
bool may_wait(std::span<const Call> calls) {
  return std::ranges::any_of(calls,
                             [](const Call& call) { return call.statement->has_side_effects; });
}

class MemoryStore final : public Store {
 public:
  MemoryStore(std::span<const std::string> setup, const StoreOptions& options);

  const Capabilities& capabilities() const override { return capabilities_; }
  const Catalog& catalog() const override { return storage_.catalog(); }
  std::variant<const Statement*, SqlError> prepare(std::string_view sql) override {
    return cache_.prepare(sql);
  }
  SessionId open_session() override { return SessionId{storage_.open_session()}; }
  void close_session(SessionId session, CloseHow how) override;
  void execute(SessionId session, std::span<const Call> calls, Outcome& outcome) override;
  void refuse(SessionId session) override { fail(number(session)); }
  Wait waiting(SessionId session) const override;
  void resume(SessionId session, Outcome& outcome) override;
  void cancel(SessionId session, const SqlError& why, Outcome& outcome) override;
  void deadlock_victims(std::vector<SessionId>& victims) const override;
  std::optional<Timestamp> next_timer() const override;
  void look(const Statement& query, RowSet& rows) override;
  void set_time(Timestamp now) override;
  Mark save() override { return storage_.save(); }
  void restore(Mark mark) override { storage_.restore(mark); }
  Digest digest() const override { return storage_.digest(); }
  Digest committed_digest() const override { return storage_.committed_digest(); }

 private:
  static std::uint32_t number(SessionId session) { return static_cast<std::uint32_t>(session); }
  Plan& plan(const Statement& statement);
  void run_setting(std::uint32_t session, const Statement& statement, Outcome& outcome);
  [[nodiscard]] IsolationLevel isolation(std::uint32_t session) const;
  void proceed(std::uint32_t session, std::span<const Call> calls, const Suspended* suspended,
               Outcome& outcome);
  const SqlError* run(std::uint32_t session, const Call& call, const Suspended* suspended,
                      Outcome& outcome);
  void lock_tables(const Statement& statement);
  void fail(std::uint32_t session);
  void suspend(std::span<const Call> calls, std::size_t running, std::int64_t affected,
               const Suspended* before, const MustWait& wait);
  void tell_wait(std::uint32_t session, Outcome& outcome) const;

  Capabilities capabilities_{.name = "memory", .transactions = true, .checkpoints = true};
  Storage storage_;
  StatementCache cache_{storage_.catalog()};
  Effects effects_{storage_};
  memory::Subqueries subqueries_{storage_, effects_};
  std::vector<std::unique_ptr<Plan>> plans_;  // by statement
  ParameterCast parameters_;
  IsolationLevel isolation_;
  Command command_;  // that runs
};

MemoryStore::MemoryStore(std::span<const std::string> setup, const StoreOptions& options)
    : storage_(options.order), isolation_(IsolationLevel::read_committed) {
  run_setup(*this, setup);
  storage_.end_setup();
  isolation_ = options.isolation;
}

void MemoryStore::close_session(SessionId session, CloseHow /*how*/) {
  storage_.close_session(number(session));
}

Plan& MemoryStore::plan(const Statement& statement) {
  if (statement.index >= plans_.size()) plans_.resize(statement.index + 1);
  std::unique_ptr<Plan>& plan = plans_[statement.index];
  if (plan == nullptr) plan = std::make_unique<Plan>(statement, storage_, effects_);
  return *plan;
}

// -- calls --

void MemoryStore::execute(SessionId session, std::span<const Call> calls, Outcome& outcome) {
  const std::uint32_t id = number(session);
  const Transaction& transaction = storage_.transaction(id);
  if (transaction.terminated) {
    outcome.fail({"25P03", "terminating connection due to idle-in-transaction timeout"});
    return;
  }
  RW_ASSERT(!transaction.closed, "the session is open");
  RW_ASSERT(storage_.suspended(id) == nullptr, "a session sends nothing while it waits");
  outcome.clear();
  if (calls.size() > 1) {
    require_batch(transaction, calls);
  }
  if (transaction.state == Transaction::State::idle &&
      calls.front().statement->verb != Verb::transaction &&
      (!storage_.alone(id) || may_wait(calls) || isolation(id) != IsolationLevel::read_committed)) {
    storage_.begin(id, isolation(id), true);
  }
  proceed(id, calls, nullptr, outcome);
}

void MemoryStore::resume(SessionId session, Outcome& outcome) {
  const std::uint32_t id = number(session);
  RW_ASSERT(waiting(session) == Wait::ready, "what was waited for has come");
  if (const SqlError* error = memory::expired(storage_, id)) {
    cancel(session, *error, outcome);
    return;
  }
  const std::shared_ptr<const Suspended> suspended = storage_.suspended(id);
  storage_.forget_suspended(id);
  outcome.clear();
  std::vector<Call> calls;
  for (std::size_t n = 0; n < suspended->statements.size(); ++n) {
    calls.push_back({suspended->statements[n], suspended->params[n]});
  }
  proceed(id, calls, suspended.get(), outcome);
}

void MemoryStore::cancel(SessionId session, const SqlError& why, Outcome& outcome) {
  const std::uint32_t id = number(session);
  RW_ASSERT(storage_.suspended(id) != nullptr, "only what waits can be cancelled");
  storage_.locks().withdraw(id);
  storage_.forget_suspended(id);
  fail(id);
  outcome.fail(why);
}

// The calls from the first, or from the one that was suspended, to the last or to one that waits.
void MemoryStore::proceed(std::uint32_t session, std::span<const Call> calls,
                          const Suspended* suspended, Outcome& outcome) {
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
      if (storage_.transaction(session).implicit) storage_.commit(session);
      if (storage_.transaction(session).state == Transaction::State::idle) {
        storage_.end_autocommit(session);
      }
      return;
    }
    // Copied into the old error, so that its memory is used again.
    outcome.clear_all_but_notices();
    outcome.status = Outcome::Status::error;
    outcome.error = *error;
  } catch (const MustWait& wait) {
    suspend(calls, running, affected, suspended, wait);
    tell_wait(session, outcome);
    return;
  } catch (SqlError& error) {
    outcome.fail(std::move(error));
  } catch (...) {
    fail(session);
    throw;
  }
  fail(session);
}

const SqlError* MemoryStore::run(std::uint32_t session, const Call& call,
                                 const Suspended* suspended, Outcome& outcome) {
  const Statement& statement = *call.statement;
  const Transaction& transaction = storage_.transaction(session);
  if (statement.verb == Verb::transaction) {
    return memory::run_transaction_command(
        storage_, session, std::get<TransactionCommand>(statement.bound), isolation_, outcome);
  }
  if (transaction.state == Transaction::State::failed) return &memory::transaction_is_aborted();
  if (statement.verb == Verb::set || statement.verb == Verb::show) {
    run_setting(session, statement, outcome);
    return nullptr;
  }
  command_ = storage_.start(session);
  if (suspended == nullptr) {
    effects_.start(command_, transaction.isolation, outcome);
  } else {
    effects_.start_again(command_, transaction.isolation, outcome, *suspended);
  }
  if (!command_.autocommit) lock_tables(statement);
  if (statement.verb == Verb::lock_table) {
    if (command_.autocommit || transaction.implicit) return &memory::lock_needs_transaction();
    storage_.finish(command_);
    return nullptr;
  }

  EvalContext base;
  base.params = parameters_.cast(statement, call.params);
  base.clock = suspended == nullptr ? storage_.time() : suspended->statement_start;
  base.now = command_.autocommit ? base.clock : transaction.start;
  base.subqueries = &subqueries_;
  base.effects = &effects_;
  subqueries_.set_snapshot(command_.snapshot);
  if (memory::is_definition(statement)) {
    memory::define(storage_, command_, statement, base, outcome);
  } else {
    if (const SqlError* error = plan(statement).run(command_, base, outcome)) return error;
    const bool canonical = storage_.row_order() == RowOrder::canonical;
    if (statement.unordered && canonical && statement.verb != Verb::select) {
      sort_rows(outcome.rows);
    }
  }
  storage_.finish(command_);
  return nullptr;
}

void MemoryStore::run_setting(std::uint32_t session, const Statement& statement, Outcome& outcome) {
  if (const auto* set = std::get_if<SetSetting>(&statement.bound)) {
    storage_.set(session, set->name, set->value ? &*set->value : nullptr, set->local);
    return;
  }
  const std::string& name = std::get<ShowSetting>(statement.bound).name;
  outcome.rows.columns = &statement.columns;
  outcome.rows.cells = {
      Value::text(shown_value(known_setting(name), storage_.setting(session, name)))};
  outcome.rows.row_count = 1;
}

// Of a transaction that states none.
IsolationLevel MemoryStore::isolation(std::uint32_t session) const {
  const std::string level = storage_.setting(session, "default_transaction_isolation");
  if (level == "repeatable read") return IsolationLevel::repeatable_read;
  if (level == "serializable") return IsolationLevel::serializable;
  return isolation_;
}

// As the server does before it plans a statement; the target comes first, as it does in the text.
void MemoryStore::lock_tables(const Statement& statement) {
  if (const auto* lock = std::get_if<LockTable>(&statement.bound)) {
    for (const Table* table : lock->tables) effects_.lock_table(*table, lock->mode, lock->nowait);
    return;
  }
  if (memory::is_definition(statement)) {
    for (const auto& [table, mode] : memory::tables_to_lock(statement)) {
      effects_.lock_table(*table, mode);
    }
    return;
  }
  if (statement.target != nullptr) effects_.lock_table(*statement.target, LockMode::row_exclusive);
  const auto* select = std::get_if<Select>(&statement.bound);
  const bool locks_rows = select != nullptr && !select->locking.empty();
  for (const Table* table : statement.reads) {
    if (table == statement.target) continue;
    effects_.lock_table(*table, locks_rows ? LockMode::row_share : LockMode::access_share);
  }
}

// A failed statement fails its transaction block, and is all of any other transaction.
void MemoryStore::fail(std::uint32_t session) {
  storage_.fail(session);
  if (storage_.transaction(session).implicit) storage_.rollback(session);
}

// -- waiting --

void MemoryStore::suspend(std::span<const Call> calls, std::size_t running, std::int64_t affected,
                          const Suspended* before, const MustWait& wait) {
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
  suspended->statement_start = before == nullptr ? storage_.time() : before->statement_start;
  suspended->wait_start = storage_.time();
  suspended->digest = hasher.add(static_cast<std::uint64_t>(affected))
                          .add(effects_.journal().digest())
                          .add(static_cast<std::uint64_t>(suspended->journal.size()))
                          .digest();
  storage_.suspend(command_, std::move(suspended));
}

void MemoryStore::tell_wait(std::uint32_t session, Outcome& outcome) const {
  outcome.status = Outcome::Status::wait;
  outcome.rows.clear();
  outcome.affected = 0;
  outcome.awaited = storage_.suspended(session)->awaited;
  outcome.blockers.clear();
  std::vector<std::uint32_t> sessions;
  storage_.locks().blockers(session, sessions);
  for (const std::uint32_t blocker : sessions) outcome.blockers.push_back(SessionId{blocker});
}

Wait MemoryStore::waiting(SessionId session) const {
  const std::uint32_t id = number(session);
  const auto& suspended = storage_.suspended(id);
  if (suspended == nullptr) return Wait::none;
  if (memory::expired(storage_, id) != nullptr) return Wait::ready;
  if (suspended->until) return *suspended->until <= storage_.time() ? Wait::ready : Wait::blocked;
  return storage_.locks().waiter(id) == nullptr ? Wait::ready : Wait::blocked;
}

// Of those who wait in a cycle, whoever's timer fires first; timers that fired before there was a
// cycle do not fire again.
void MemoryStore::deadlock_victims(std::vector<SessionId>& victims) const {
  victims.clear();
  std::optional<Timestamp> first;
  for (const Waiter& waiter : storage_.locks().queue()) {
    const std::uint32_t session = waiter.owner.session;
    if (!storage_.locks().deadlocked(session)) continue;
    const Timestamp due = memory::deadlock_timer(storage_, session);
    if (due < storage_.time() || (first && due > *first)) continue;
    if (first && due < *first) victims.clear();
    first = due;
    victims.push_back(SessionId{session});
  }
  std::ranges::sort(victims);
}

std::optional<Timestamp> MemoryStore::next_timer() const {
  std::optional<Timestamp> next;
  for (std::uint32_t session = 0; session < storage_.sessions(); ++session) {
    const std::optional<Timestamp> due = memory::next_timer(storage_, session);
    if (due && *due > storage_.time() && (!next || *due < *next)) next = due;
  }
  return next;
}

void MemoryStore::set_time(Timestamp now) {
  storage_.set_time(now);
  for (std::uint32_t session = 0; session < storage_.sessions(); ++session) {
    if (memory::idle_too_long(storage_, session)) storage_.terminate(session);
  }
}

void MemoryStore::look(const Statement& query, RowSet& rows) {
  rows.clear();
  if (query.verb != Verb::select || query.has_side_effects || !query.ctes.empty()) {
    throw Broken("unsupported", "a view is a SELECT that only reads, but this is " + query.text);
  }
  EvalContext base;
  base.now = base.clock = storage_.time();
  base.subqueries = &subqueries_;
  const Snapshot snapshot = storage_.fresh_snapshot();
  subqueries_.set_snapshot(snapshot);
  try {
    base.params = parameters_.cast(query, {});
    plan(query).look(snapshot, base, rows);
  } catch (const SqlError& error) {
    throw Broken("exception", fmt::format("a view cannot be read: {}: {}, in {}", error.sqlstate(),
                                          error.message(), query.text));
  }
}

}  // namespace

std::unique_ptr<Store> make_memory_store(std::span<const std::string> setup,
                                         const StoreOptions& options) {
  return std::make_unique<MemoryStore>(setup, options);
}

}  // namespace racewindow
