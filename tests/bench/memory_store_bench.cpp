// SPDX-License-Identifier: Apache-2.0
// The memory store on tables of a handful of rows: single statements, each from the same state, and
// a push as a depth-first search walks it, with a checkpoint before each step and a return after
// it. items_per_second counts statements.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "sim/store/memory/memory_store.h"

namespace racewindow {
namespace {

const std::vector<std::string> kSetup = {
    "CREATE TABLE directory_state (accountid bigint PRIMARY KEY, currentgeneration bigint NOT "
    "NULL)",
    "CREATE TABLE directory (accountid bigint NOT NULL, relpath text NOT NULL, generation bigint "
    "NOT NULL, UNIQUE (accountid, relpath, generation))",
    "INSERT INTO directory_state VALUES (1, 5), (2, 5)",
    "INSERT INTO directory VALUES (1, 'a', 5), (1, 'b', 5), (1, 'c', 5), (2, 'a', 5), (2, 'b', 5)"};

// Parameters: $1 account, $2 generation, $3 path, as many as the statement has.
constexpr const char* kPointer =
    "SELECT currentgeneration FROM directory_state WHERE accountid = $1";
constexpr const char* kNewest = "SELECT MAX(generation) AS g FROM directory WHERE accountid = $1";
constexpr const char* kClaim =
    "SELECT MAX(g) AS g FROM (SELECT currentgeneration AS g FROM directory_state WHERE accountid = "
    "$1 UNION ALL SELECT MAX(generation) AS g FROM directory WHERE accountid = $1) AS claim";
constexpr const char* kList =
    "SELECT d.relpath FROM directory_state AS s JOIN directory AS d ON d.accountid = s.accountid "
    "AND d.generation = s.currentgeneration WHERE s.accountid = $1 ORDER BY d.relpath";
constexpr const char* kStage =
    "INSERT INTO directory (accountid, generation, relpath) VALUES ($1, $2, $3)";
constexpr const char* kUpdate =
    "UPDATE directory_state SET currentgeneration = $2 WHERE accountid = $1";
constexpr const char* kFlip =
    "INSERT INTO directory_state (accountid, currentgeneration) VALUES ($1, $2) "
    "ON CONFLICT (accountid) DO UPDATE SET currentgeneration = excluded.currentgeneration "
    "WHERE excluded.currentgeneration > directory_state.currentgeneration";
constexpr const char* kSweep = "DELETE FROM directory WHERE accountid = $1 AND generation < $2";
constexpr const char* kCount =
    "SELECT COUNT(*) AS n FROM directory WHERE accountid = $1 AND generation = $2";

class Loop {
 public:
  Loop() : store_(make_memory_store(kSetup)), session_(store_->open_session()) {}

  const Statement& prepare(std::string_view sql) {
    return *std::get<const Statement*>(store_->prepare(sql));
  }
  void send(const Statement& statement, std::int64_t generation, const Value& path) {
    const std::array params{Value::int8(1), Value::int8(generation), path};
    const Call call{&statement, std::span(params).first(statement.param_types.size())};
    store_->execute(session_, std::span(&call, 1), outcome_);
    benchmark::DoNotOptimize(store_->digest());
  }
  [[nodiscard]] Store& store() { return *store_; }

 private:
  std::unique_ptr<Store> store_;
  SessionId session_;
  Outcome outcome_;
};

// One statement, then back. `generation` 5 is the one that is there.
void statement(benchmark::State& state, const char* sql, std::int64_t generation) {
  Loop loop;
  const Statement& sent = loop.prepare(sql);
  const Value path = Value::text("a");
  const Mark mark = loop.store().save();
  for (auto _ : state) {
    loop.send(sent, generation, path);
    loop.store().restore(mark);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(statement, select_by_key, kPointer, 5);
BENCHMARK_CAPTURE(statement, select_max, kNewest, 5);
BENCHMARK_CAPTURE(statement, select_max_of_union, kClaim, 5);
BENCHMARK_CAPTURE(statement, select_join, kList, 5);
BENCHMARK_CAPTURE(statement, select_count, kCount, 5);
BENCHMARK_CAPTURE(statement, insert, kStage, 6);
BENCHMARK_CAPTURE(statement, insert_duplicate, kStage, 5);
BENCHMARK_CAPTURE(statement, update, kUpdate, 6);
BENCHMARK_CAPTURE(statement, upsert, kFlip, 6);
BENCHMARK_CAPTURE(statement, delete_three_rows, kSweep, 6);

void depth_first_push(benchmark::State& state) {
  Loop loop;
  const Value paths[] = {Value::text("a"), Value::text("b")};
  struct Sent {
    const Statement* statement;
    Value path;
  };
  std::vector<Sent> push;
  for (const char* sql : {kPointer, kNewest, kStage, kStage, kFlip, kPointer, kSweep, kCount}) {
    push.push_back({&loop.prepare(sql), paths[push.size() % 2]});
  }
  std::vector<Mark> marks(push.size());
  const Mark root = loop.store().save();
  for (auto _ : state) {
    for (std::size_t n = 0; n < push.size(); ++n) {
      marks[n] = loop.store().save();
      loop.send(*push[n].statement, 6, push[n].path);
    }
    for (std::size_t n = push.size(); n-- > 0;) loop.store().restore(marks[n]);
    loop.store().restore(root);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(push.size()));
}
BENCHMARK(depth_first_push);

}  // namespace
}  // namespace racewindow
