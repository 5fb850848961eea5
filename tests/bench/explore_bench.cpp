// SPDX-License-Identifier: Apache-2.0
// The whole engine on the portal push with its properties checked: schedule, statements, views,
// invariants, monitors, digests and state cache. items_per_second counts only the steps that a
// store carried out. `sqlite_to_bare_loop` runs the search and a bare loop over the same statements
// in turns and gives their rates as a ratio, since absolute times on a shared machine mean little.
#include <SQLiteCpp/SQLiteCpp.h>
#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/catalog.h"
#include "sim/explore.h"
#include "sim/registry.h"
#include "sim/sql/statement.h"

namespace racewindow {
namespace {

constexpr const char* kScenario = "portal-push/accepted/equal-pushes";
constexpr const char* kLargeScenario = "portal-push/accepted/three-writers";

const ScenarioEntry& scenario(const char* id) {
  static const Registry registry = [] {
    Registry all;
    register_all(all);
    return all;
  }();
  return *registry.find(id);
}

Parameters defaults(const ScenarioEntry& entry) {
  std::vector<Parameter> values;
  for (const ParameterSpec& spec : entry.parameters)
    values.push_back({spec.name, spec.default_value});
  return Parameters(std::move(values));
}

ScenarioResult search(const char* id, const char* strategy, const char* store,
                      std::uint64_t steps_max) {
  ExploreOptions options;
  options.strategy = strategy;
  options.store = store;
  options.steps_max = steps_max;
  options.minimise = false;
  options.traces = false;
  const ScenarioEntry& entry = scenario(id);
  return explore(entry, defaults(entry), options);
}

void search_of(benchmark::State& state, const char* id, const char* strategy, const char* store,
               std::uint64_t steps_max) {
  std::int64_t steps = 0;
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
  for (auto _ : state) {
    const ScenarioResult result = search(id, strategy, store, steps_max);
    if (result.broken) state.SkipWithError(result.broken->message.c_str());
    steps += static_cast<std::int64_t>(result.counts.steps);
    executions += result.counts.executions;
    states += result.counts.states;
  }
  state.SetItemsProcessed(steps);
  state.counters["executions"] =
      benchmark::Counter(static_cast<double>(executions), benchmark::Counter::kIsRate);
  state.counters["states"] =
      benchmark::Counter(static_cast<double>(states), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(search_of, memory_naive, kLargeScenario, "naive", "memory", 2'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_of, memory_exhaustive, kLargeScenario, "exhaustive", "memory", 0)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_of, sqlite_naive, kLargeScenario, "naive", "sqlite", 500'000)
    ->Unit(benchmark::kMillisecond);

// The statements of one execution, prepared on a connection of their own, with their parameters
// bound: each its own transaction, as D1 has it. Going back to the start is a few more such
// statements, and counts like them.
class BareLoop {
 public:
  BareLoop() : database_(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    const ScenarioEntry& entry = scenario(kScenario);
    const Scenario built = entry.build(defaults(entry));
    Catalog catalog;
    for (const std::string& text : built.schema) {
      auto bound = bind_statement(catalog, text);
      const auto& statement = std::get<Statement>(bound);
      if (const auto* create = std::get_if<CreateTable>(&statement.bound)) {
        database_.exec(sqlite_ddl(catalog.add(create->table)));
        add("DELETE FROM " + create->table.name);
      } else {
        add(text);
      }
    }
    record(entry);
  }

  [[nodiscard]] std::size_t size() const { return statements_.size(); }

  void run() {
    for (const auto& statement : statements_) {
      try {
        while (statement->executeStep()) {
          benchmark::DoNotOptimize(statement->getColumn(0).getInt64());
        }
      } catch (const SQLite::Exception&) {  // the push that collides
      }
      statement->tryReset();
    }
  }

 private:
  // The first execution that the naive search takes: the second push follows the first.
  void record(const ScenarioEntry& entry) {
    const Schedule first(40, Choice{Choice::Kind::run, 0, 0});
    Schedule schedule;
    const auto go_on = [&](std::uint8_t actor) {
      for (std::size_t n = 0; n < first.size(); ++n) {
        schedule.push_back({Choice::Kind::run, actor, 0});
        if (replay(entry, defaults(entry), "sqlite", schedule).divergence.empty()) continue;
        schedule.pop_back();
        return;
      }
    };
    go_on(0);
    go_on(1);
    const ReplayOutcome outcome = replay(entry, defaults(entry), "sqlite", schedule);
    for (const TraceStep& step : outcome.trace.steps) {
      if (step.kind != "statement") continue;
      for (const TraceStatement& sent : step.statements) {
        add(sent.sql);
        for (std::size_t n = 0; n < sent.params.size(); ++n) {
          bind_literal(*statements_.back(), n, sent.params[n]);
        }
      }
    }
  }

  void add(const std::string& sql) {
    statements_.push_back(std::make_unique<SQLite::Statement>(database_, sql));
  }

  static void bind_literal(SQLite::Statement& statement, std::size_t n,
                           const std::string& literal) {
    const std::string name = "$" + std::to_string(n + 1);
    if (literal.starts_with('\'')) {
      statement.bind(name, literal.substr(1, literal.size() - 2));
    } else {
      statement.bind(name, static_cast<std::int64_t>(std::stoll(literal)));
    }
  }

  SQLite::Database database_;
  std::vector<std::unique_ptr<SQLite::Statement>> statements_;
};

void sqlite_to_bare_loop(benchmark::State& state) {
  BareLoop bare;
  double search_s = 0;
  double bare_s = 0;
  double searched = 0;
  double looped = 0;
  for (auto _ : state) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    searched += static_cast<double>(search(kScenario, "naive", "sqlite", 100'000).counts.steps);
    const auto middle = Clock::now();
    for (int n = 0; n < 5000; ++n) {
      bare.run();
      looped += static_cast<double>(bare.size());
    }
    const auto end = Clock::now();
    search_s += std::chrono::duration<double>(middle - start).count();
    bare_s += std::chrono::duration<double>(end - middle).count();
  }
  state.counters["search_steps_per_s"] = searched / search_s;
  state.counters["bare_steps_per_s"] = looped / bare_s;
  state.counters["ratio"] = (searched / search_s) / (looped / bare_s);
}
BENCHMARK(sqlite_to_bare_loop)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace racewindow
