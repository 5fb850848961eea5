// SPDX-License-Identifier: Apache-2.0
// A search allocates where it meets something new: an actor's request, a view, a deeper stack.
// What it has met before it goes through without.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/engine/counting_new.h"
#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

// Three actors, each on rows of its own, so that all there is to meet is met early.
ScenarioEntry three_of(std::function<void(Session& db, std::int64_t own)> statements) {
  return entry_of([statements] {
    SmallScenario small("(0, 0), (1, 0), (2, 0)");
    for (std::int64_t own = 0; own < 3; ++own) {
      small.actor([own, statements](Context& ctx) {
        Session db = ctx.session();
        statements(db, own);
      });
    }
    return small.scenario;
  });
}

// How many of a thousand stretches of the naive search, of some 4,000 steps each, allocated
// anything.
std::size_t stretches_in_1000_that_allocate(const ScenarioEntry& entry) {
  ExploreOptions options;
  options.strategy = "naive";
  std::vector<std::uint64_t> counts;
  counts.reserve(10'000);
  options.on_progress = [&counts](const Progress&) {
    if (counts.size() < counts.capacity()) counts.push_back(allocations());
    return std::string();
  };
  const ScenarioResult result = explore_with(entry, options);
  EXPECT_FALSE(result.broken);
  EXPECT_TRUE(result.complete);
  EXPECT_GT(counts.size(), 100U);
  std::size_t allocating = 0;
  for (std::size_t n = 1; n < counts.size(); ++n) allocating += counts[n] != counts[n - 1];
  return allocating * 1000 / counts.size();
}

TEST(Allocation, a_steady_search_does_without) {
  const ScenarioEntry entry = three_of([](Session& db, std::int64_t own) {
    db.value<std::int64_t>("SELECT v FROM t WHERE k = $1", own);
    db.exec("INSERT INTO t VALUES ($1, 1), ($2, 2)", own + 10, own + 20);
    db.exec(
        "INSERT INTO t VALUES ($1, 1) ON CONFLICT (k) DO UPDATE SET v = t.v + excluded.v "
        "RETURNING v",
        own);
    db.value<std::int64_t>("SELECT max(v) FROM t WHERE k % 10 = $1", own);
    db.exec("DELETE FROM t WHERE k % 10 = $1 RETURNING k", own);
  });
  EXPECT_LT(stretches_in_1000_that_allocate(entry), 50U);
}

TEST(Allocation, nor_does_one_of_transactions_that_do_not_wait) {
  const ScenarioEntry entry = three_of([](Session& db, std::int64_t own) {
    db.exec("BEGIN");
    db.exec("UPDATE t SET v = v + 1 WHERE k = $1", own);
    db.value<std::int64_t>("SELECT v FROM t WHERE k = $1 FOR UPDATE", own);
    db.exec("DELETE FROM t WHERE k = $1", own);
    db.exec("COMMIT");
  });
  EXPECT_LT(stretches_in_1000_that_allocate(entry), 50U);
}

}  // namespace
}  // namespace racewindow::testing
