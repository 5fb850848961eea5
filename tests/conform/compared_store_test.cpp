// SPDX-License-Identifier: Apache-2.0
// Memory and a server that were not set up alike: each kind of difference is noticed.
#include "sim/store/postgres/compared_store.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "sim/store/memory/memory_store.h"
#include "sim/store/postgres/private_server.h"

namespace racewindow {
namespace {

const std::vector<std::string> kInMemory = {"CREATE TABLE t (k bigint PRIMARY KEY, v text)",
                                            "INSERT INTO t VALUES (1, 'one'), (2, NULL)"};

class ComparedStoreTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    try {
      server_ = std::make_unique<PrivateServer>();
    } catch (const ServerError& error) {
      no_server_ = error.what();
    }
  }
  static void TearDownTestSuite() { server_.reset(); }
  void SetUp() override {
    if (server_ != nullptr) return;
    // One that is there and does not start is a fault.
    if (no_server_.ends_with("is not installed")) GTEST_SKIP() << no_server_;
    FAIL() << no_server_;
  }

  // Both stores, the server with `setup`, for a test that takes no longer than they live.
  static void compare(const std::vector<std::string>& setup,
                      const std::function<void(ComparedStore&)>& test) {
    ScratchDatabase database(server_->conninfo(), IsolationLevel::read_committed, Timestamp{0});
    database.create(setup);
    const Victims victims;
    ComparedStore store(make_memory_store(kInMemory, {.order = RowOrder::heap}), database, victims);
    store.set_time(Timestamp{0});
    test(store);
  }
  static void execute(ComparedStore& store, SessionId session, std::string_view sql) {
    const auto prepared = store.prepare(session, sql);
    if (std::holds_alternative<SqlError>(prepared)) {
      store.refuse(session);
      return;
    }
    const Call call{std::get<const Statement*>(prepared), {}};
    Outcome outcome;
    store.execute(session, {&call, 1}, outcome);
  }
  static StoresDiffer difference(const std::vector<std::string>& setup,
                                 const std::vector<std::string>& statements) {
    StoresDiffer seen;
    compare(setup, [&](ComparedStore& store) {
      const SessionId session = store.open_session();
      try {
        for (const std::string& sql : statements) execute(store, session, sql);
        ADD_FAILURE() << "no difference was noticed";
      } catch (const StoresDiffer& differ) {
        seen = differ;
      }
    });
    return seen;
  }

  static std::unique_ptr<PrivateServer> server_;
  static std::string no_server_;  // why
};
std::unique_ptr<PrivateServer> ComparedStoreTest::server_;
std::string ComparedStoreTest::no_server_;

TEST_F(ComparedStoreTest, EqualOnesDoNotDiffer) {
  compare(kInMemory, [](ComparedStore& store) {
    const SessionId session = store.open_session();
    for (const char* sql : {"SELECT * FROM t", "SELECT nothing FROM t", "COMMIT",
                            "INSERT INTO t VALUES (1, 'again')", "DELETE FROM t"}) {
      execute(store, session, sql);
    }
    const auto query = store.prepare("SELECT k FROM t ORDER BY k");
    EXPECT_TRUE(store.compare(*std::get<const Statement*>(query)));
  });
}

TEST_F(ComparedStoreTest, OtherRowsAreNoticed) {
  const StoresDiffer seen =
      difference({kInMemory[0], "INSERT INTO t VALUES (1, 'one'), (2, '')"}, {"SELECT * FROM t"});
  EXPECT_EQ(seen.in_memory, "k, v: ('1', 'one') ('2', NULL); 2 affected");
  EXPECT_EQ(seen.on_server, "k, v: ('1', 'one') ('2', ''); 2 affected");
}

TEST_F(ComparedStoreTest, AnErrorIsNoticed) {
  const StoresDiffer seen = difference({"CREATE TABLE t (k bigint PRIMARY KEY, v text)"},
                                       {"INSERT INTO t VALUES (1, 'again')"});
  EXPECT_EQ(seen.in_memory,
            "error 23505: duplicate key value violates unique constraint \"t_pkey\"");
  EXPECT_EQ(seen.on_server, "1 affected");
}

TEST_F(ComparedStoreTest, ATextThatBindsOnTheServerOnlyIsNoticed) {
  const StoresDiffer seen =
      difference({"CREATE TABLE t (k bigint PRIMARY KEY, v text, w text)"}, {"SELECT w FROM t"});
  EXPECT_EQ(seen.in_memory, "error 42703: column \"w\" does not exist");
  EXPECT_EQ(seen.on_server, "w:; 0 affected");
}

TEST_F(ComparedStoreTest, AnotherViewIsNoticed) {
  compare({kInMemory[0]}, [](ComparedStore& store) {
    const auto query = store.prepare("SELECT k FROM t ORDER BY k");
    EXPECT_THROW(store.compare(*std::get<const Statement*>(query)), StoresDiffer);
  });
}

// On the server no row of that key is there to wait for.
TEST_F(ComparedStoreTest, AWaitOfOneOnlyIsNoticed) {
  compare({kInMemory[0], "INSERT INTO t VALUES (2, NULL)", "INSERT INTO t VALUES (3, 'one')"},
          [](ComparedStore& store) {
            const SessionId one = store.open_session();
            const SessionId other = store.open_session();
            execute(store, one, "BEGIN");
            execute(store, one, "UPDATE t SET v = 'new' WHERE v = 'one'");
            try {
              execute(store, other, "DELETE FROM t WHERE k = 1");
              ADD_FAILURE() << "no difference was noticed";
            } catch (const StoresDiffer& seen) {
              EXPECT_EQ(seen.in_memory, "waits for session 1");
              EXPECT_EQ(seen.on_server, "0 affected");
            }
          });
}

}  // namespace
}  // namespace racewindow
