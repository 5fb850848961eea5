// SPDX-License-Identifier: Apache-2.0
// What sessions see of each other, and of themselves: transactions, savepoints, snapshots.
#include <gmock/gmock.h>

#include "tests/store/memory_client.h"

namespace racewindow {
namespace {

using testing::StartsWith;

constexpr const char* kAborted =
    "25P02 current transaction is aborted, commands ignored until end of transaction block";

class MemoryTransaction : public testing::Test {
 protected:
  std::string a(const std::string& sql) { return client_.run(a_, sql); }
  std::string b(const std::string& sql) { return client_.run(b_, sql); }

  MemoryClient client_{{"CREATE TABLE t (id bigint PRIMARY KEY, v text)",
                        "INSERT INTO t VALUES (1, 'one'), (2, 'two')"}};
  SessionId a_ = client_.open();
  SessionId b_ = client_.open();
  static constexpr const char* all_ = "SELECT * FROM t";
};

TEST_F(MemoryTransaction, OthersSeeChangesFromTheCommitOn) {
  a("BEGIN");
  EXPECT_EQ(a("INSERT INTO t VALUES (3, 'three')"), "1");
  EXPECT_EQ(a("UPDATE t SET v = 'uno' WHERE id = 1"), "1");
  EXPECT_EQ(a("DELETE FROM t WHERE id = 2"), "1");
  EXPECT_EQ(a(all_), "1 'uno'; 3 'three'");
  EXPECT_EQ(b(all_), "1 'one'; 2 'two'");
  EXPECT_EQ(client_.look(all_), "1 'one'; 2 'two'");
  a("COMMIT");
  EXPECT_EQ(b(all_), "1 'uno'; 3 'three'");
  EXPECT_EQ(client_.look(all_), "1 'uno'; 3 'three'");
}

TEST_F(MemoryTransaction, RollbackLeavesNoTrace) {
  a("BEGIN");
  a("UPDATE t SET v = 'uno' WHERE id = 1");
  a("UPDATE t SET v = 'eins' WHERE id = 1");
  a("DELETE FROM t WHERE id = 2");
  a("INSERT INTO t VALUES (2, 'zwei')");
  EXPECT_EQ(a(all_), "1 'eins'; 2 'zwei'");
  a("ROLLBACK");
  EXPECT_EQ(a(all_), "1 'one'; 2 'two'");
  EXPECT_EQ(b("UPDATE t SET v = 'free' WHERE id = 1"), "1");
}

TEST_F(MemoryTransaction, ADroppedSessionRollsBack) {
  a("BEGIN");
  a("DELETE FROM t");
  client_.store().close_session(a_, CloseHow::dropped);
  EXPECT_EQ(b("UPDATE t SET v = v || '!'"), "2");
}

TEST_F(MemoryTransaction, AStatementDoesNotSeeItsOwnEffects) {
  EXPECT_EQ(a("INSERT INTO t SELECT id + 2, v FROM t"), "2");
  EXPECT_EQ(a("INSERT INTO t SELECT id + 10, 'copy' FROM t"), "4");
  EXPECT_EQ(a("UPDATE t SET id = id + 100 WHERE id > (SELECT MAX(id) - 2 FROM t)"), "2");
  EXPECT_EQ(a("SELECT id FROM t"), "1; 2; 3; 4; 11; 12; 113; 114");
}

TEST_F(MemoryTransaction, ReadCommittedSeesNewCommitsInTheNextStatement) {
  a("BEGIN");
  EXPECT_EQ(a("SELECT v FROM t WHERE id = 1"), "'one'");
  b("UPDATE t SET v = 'uno' WHERE id = 1");
  EXPECT_EQ(a("SELECT v FROM t WHERE id = 1"), "'uno'");
}

TEST_F(MemoryTransaction, RepeatableReadKeepsTheSnapshotOfItsFirstStatement) {
  a("BEGIN ISOLATION LEVEL REPEATABLE READ");
  b("UPDATE t SET v = 'uno' WHERE id = 1");
  EXPECT_EQ(a(all_), "1 'uno'; 2 'two'");
  b("UPDATE t SET v = 'eins' WHERE id = 1");
  b("DELETE FROM t WHERE id = 2");
  b("INSERT INTO t VALUES (3, 'three')");
  EXPECT_EQ(a(all_), "1 'uno'; 2 'two'");
  EXPECT_EQ(client_.look(all_), "1 'eins'; 3 'three'");
  a("COMMIT");
  EXPECT_EQ(a(all_), "1 'eins'; 3 'three'");
}

TEST_F(MemoryTransaction, RepeatableReadRefusesToChangeWhatHasChangedSince) {
  const auto begin = [&] {
    a("ROLLBACK");
    a("BEGIN ISOLATION LEVEL REPEATABLE READ");
    a("SELECT 1");
  };
  begin();
  b("UPDATE t SET v = 'uno' WHERE id = 1");
  EXPECT_EQ(a("UPDATE t SET v = 'mine' WHERE id = 1"),
            "40001 could not serialize access due to concurrent update");
  begin();
  b("DELETE FROM t WHERE id = 2");
  EXPECT_EQ(a("DELETE FROM t WHERE id = 2"),
            "40001 could not serialize access due to concurrent delete");
  begin();
  b("INSERT INTO t VALUES (5, 'five')");
  EXPECT_EQ(a("INSERT INTO t VALUES (5, 'mine') ON CONFLICT DO NOTHING"),
            "40001 could not serialize access due to concurrent update");
  begin();
  EXPECT_EQ(a("INSERT INTO t VALUES (5, 'mine') ON CONFLICT DO NOTHING"), "0");
}

TEST_F(MemoryTransaction, AFailedTransactionRefusesEverythingUntilItsEnd) {
  a("BEGIN");
  a("DELETE FROM t WHERE id = 2");
  EXPECT_THAT(a("INSERT INTO t VALUES (1, 'again')"), StartsWith("23505"));
  EXPECT_EQ(a("SELECT 1"), kAborted);
  EXPECT_EQ(a("SAVEPOINT s"), kAborted);
  EXPECT_EQ(a("BEGIN"), kAborted);
  // What it had changed is free again although the transaction has not been ended.
  EXPECT_EQ(b("UPDATE t SET v = 'zwei' WHERE id = 2"), "1");
  EXPECT_EQ(a("COMMIT"), "0");
  EXPECT_EQ(a(all_), "1 'one'; 2 'zwei'");
}

TEST_F(MemoryTransaction, WhatTheServerOnlyWarnsOfChangesNothing) {
  EXPECT_EQ(a("COMMIT"), "0");
  EXPECT_EQ(a("ROLLBACK"), "0");
  a("BEGIN");
  a("DELETE FROM t");
  EXPECT_EQ(a("BEGIN"), "0");
  a("ROLLBACK");
  EXPECT_EQ(a(all_), "1 'one'; 2 'two'");
}

TEST_F(MemoryTransaction, SavepointsTakeBackWhatCameAfterThem) {
  a("BEGIN");
  a("UPDATE t SET v = 'outer' WHERE id = 1");
  a("SAVEPOINT s");
  a("UPDATE t SET v = 'inner' WHERE id = 1");
  a("DELETE FROM t WHERE id = 2");
  a("ROLLBACK TO s");
  EXPECT_EQ(a(all_), "1 'outer'; 2 'two'");
  EXPECT_EQ(b("DELETE FROM t WHERE id = 2"), "1");
  a("INSERT INTO t VALUES (3, 'three')");
  a("ROLLBACK TO SAVEPOINT s");  // it is still there
  a("COMMIT");
  EXPECT_EQ(b(all_), "1 'outer'");
}

TEST_F(MemoryTransaction, AnErrorWithinASavepointKeepsWhatCameBefore) {
  a("BEGIN");
  a("UPDATE t SET v = 'outer' WHERE id = 1");
  a("SAVEPOINT s");
  a("DELETE FROM t WHERE id = 2");
  EXPECT_THAT(a("SELECT 1 / 0"), StartsWith("22012"));
  EXPECT_EQ(b("UPDATE t SET v = 'free' WHERE id = 2"), "1");
  EXPECT_EQ(b("UPDATE t SET v = 'later' WHERE id = 1"), "waits for 1: transaction");
  EXPECT_EQ(a("RELEASE s"), kAborted);
  EXPECT_EQ(a("ROLLBACK TO s"), "0");
  EXPECT_EQ(a(all_), "1 'outer'; 2 'free'");
  a("COMMIT");
  EXPECT_EQ(client_.go_on(b_), "1");
  EXPECT_EQ(a(all_), "1 'later'; 2 'free'");
}

TEST_F(MemoryTransaction, SavepointsOfOneNameHideEachOther) {
  a("BEGIN");
  a("SAVEPOINT s");
  a("INSERT INTO t VALUES (3, 'x')");
  a("SAVEPOINT s");
  a("INSERT INTO t VALUES (4, 'y')");
  a("ROLLBACK TO s");
  EXPECT_EQ(a("SELECT MAX(id) FROM t"), "3");
  a("RELEASE s");
  a("ROLLBACK TO s");
  EXPECT_EQ(a("SELECT MAX(id) FROM t"), "2");
}

TEST_F(MemoryTransaction, SavepointErrorsAreTheServers) {
  EXPECT_EQ(a("SAVEPOINT s"), "25P01 SAVEPOINT can only be used in transaction blocks");
  EXPECT_EQ(a("RELEASE s"), "25P01 RELEASE SAVEPOINT can only be used in transaction blocks");
  EXPECT_EQ(a("ROLLBACK TO s"),
            "25P01 ROLLBACK TO SAVEPOINT can only be used in transaction blocks");
  a("BEGIN");
  EXPECT_EQ(a("ROLLBACK TO s"), "3B001 savepoint \"s\" does not exist");
  EXPECT_EQ(a("SELECT 1"), kAborted);
}

TEST_F(MemoryTransaction, NowIsTheStartOfTheTransactionAndTheClockIsNot) {
  client_.store().set_time({0});
  a("BEGIN");
  client_.store().set_time({1'000'000});
  EXPECT_EQ(a("SELECT now(), clock_timestamp()"),
            "'1970-01-01 00:00:00+00' '1970-01-01 00:00:01+00'");
  EXPECT_EQ(b("SELECT now()"), "'1970-01-01 00:00:01+00'");
}

TEST_F(MemoryTransaction, ABatchIsOneTransaction) {
  EXPECT_EQ(client_.batch(a_, {"INSERT INTO t VALUES (3, 'x')", "UPDATE t SET v = v || '!'",
                               "DELETE FROM t WHERE id = 1", "SELECT v FROM t"}),
            "'two!'; 'x!'");
  EXPECT_EQ(client_.outcome().affected, 1 + 3 + 1 + 2);
  EXPECT_EQ(client_.outcome().changes.size(), 5u);
  EXPECT_THAT(client_.batch(a_, {"DELETE FROM t", "INSERT INTO t VALUES (9, 'x'), (9, 'y')"}),
              StartsWith("23505"));
  EXPECT_TRUE(client_.outcome().changes.empty());
  EXPECT_EQ(b(all_), "2 'two!'; 3 'x!'");
  a("BEGIN");
  EXPECT_THAT(client_.batch(a_, {"SELECT 1", "SELECT 2"}), StartsWith("unsupported: "));
}

TEST_F(MemoryTransaction, WhatIsNotModelledIsRefused) {
  EXPECT_THAT(a("BEGIN ISOLATION LEVEL SERIALIZABLE"), StartsWith("unsupported: "));
}

TEST_F(MemoryTransaction, SetupThatFailsIsBroken) {
  EXPECT_THROW(
      MemoryClient({"CREATE TABLE t (id bigint PRIMARY KEY)", "INSERT INTO t VALUES (1), (1)"}),
      Broken);
}

}  // namespace
}  // namespace racewindow
