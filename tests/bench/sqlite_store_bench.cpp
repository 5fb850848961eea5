// SPDX-License-Identifier: Apache-2.0
// The eight statements of a portal push of two rows, sent by bare loops over SQLite's C interface
// and through the SQLite store, which also keeps row changes, digest and checkpoints. Every loop
// counts statements (items_per_second); `ratio` runs the two that are to be compared in turns.
#include <benchmark/benchmark.h>

#include <ctime>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "sim/store/sqlite/native.h"
#include "sim/store/sqlite/sqlite_store.h"

namespace racewindow {
namespace {

const std::vector<std::string> kSetup = {
    "CREATE TABLE directory_state (accountid text PRIMARY KEY, currentgeneration bigint NOT NULL)",
    "CREATE TABLE directory (accountid text NOT NULL, relpath text NOT NULL, generation bigint NOT "
    "NULL, UNIQUE (accountid, relpath, generation))",
    "INSERT INTO directory_state VALUES ('acc', 5)",
    "INSERT INTO directory VALUES ('acc', 'a.txt', 5), ('acc', 'b.txt', 5)"};

constexpr std::string_view kTexts[] = {
    "SELECT currentgeneration FROM directory_state WHERE accountid = $1",
    "SELECT MAX(generation) AS g FROM directory WHERE accountid = $1",
    "INSERT INTO directory (accountid, generation, relpath) VALUES ($1, $2, $3)",
    "INSERT INTO directory_state (accountid, currentgeneration) VALUES ($1, $2) "
    "ON CONFLICT (accountid) DO UPDATE SET currentgeneration = excluded.currentgeneration "
    "WHERE excluded.currentgeneration > directory_state.currentgeneration",
    "DELETE FROM directory WHERE accountid = $1 AND generation < $2",
    "SELECT COUNT(*) AS n FROM directory WHERE accountid = $1 AND generation = $2"};

// Which text is sent, and with how many of ('acc', generation, path).
struct Sent {
  std::size_t text = 0;
  std::size_t params = 0;
  std::string_view path = {};
};
constexpr Sent kPush[] = {{0, 1}, {1, 1}, {2, 3, "a.txt"}, {2, 3, "b.txt"},
                          {3, 2}, {0, 1}, {4, 2},          {5, 2}};
constexpr std::size_t kStatements = std::size(kPush);

class BareLoop {
 public:
  BareLoop() {
    // The first store made configures SQLite for the whole process; the bare loop gets the same.
    std::ignore = make_sqlite_store({});
    sqlite3_open_v2(":memory:", &database_,
                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    for (const std::string& sql : kSetup) run(sql.c_str());
    for (const std::string_view text : kTexts) prepared_.push_back(prepare_native(database_, text));
  }
  ~BareLoop() {
    prepared_.clear();
    sqlite3_close(database_);
  }
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  void run(const char* sql) { sqlite3_exec(database_, sql, nullptr, nullptr, nullptr); }
  NativeStatement prepare(std::string_view sql) { return prepare_native(database_, sql); }

  static void finish(sqlite3_stmt* statement) {
    while (sqlite3_step(statement) == SQLITE_ROW) {
      benchmark::DoNotOptimize(sqlite3_column_int64(statement, 0));
    }
    sqlite3_reset(statement);
  }
  void send(const Sent& sent, std::int64_t generation) {
    sqlite3_stmt* statement = prepared_[sent.text].get();
    sqlite3_bind_text(statement, 1, "acc", 3, SQLITE_STATIC);
    if (sent.params > 1) sqlite3_bind_int64(statement, 2, generation);
    if (sent.params > 2) {
      sqlite3_bind_text(statement, 3, sent.path.data(), static_cast<int>(sent.path.size()),
                        SQLITE_STATIC);
    }
    finish(statement);
  }
  // One push after the other: the sweep keeps the content small.
  void push() {
    ++generation_;
    for (const Sent& sent : kPush) send(sent, generation_);
  }
  // A push from the same state each time.
  void push_and_return(sqlite3_stmt* savepoint, sqlite3_stmt* rollback, sqlite3_stmt* release) {
    finish(savepoint);
    for (const Sent& sent : kPush) send(sent, 6);
    finish(rollback);
    finish(release);
  }
  // A savepoint a step, gone back to one after the other: what the store's row log replaces.
  void push_by_savepoints(sqlite3_stmt* savepoint, sqlite3_stmt* rollback, sqlite3_stmt* release) {
    for (const Sent& sent : kPush) {
      finish(savepoint);
      send(sent, 6);
    }
    for (std::size_t n = 0; n < kStatements; ++n) {
      finish(rollback);
      finish(release);
    }
  }

 private:
  sqlite3* database_ = nullptr;
  std::vector<NativeStatement> prepared_;
  std::int64_t generation_ = 5;
};

class StoreLoop {
 public:
  StoreLoop() : store_(make_sqlite_store(kSetup)) {
    for (const std::string_view text : kTexts) {
      statements_.push_back(std::get<const Statement*>(store_->prepare(text)));
    }
    session_ = store_->open_session();
  }
  void send(const Sent& sent, std::int64_t generation) {
    const Value params[] = {account_, Value::int8(generation),
                            sent.path == "b.txt" ? second_ : first_};
    const Call call{statements_[sent.text], std::span(params).first(sent.params)};
    store_->execute(session_, std::span(&call, 1), outcome_);
    benchmark::DoNotOptimize(store_->digest());
  }
  // Down one path of a depth-first search and back up, a checkpoint and a return for each step.
  void push_and_return() {
    Mark marks[kStatements];
    for (std::size_t n = 0; n < kStatements; ++n) {
      marks[n] = store_->save();
      send(kPush[n], 6);
    }
    for (std::size_t n = kStatements; n-- > 0;) store_->restore(marks[n]);
  }

 private:
  std::unique_ptr<Store> store_;
  std::vector<const Statement*> statements_;
  SessionId session_{};
  Outcome outcome_;
  Value account_ = Value::text("acc");
  Value first_ = Value::text("a.txt");
  Value second_ = Value::text("b.txt");
};

void count(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kStatements));
}

void bare_own_transactions(benchmark::State& state) {
  BareLoop loop;
  for (auto _ : state) loop.push();
  count(state);
}
BENCHMARK(bare_own_transactions);

void bare_one_transaction(benchmark::State& state) {
  BareLoop loop;
  loop.run("BEGIN");
  for (auto _ : state) loop.push();
  count(state);
}
BENCHMARK(bare_one_transaction);

// Both within one transaction, which is the faster way for either.
void bare_returning_by_savepoint(benchmark::State& state, bool each_step) {
  BareLoop loop;
  loop.run("BEGIN");
  const NativeStatement savepoint = loop.prepare("SAVEPOINT s");
  const NativeStatement rollback = loop.prepare("ROLLBACK TO s");
  const NativeStatement release = loop.prepare("RELEASE s");
  for (auto _ : state) {
    if (each_step) {
      loop.push_by_savepoints(savepoint.get(), rollback.get(), release.get());
    } else {
      loop.push_and_return(savepoint.get(), rollback.get(), release.get());
    }
  }
  count(state);
}
BENCHMARK_CAPTURE(bare_returning_by_savepoint, a_push, false);
BENCHMARK_CAPTURE(bare_returning_by_savepoint, a_step, true);

void store_depth_first(benchmark::State& state) {
  StoreLoop loop;
  for (auto _ : state) loop.push_and_return();
  count(state);
}
BENCHMARK(store_depth_first);

// The rate of the store, with digests, checkpoints and returns, over that of the bare loop in D1's
// way, each statement its own transaction; by processor time, in turns, so that whatever else the
// machine does falls on both.
void ratio(benchmark::State& state) {
  BareLoop bare;
  StoreLoop store;
  const auto time = [](const std::function<void()>& push) {
    const std::clock_t start = std::clock();
    for (int n = 0; n < 100; ++n) push();
    return static_cast<double>(std::clock() - start);
  };
  double bare_time = 0;
  double store_time = 0;
  for (auto _ : state) {
    bare_time += time([&bare] { bare.push(); });
    store_time += time([&store] { store.push_and_return(); });
  }
  state.counters["store_to_bare"] = bare_time / store_time;
}
BENCHMARK(ratio);

}  // namespace
}  // namespace racewindow
