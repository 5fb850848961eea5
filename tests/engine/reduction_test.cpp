// SPDX-License-Identifier: Apache-2.0
// How many executions optimal partial order reduction needs: for programs of the literature,
// written as guards on rows, the numbers published there or derived by hand (N: the number of
// actors).
#include <gtest/gtest.h>

#include "tests/engine/small_scenario.h"

namespace racewindow::testing {
namespace {

using Body = std::function<void(Context&)>;

std::int64_t read(Session& db, std::int64_t row) {
  return db.value<std::int64_t>("SELECT v FROM t WHERE k = $1", row).value_or(-1);
}
void write(Session& db, std::int64_t row, std::int64_t value) {
  db.exec("UPDATE t SET v = $1 WHERE k = $2", value, row);
}
bool compare_and_set(Session& db, std::int64_t row, std::int64_t from, std::int64_t to) {
  return db.exec("UPDATE t SET v = $1 WHERE k = $2 AND v = $3", to, row, from) == 1;
}

// Nobody looks but the actors: the rows 0 to `rows` - 1, each 0.
ScenarioEntry program(std::int64_t rows, std::vector<Body> bodies) {
  return entry_of([rows, bodies] {
    Scenario scenario;
    scenario.schema = {
        "CREATE TABLE t (k bigint PRIMARY KEY, v bigint)",
        "INSERT INTO t SELECT n, 0 FROM generate_series(0, " + std::to_string(rows - 1) + ") AS n"};
    const std::size_t host = scenario.host("h");
    for (const Body& body : bodies) {
      scenario.actor("a" + std::to_string(scenario.actors.size()), host, body);
    }
    return scenario;
  });
}

std::uint64_t executions(const ScenarioEntry& entry) {
  const ScenarioResult result = explore_with(entry, "dpor");
  EXPECT_FALSE(result.broken) << result.broken->message;
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.counts.executions, result.counts.complete);
  return result.counts.executions;
}

std::vector<Body> for_each_actor(std::int64_t actors,
                                 const std::function<Body(std::int64_t)>& make) {
  std::vector<Body> bodies;
  for (std::int64_t n = 0; n < actors; ++n) bodies.push_back(make(n));
  return bodies;
}

// One actor writes a row; N others read a row of their own, then that one.
ScenarioEntry readers(std::int64_t n) {
  std::vector<Body> bodies = for_each_actor(n, [](std::int64_t own) {
    return [own](Context& ctx) {
      Session db = ctx.session();
      static_cast<void>(read(db, own + 1));
      static_cast<void>(read(db, 0));
    };
  });
  bodies.insert(bodies.begin(), [](Context& ctx) {
    Session db = ctx.session();
    write(db, 0, 42);
  });
  return program(n + 1, bodies);
}

ScenarioEntry writers(std::int64_t n) {
  return program(1, for_each_actor(n, [](std::int64_t own) {
                   return [own](Context& ctx) {
                     Session db = ctx.session();
                     write(db, 0, own + 1);
                   };
                 }));
}

// A lost update: SELECT, then UPDATE.
ScenarioEntry inc(std::int64_t n) {
  return program(1, for_each_actor(n, [](std::int64_t) {
                   return [](Context& ctx) {
                     Session db = ctx.session();
                     write(db, 0, read(db, 0) + 1);
                   };
                 }));
}

ScenarioEntry cinc(std::int64_t n) {
  return program(3, for_each_actor(n, [](std::int64_t) {
                   return [](Context& ctx) {
                     Session db = ctx.session();
                     for (const std::int64_t row : {0, 1, 2}) {
                       db.exec("UPDATE t SET v = v + 1 WHERE k = $1", row);
                     }
                   };
                 }));
}

// A claim: whoever finds the row free has it.
ScenarioEntry cas(std::int64_t n) {
  return program(1, for_each_actor(n, [](std::int64_t own) {
                   return [own](Context& ctx) {
                     Session db = ctx.session();
                     static_cast<void>(compare_and_set(db, 0, 0, own + 1));
                   };
                 }));
}

// A version that is passed on.
ScenarioEntry casrot(std::int64_t n) {
  return program(1, for_each_actor(n, [](std::int64_t own) {
                   return [own](Context& ctx) {
                     Session db = ctx.session();
                     static_cast<void>(compare_and_set(db, 0, own, own + 1));
                   };
                 }));
}

ScenarioEntry lastzero(std::int64_t n) {
  std::vector<Body> bodies = for_each_actor(n, [](std::int64_t own) {
    return [own](Context& ctx) {
      Session db = ctx.session();
      write(db, own + 1, read(db, own) + 1);
    };
  });
  bodies.insert(bodies.begin(), [n](Context& ctx) {
    Session db = ctx.session();
    std::int64_t row = n;
    while (read(db, row) != 0) --row;
  });
  return program(n + 1, bodies);
}

// Inodes are the rows 0 to 31, blocks the rows 32 to 57; each is read and written under its mutex.
ScenarioEntry filesystem(std::int64_t n) {
  constexpr std::int64_t kInodes = 32;
  constexpr std::int64_t kBlocks = 26;
  return program(kInodes + kBlocks, for_each_actor(n, [](std::int64_t own) {
                   return [own](Context& ctx) {
                     ctx.with_mutex("inode-" + std::to_string(own), [&] {
                       Session db = ctx.session();
                       if (read(db, own) != 0) return;
                       bool found = false;
                       for (std::int64_t block = own * 2 % kBlocks; !found;
                            block = (block + 1) % kBlocks) {
                         ctx.with_mutex("block-" + std::to_string(block), [&] {
                           if (read(db, kInodes + block) != 0) return;
                           write(db, kInodes + block, 1);
                           write(db, own, block + 1);
                           found = true;
                         });
                       }
                     });
                   };
                 }));
}

// A hash table of 128 slots with linear probing.
ScenarioEntry indexer(std::int64_t n) {
  constexpr std::int64_t kSlots = 128;
  return program(kSlots, for_each_actor(n, [](std::int64_t own) {
                   return [own](Context& ctx) {
                     Session db = ctx.session();
                     for (std::int64_t message = 1; message <= 4; ++message) {
                       const std::int64_t word = message * 11 + own;
                       std::int64_t slot = word * 7 % kSlots;
                       while (!compare_and_set(db, slot, 0, word)) slot = (slot + 1) % kSlots;
                     }
                   };
                 }));
}

struct Golden {
  const char* name;
  ScenarioEntry (*make)(std::int64_t);
  std::int64_t actors;
  std::uint64_t executions;
};

class OptimalReduction : public ::testing::TestWithParam<Golden> {};

TEST_P(OptimalReduction, explores_each_class_of_executions_once) {
  EXPECT_EQ(executions(GetParam().make(GetParam().actors)), GetParam().executions);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, OptimalReduction,
    ::testing::Values(Golden{"readers", readers, 1, 2}, Golden{"readers", readers, 4, 16},
                      Golden{"readers", readers, 8, 256}, Golden{"writers", writers, 3, 6},
                      Golden{"writers", writers, 5, 120}, Golden{"inc", inc, 1, 1},
                      Golden{"inc", inc, 2, 4}, Golden{"inc", inc, 3, 36},
                      Golden{"inc", inc, 4, 576}, Golden{"inc", inc, 5, 14400},
                      Golden{"cinc", cinc, 2, 8}, Golden{"cinc", cinc, 3, 216},
                      Golden{"cas", cas, 2, 2}, Golden{"cas", cas, 5, 5}, Golden{"cas", cas, 9, 9},
                      Golden{"casrot", casrot, 2, 2}, Golden{"casrot", casrot, 3, 5},
                      Golden{"casrot", casrot, 4, 14}, Golden{"casrot", casrot, 5, 43},
                      Golden{"casrot", casrot, 6, 144}, Golden{"lastzero", lastzero, 1, 2},
                      Golden{"lastzero", lastzero, 2, 5}, Golden{"lastzero", lastzero, 3, 12},
                      Golden{"lastzero", lastzero, 4, 28}, Golden{"lastzero", lastzero, 5, 64},
                      Golden{"filesystem", filesystem, 13, 1},
                      Golden{"filesystem", filesystem, 14, 2},
                      Golden{"filesystem", filesystem, 16, 8}, Golden{"indexer", indexer, 11, 1},
                      Golden{"indexer", indexer, 12, 8}, Golden{"indexer", indexer, 13, 64}),
    [](const ::testing::TestParamInfo<Golden>& golden) {
      return std::string(golden.param.name) + "_" + std::to_string(golden.param.actors);
    });

}  // namespace
}  // namespace racewindow::testing
