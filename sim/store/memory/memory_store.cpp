// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/memory_store.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "sim/assert.h"
#include "sim/store/memory/modification.h"
#include "sim/store/memory/query.h"
#include "sim/store/memory/storage.h"
#include "sim/store/memory/transaction_command.h"
#include "sim/store/parameter_cast.h"
#include "sim/store/row_order.h"
#include "sim/store/setup.h"

namespace racewindow {
namespace {

using memory::Command;
using memory::Modification;
using memory::Query;
using memory::Snapshot;
using memory::Storage;
using memory::Transaction;

void deliver(const Query& query, const Statement& statement, RowSet& rows) {
  rows.columns = &statement.columns;
  rows.row_count = query.row_count();
  for (std::size_t n = 0; n < rows.row_count; ++n) {
    const std::span<const Value> row = query.row(n);
    rows.cells.insert(rows.cells.end(), row.begin(), row.end());
  }
}

class MemoryStore final : public Store {
 public:
  explicit MemoryStore(std::span<const std::string> setup);

  const Capabilities& capabilities() const override { return capabilities_; }
  const Catalog& catalog() const override { return catalog_; }
  std::variant<const Statement*, SqlError> prepare(std::string_view sql) override {
    return cache_.prepare(sql);
  }
  SessionId open_session() override { return SessionId{storage_.open_session()}; }
  void close_session(SessionId session, CloseHow how) override;
  void execute(SessionId session, std::span<const Call> calls, Outcome& outcome) override;
  void refuse(SessionId session) override { storage_.fail(static_cast<std::uint32_t>(session)); }
  void look(const Statement& query, RowSet& rows) override;
  void set_time(Timestamp now) override { storage_.set_time(now); }
  Mark save() override { return storage_.save(); }
  void restore(Mark mark) override { storage_.restore(mark); }
  Digest digest() const override { return storage_.digest(); }
  Digest committed_digest() const override { return storage_.committed_digest(); }

 private:
  // What was prepared for a statement, by its index.
  struct Prepared {
    std::unique_ptr<Query> query;  // SELECT, or
    std::unique_ptr<Modification> modification;
  };

  Prepared& prepared(const Statement& statement);
  const SqlError* run_all(std::uint32_t session, std::span<const Call> calls, Outcome& outcome);
  const SqlError* run(std::uint32_t session, const Call& call, Outcome& outcome);

  Capabilities capabilities_{.name = "memory", .transactions = true, .checkpoints = true};
  Catalog catalog_;
  StatementCache cache_{catalog_};
  Storage storage_;
  memory::Subqueries subqueries_{storage_};
  std::vector<Prepared> prepared_;
  ParameterCast parameters_;
};

MemoryStore::MemoryStore(std::span<const std::string> setup) {
  run_setup(*this, setup,
            [this](const CreateTable& create) { storage_.add_table(catalog_.add(create.table)); });
}

void MemoryStore::close_session(SessionId session, CloseHow /*how*/) {
  storage_.close_session(static_cast<std::uint32_t>(session));
}

MemoryStore::Prepared& MemoryStore::prepared(const Statement& statement) {
  if (statement.index >= prepared_.size()) prepared_.resize(statement.index + 1);
  Prepared& prepared = prepared_[statement.index];
  if (prepared.query != nullptr || prepared.modification != nullptr) return prepared;
  if (const auto* select = std::get_if<Select>(&statement.bound)) {
    prepared.query = std::make_unique<Query>(*select, storage_);
  } else {
    prepared.modification = memory::make_modification(statement, storage_);
  }
  return prepared;
}

void MemoryStore::execute(SessionId session, std::span<const Call> calls, Outcome& outcome) {
  const auto id = static_cast<std::uint32_t>(session);
  RW_ASSERT(!storage_.transaction(id).closed, "the session is open");
  outcome.clear();
  try {
    const SqlError* error = run_all(id, calls, outcome);
    if (error == nullptr) return;
    // Copied into the old error, so that its memory is used again.
    outcome.clear();
    outcome.status = Outcome::Status::error;
    outcome.error = *error;
  } catch (SqlError& error) {
    outcome.fail(std::move(error));
  } catch (...) {
    storage_.fail(id);
    throw;
  }
  storage_.fail(id);
}

const SqlError* MemoryStore::run_all(std::uint32_t session, std::span<const Call> calls,
                                     Outcome& outcome) {
  const bool in_block = storage_.transaction(session).state != Transaction::State::idle;
  if (calls.size() > 1 && in_block) {
    throw Broken("unsupported",
                 "a batch is a transaction of its own, but the session has one open");
  }
  for (const Call& call : calls) {
    outcome.rows.clear();
    if (call.statement->verb == Verb::transaction) {
      if (calls.size() > 1) {
        throw Broken("unsupported", "a batch is a transaction of its own, but holds a " +
                                        std::string(call.statement->text));
      }
      return memory::run_transaction_command(storage_, session,
                                             std::get<TransactionCommand>(call.statement->bound));
    }
    if (const SqlError* error = run(session, call, outcome)) return error;
  }
  if (!in_block) storage_.end_autocommit(session);
  return nullptr;
}

const SqlError* MemoryStore::run(std::uint32_t session, const Call& call, Outcome& outcome) {
  const Statement& statement = *call.statement;
  const Transaction& transaction = storage_.transaction(session);
  if (transaction.state == Transaction::State::failed) return &memory::transaction_is_aborted();
  if (statement.verb == Verb::create_table) {
    throw Broken("unsupported",
                 "the memory store creates tables during setup only, not with " + statement.text);
  }
  const bool in_block = transaction.state == Transaction::State::active;
  EvalContext base;
  base.params = parameters_.cast(statement, call.params);
  base.clock = storage_.time();
  base.now = in_block ? transaction.start : base.clock;
  base.subqueries = &subqueries_;
  const Command command = storage_.start(session);
  subqueries_.set_snapshot(command.snapshot);
  Prepared& plan = prepared(statement);
  if (plan.query != nullptr) {
    plan.query->run(command.snapshot, base);
    deliver(*plan.query, statement, outcome.rows);
    outcome.affected += static_cast<std::int64_t>(outcome.rows.row_count);
  } else {
    if (const SqlError* error = plan.modification->run(command, base, outcome)) return error;
    if (statement.unordered) sort_rows(outcome.rows);
  }
  storage_.finish(command);
  return nullptr;
}

void MemoryStore::look(const Statement& query, RowSet& rows) {
  rows.clear();
  if (query.verb != Verb::select) {
    throw Broken("unsupported", "a view is a SELECT, but this is " + query.text);
  }
  const Snapshot snapshot = storage_.fresh_snapshot();
  EvalContext base;
  base.now = base.clock = storage_.time();
  base.subqueries = &subqueries_;
  subqueries_.set_snapshot(snapshot);
  try {
    base.params = parameters_.cast(query, {});
    Query& prepared_query = *prepared(query).query;
    prepared_query.run(snapshot, base);
    deliver(prepared_query, query, rows);
  } catch (const SqlError& error) {
    throw Broken("exception", fmt::format("a view cannot be read: {}: {}, in {}", error.sqlstate(),
                                          error.message(), query.text));
  }
}

}  // namespace

std::unique_ptr<Store> make_memory_store(std::span<const std::string> setup,
                                         const StoreOptions& /*options*/) {
  return std::make_unique<MemoryStore>(setup);
}

}  // namespace racewindow
