// SPDX-License-Identifier: Apache-2.0
#include "sim/store/sqlite/sqlite_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sim/assert.h"
#include "sim/store/memory/recorder.h"
#include "sim/store/parameter_cast.h"
#include "sim/store/read_set.h"
#include "sim/store/row_order.h"
#include "sim/store/setup.h"
#include "sim/store/sqlite/advisory_locks.h"
#include "sim/store/sqlite/native.h"
#include "sim/store/sqlite/prepared.h"
#include "sim/store/sqlite/row_log.h"

namespace racewindow {
namespace {

// Ends a run of a statement, so that its next one can begin.
struct ResetAtEnd {
  sqlite3_stmt* statement;
  ~ResetAtEnd() { sqlite3_reset(statement); }
};

// All statements run inside one transaction that is never committed: nobody else is connected, so
// a commit would publish nothing and cost half of the time. A statement that fails is undone by
// SQLite as a whole (conflict resolution ABORT), so each is still atomic; batches and restore go
// back by the row log.
class SqliteStore final : public Store {
 public:
  explicit SqliteStore(std::span<const std::string> setup);

  const Capabilities& capabilities() const override { return capabilities_; }
  const Catalog& catalog() const override { return catalog_; }
  std::variant<const Statement*, SqlError> prepare(std::optional<SessionId> session,
                                                   std::string_view sql) override;
  SessionId open_session() override {
    locks_.open_session();
    return SessionId{sessions_++};
  }
  void close_session(SessionId session, CloseHow /*how*/) override {
    if (locks_.holds_for_session(number(session))) recorder_.everything();
    locks_.close_session(number(session));
  }
  SessionState state(SessionId session) const override {
    return locks_.holds_for_session(number(session)) ? SessionState::used : SessionState::pristine;
  }
  void execute(SessionId session, std::span<const Call> calls, Outcome& outcome) override;
  bool record(Footprint* footprint, Footprint::Space space) override {
    recorder_.record_to(footprint, space);
    return true;
  }
  void refuse(SessionId /*session*/) override {}  // no transaction is ever open
  Wait waiting(SessionId session) const override { return locks_.waiting(number(session)); }
  void resume(SessionId session, Outcome& outcome) override;
  void cancel(SessionId session, const SqlError& why, Outcome& outcome) override;
  void deadlock_victims(std::vector<SessionId>& victims) const override {
    locks_.deadlock_victims(victims);
  }
  void look(const Statement& query, RowSet& rows) override;
  void set_time(Timestamp now) override { now_ = now; }
  // A mark is two numbers: how many changes there were to rows, and how many to locks.
  Mark save() override { return Mark{log_.size() << kLockBits | locks_.changes()}; }
  void restore(Mark mark) override {
    const auto both = static_cast<std::size_t>(mark);
    log_.undo(both >> kLockBits);
    locks_.undo(both & ((std::size_t{1} << kLockBits) - 1));
  }
  Digest digest() const override {
    Digest sum = log_.content();
    sum += log_.counters();
    if (!locks_.empty()) sum += locks_.digest();
    return sum;
  }
  Digest committed_digest() const override { return log_.content(); }

 private:
  static constexpr unsigned kLockBits = 24;
  static std::uint32_t number(SessionId session) { return static_cast<std::uint32_t>(session); }

  // The error that a statement ended with, if it did.
  using Failure = std::optional<SqlError>;

  void run_all(std::uint32_t session, std::span<const Call> calls, Outcome& outcome);
  void create_table(const CreateTable& create);
  void record_step(std::span<const Call> calls, const Outcome& outcome);
  Failure run(const Call& call, Outcome& outcome);
  Failure bind(Prepared& prepared, const Call& call);
  Failure fetch(const Call& call, RowSet& rows);
  void report_changes(std::span<const RowLog::Entry> entries, bool unordered,
                      Outcome& outcome) const;

  Capabilities capabilities_{.name = "sqlite", .transactions = false, .checkpoints = true};
  Timestamp now_;
  SQLite::Database database_;
  sqlite3* native_;
  RowLog log_;
  AdvisoryLocks locks_{native_};
  memory::Recorder recorder_;
  Catalog catalog_;
  StatementCache cache_{catalog_};
  std::vector<Prepared> prepared_;  // by Statement::index
  ParameterCast parameters_;
  std::uint32_t sessions_ = 0;
};

// now() and its kin: the virtual clock.
void virtual_now(sqlite3_context* context, int /*count*/, sqlite3_value** /*arguments*/) {
  const auto* now = static_cast<const Timestamp*>(sqlite3_user_data(context));
  sqlite3_result_int64(context, now->microseconds);
}

// Whether the engine picks the order in which the statement changes rows.
bool changes_unordered(const Statement& statement) {
  const auto* insert = std::get_if<Insert>(&statement.bound);
  return insert == nullptr || (insert->source->values.empty() && insert->source->order_by.empty());
}

SqliteStore::SqliteStore(std::span<const std::string> setup)
    : database_(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX),
      native_(database_.getHandle()),
      log_(native_) {
  for (const char* name : {"now", "clock_timestamp", "current_timestamp"}) {
    database_.createFunction(name, 0, false, &now_, &virtual_now);
  }
  database_.exec("BEGIN");
  run_setup(*this, setup, [this](const CreateTable& create) { create_table(create); });
}

void SqliteStore::create_table(const CreateTable& create) {
  for (const Column& column : create.table.columns) {
    if (column.type == Type::interval || column.name == "_rowid_") {
      throw Broken("unsupported", fmt::format("the sqlite store has no intervals and no columns "
                                              "named _rowid_: column {} of table {}",
                                              column.name, create.table.name));
    }
  }
  const Table& table = catalog_.add(create.table);
  const NativeStatement native = prepare_native(native_, sqlite_ddl(table));
  if (sqlite3_step(native.get()) != SQLITE_DONE) {
    throw Broken("unsupported", fmt::format("the sqlite store cannot create table {}: {}",
                                            table.name, sqlite3_errmsg(native_)));
  }
}

std::variant<const Statement*, SqlError> SqliteStore::prepare(std::optional<SessionId> /*session*/,
                                                              std::string_view sql) {
  auto result = cache_.prepare(sql);
  const auto* found = std::get_if<const Statement*>(&result);
  if (found == nullptr) return result;
  const Statement& statement = **found;
  if (statement.verb == Verb::transaction || statement.verb == Verb::create_table) return result;
  if (statement.index >= prepared_.size()) prepared_.resize(statement.index + 1);
  Prepared& prepared = prepared_[statement.index];
  if (prepared.native == nullptr) prepared = prepare_statement(native_, statement);
  return result;
}

void SqliteStore::execute(SessionId session, std::span<const Call> calls, Outcome& outcome) {
  outcome.clear();
  run_all(number(session), calls, outcome);
  if (recorder_.active()) record_step(calls, outcome);
}

// From the statements' texts and the rows they changed. Nothing tells what a statement that failed
// had met, nor what INSERT … ON CONFLICT found in its way; locks are not told apart.
void SqliteStore::record_step(std::span<const Call> calls, const Outcome& outcome) {
  const bool told = outcome.status == Outcome::Status::rows &&
                    std::ranges::none_of(
                        calls, [](const Call& call) { return call.statement->has_side_effects; });
  if (!told) {
    recorder_.everything();
    return;
  }
  for (const Call& call : calls) {
    Footprint& footprint = *recorder_.footprint();
    const ReadSet reads(*call.statement);
    recorder_.assigns(reads.assigned());
    reads.add_to(footprint, parameters_.cast(*call.statement, call.params));
    const auto* insert = std::get_if<Insert>(&call.statement->bound);
    if (prepared_[call.statement->index].counts) {
      recorder_.sequence(call.statement->target->id, memory::Recorder::Access::write);
    }
    if (insert != nullptr && insert->on_conflict) {
      footprint.read_rows(*insert->table, Footprint::kAllColumns);
    }
  }
  for (const RowChange& change : outcome.changes) {
    const auto image = [&](std::size_t at) {
      return at == RowChange::npos ? nullptr : &outcome.change_cells[at];
    };
    const Value* before = image(change.before);
    const Value* after = image(change.after);
    if (before != nullptr) recorder_.wrote(*change.table, before);
    if (after != nullptr) recorder_.wrote(*change.table, after);
    recorder_.published(*change.table, before, after);
  }
}

// Locks of the session survive an error, as PostgreSQL has it.
void SqliteStore::run_all(std::uint32_t session, std::span<const Call> calls, Outcome& outcome) {
  const std::size_t start = log_.size();
  locks_.begin(session, outcome);
  for (const Call& call : calls) {
    outcome.rows.clear();
    if (Failure failure = run(call, outcome)) {
      log_.undo(start);
      if (locks_.suspend(calls)) return;
      outcome.fail(std::move(*failure));
      break;
    }
  }
  locks_.end();
}

void SqliteStore::resume(SessionId session, Outcome& outcome) {
  RW_ASSERT(waiting(session) == Wait::ready, "what was waited for has come");
  outcome.clear();
  run_all(number(session), locks_.resume(number(session)), outcome);
}

void SqliteStore::cancel(SessionId session, const SqlError& why, Outcome& outcome) {
  locks_.cancel(number(session));
  outcome.clear();
  outcome.fail(why);
}

SqliteStore::Failure SqliteStore::run(const Call& call, Outcome& outcome) {
  const Statement& statement = *call.statement;
  if (statement.verb == Verb::transaction) {
    return SqlError("0A000",
                    "transactions are refused: over HTTP every statement is a transaction of its "
                    "own; send a batch instead");
  }
  if (statement.verb == Verb::create_table) {
    throw Broken("unsupported", "the sqlite store creates tables during setup only");
  }
  const std::size_t start = log_.size();
  log_.set_target(statement.target);
  if (Failure failure = fetch(call, outcome.rows)) {
    log_.forget(start);
    return failure;
  }
  outcome.affected += statement.verb == Verb::select
                          ? static_cast<std::int64_t>(outcome.rows.row_count)
                          : sqlite3_changes64(native_);
  if (prepared_[statement.index].counts) log_.note_counter(*statement.target);
  report_changes(log_.since(start), changes_unordered(statement), outcome);
  return std::nullopt;
}

SqliteStore::Failure SqliteStore::bind(Prepared& prepared, const Call& call) {
  try {
    const std::span<const Value> params = parameters_.cast(*call.statement, call.params);
    for (std::size_t n = 0; n < params.size(); ++n) {
      if (prepared.bound[n] == params[n]) continue;  // still, from the run before
      bind_value(prepared.native.get(), prepared.positions[n], params[n]);
      prepared.bound[n] = params[n];
    }
  } catch (const SqlError& error) {
    return error;
  }
  return std::nullopt;
}

// Runs the statement to its end; its result goes to `rows`.
SqliteStore::Failure SqliteStore::fetch(const Call& call, RowSet& rows) {
  const Statement& statement = *call.statement;
  Prepared& prepared = prepared_[statement.index];
  if (Failure failure = bind(prepared, call)) return failure;
  const ResetAtEnd native{prepared.native.get()};
  const std::vector<OutputColumn>& columns = statement.columns;
  if (!columns.empty()) rows.columns = &columns;
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(native.statement)) == SQLITE_ROW) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      sqlite3_value* cell = sqlite3_column_value(native.statement, static_cast<int>(i));
      const auto value = read_value(cell, columns[i].type);
      if (!value) {
        throw Broken("unsupported",
                     fmt::format("SQLite's value of column {} is no {}, in {}", columns[i].name,
                                 type_name(columns[i].type), statement.text));
      }
      rows.cells.push_back(*value);
    }
    ++rows.row_count;
  }
  if (code != SQLITE_DONE) return native_error(native_);
  if (statement.unordered) sort_rows(rows, prepared.sorted_by);
  return std::nullopt;
}

void SqliteStore::report_changes(std::span<const RowLog::Entry> entries, bool unordered,
                                 Outcome& outcome) const {
  const std::size_t first = outcome.changes.size();
  const auto append = [&outcome](std::span<const Value> row) {
    const std::size_t offset = outcome.change_cells.size();
    outcome.change_cells.insert(outcome.change_cells.end(), row.begin(), row.end());
    return offset;
  };
  for (const RowLog::Entry& entry : entries) {
    if (!entry.kind) continue;
    RowChange change{.kind = *entry.kind, .table = entry.table};
    if (entry.kind != RowChange::Kind::insert) change.before = append(log_.before(entry));
    if (entry.kind != RowChange::Kind::remove) change.after = append(log_.after(entry));
    outcome.changes.push_back(change);
  }
  if (unordered && entries.size() > 1) sort_changes(outcome, first);
}

void SqliteStore::look(const Statement& query, RowSet& rows) {
  rows.clear();
  if (query.verb != Verb::select) {
    throw Broken("unsupported", "a view is a SELECT, but this is " + query.text);
  }
  if (Failure failure = fetch(Call{&query, {}}, rows)) {
    throw Broken("exception", fmt::format("a view cannot be read: {}: {}, in {}",
                                          failure->sqlstate(), failure->message(), query.text));
  }
}

}  // namespace

std::unique_ptr<Store> make_sqlite_store(std::span<const std::string> setup) {
  // Memory statistics take a mutex on every allocation. Refused, and harmless, once SQLite is in
  // use.
  [[maybe_unused]] static const int configured = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  return std::make_unique<SqliteStore>(setup);
}

}  // namespace racewindow
