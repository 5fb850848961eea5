// SPDX-License-Identifier: Apache-2.0
// Statements that wait for other sessions: for their transactions, for rows, keys and locks.
#include <gmock/gmock.h>

#include "tests/store/memory_client.h"

namespace racewindow {
namespace {

using testing::StartsWith;

class MemoryWait : public testing::Test {
 protected:
  std::string a(const std::string& sql) { return client_.run(a_, sql); }
  std::string b(const std::string& sql) { return client_.run(b_, sql); }
  std::string c(const std::string& sql) { return client_.run(c_, sql); }
  std::string b_goes_on() { return client_.go_on(b_); }
  std::string c_goes_on() { return client_.go_on(c_); }

  MemoryClient client_{{"CREATE TABLE t (id bigint PRIMARY KEY, v text)",
                        "INSERT INTO t VALUES (1, 'one'), (2, 'two')"}};
  SessionId a_ = client_.open();  // 1
  SessionId b_ = client_.open();  // 2
  SessionId c_ = client_.open();  // 3
  static constexpr const char* all_ = "SELECT * FROM t";
};

TEST_F(MemoryWait, AnUpdateWaitsForTheRowAndJudgesItsNewestVersion) {
  a("BEGIN");
  a("UPDATE t SET v = 'uno' WHERE id = 1");
  EXPECT_EQ(b("UPDATE t SET v = v || '!' WHERE v IN ('one', 'two')"), "waits for 1: transaction");
  EXPECT_EQ(b_goes_on(), "waits");
  a("COMMIT");
  EXPECT_EQ(b_goes_on(), "1");  // 'uno' is none of the two
  EXPECT_EQ(client_.look(all_), "1 'uno'; 2 'two!'");
}

TEST_F(MemoryWait, ARollbackLeavesTheRowAsItWas) {
  a("BEGIN");
  a("DELETE FROM t WHERE id = 1");
  EXPECT_EQ(b("UPDATE t SET v = v || '!' RETURNING id, v"), "waits for 1: transaction");
  a("ROLLBACK");
  EXPECT_EQ(b_goes_on(), "1 'one!'; 2 'two!'");
}

TEST_F(MemoryWait, WhatIsInsertedMeanwhileStaysUnseen) {
  a("BEGIN");
  a("DELETE FROM t WHERE id = 1");
  a("INSERT INTO t VALUES (1, 'one'), (3, 'three')");
  EXPECT_EQ(b("DELETE FROM t"), "waits for 1: transaction");
  a("COMMIT");
  EXPECT_EQ(b_goes_on(), "1");
  EXPECT_EQ(client_.look(all_), "1 'one'; 3 'three'");
}

TEST_F(MemoryWait, AboveReadCommittedAConcurrentChangeIsAnError) {
  a("BEGIN");
  a("UPDATE t SET v = 'uno' WHERE id = 1");
  b("BEGIN ISOLATION LEVEL REPEATABLE READ");
  EXPECT_EQ(b("DELETE FROM t"), "waits for 1: transaction");
  a("COMMIT");
  EXPECT_EQ(b_goes_on(), "40001 could not serialize access due to concurrent update");
  EXPECT_THAT(b(all_), StartsWith("25P02"));
}

TEST_F(MemoryWait, AnInsertWaitsForWhoInsertedTheKey) {
  a("BEGIN");
  a("INSERT INTO t VALUES (3, 'three')");
  EXPECT_EQ(b("INSERT INTO t VALUES (3, 'drei')"), "waits for 1: transaction");
  EXPECT_EQ(c("INSERT INTO t VALUES (3, 'tres') ON CONFLICT (id) DO NOTHING"),
            "waits for 1: transaction");
  a("ROLLBACK");
  EXPECT_EQ(c_goes_on(), "1");
  EXPECT_THAT(b_goes_on(), StartsWith("23505"));
}

TEST_F(MemoryWait, OnConflictUpdatesTheNewestVersion) {
  a("BEGIN");
  a("UPDATE t SET v = 'uno' WHERE id = 1");
  EXPECT_EQ(b("INSERT INTO t VALUES (1, '+') ON CONFLICT (id) DO UPDATE SET v = t.v || excluded.v"),
            "waits for 1: transaction");
  a("COMMIT");
  EXPECT_EQ(b_goes_on(), "1");
  EXPECT_EQ(client_.look(all_), "1 'uno+'; 2 'two'");
}

TEST_F(MemoryWait, WaitersOfARowAreServedInOrder) {
  a("BEGIN");
  a("SELECT * FROM t WHERE id = 1 FOR UPDATE");
  EXPECT_EQ(b("UPDATE t SET v = v || 'b' WHERE id = 1"), "waits for 1: transaction");
  EXPECT_EQ(c("UPDATE t SET v = v || 'c' WHERE id = 1"), "waits for 2: row of t");
  a("COMMIT");
  EXPECT_EQ(c_goes_on(), "waits");
  EXPECT_EQ(b_goes_on(), "1");
  EXPECT_EQ(c_goes_on(), "1");
  EXPECT_EQ(client_.look(all_), "1 'onebc'; 2 'two'");
}

TEST_F(MemoryWait, WaitersOfARowThatWasChangedCompeteForItsNewVersion) {
  a("BEGIN");
  a("UPDATE t SET v = 'uno' WHERE id = 1");
  EXPECT_EQ(b("UPDATE t SET v = v || 'b' WHERE id = 1"), "waits for 1: transaction");
  EXPECT_EQ(c("UPDATE t SET v = v || 'c' WHERE id = 1"), "waits for 2: row of t");
  a("COMMIT");
  EXPECT_EQ(c_goes_on(), "1");
  EXPECT_EQ(b_goes_on(), "1");
  EXPECT_EQ(client_.look(all_), "1 'unocb'; 2 'two'");
}

TEST_F(MemoryWait, ADeadlockNamesItsMembersAndEndsWithOneOfThem) {
  a("BEGIN");
  b("BEGIN");
  a("UPDATE t SET v = 'a' WHERE id = 1");
  b("UPDATE t SET v = 'b' WHERE id = 2");
  EXPECT_EQ(a("UPDATE t SET v = 'a' WHERE id = 2"), "waits for 2: transaction");
  std::vector<SessionId> victims;
  client_.store().deadlock_victims(victims);
  EXPECT_TRUE(victims.empty());
  EXPECT_EQ(b("UPDATE t SET v = 'b' WHERE id = 1"), "waits for 1: transaction");
  client_.store().deadlock_victims(victims);
  EXPECT_EQ(victims, (std::vector{a_, b_}));
  Outcome outcome;
  client_.store().cancel(b_, SqlError("40P01", "deadlock detected"), outcome);
  EXPECT_EQ(outcome.error.sqlstate(), "40P01");
  EXPECT_EQ(client_.go_on(a_), "1");
  EXPECT_THAT(b(all_), StartsWith("25P02"));
}

TEST_F(MemoryWait, AWaitingSessionThatIsClosedLeavesTheQueue) {
  a("BEGIN");
  a("UPDATE t SET v = 'uno' WHERE id = 1");
  b("UPDATE t SET v = v || 'b' WHERE id = 1");
  c("UPDATE t SET v = v || 'c' WHERE id = 1");
  client_.store().close_session(b_, CloseHow::dropped);
  EXPECT_EQ(c_goes_on(), "waits for 1: transaction");
  a("COMMIT");
  EXPECT_EQ(c_goes_on(), "1");
  EXPECT_EQ(client_.look(all_), "1 'unoc'; 2 'two'");
}

TEST_F(MemoryWait, RollingBackASavepointFreesWhatItHadLocked) {
  a("BEGIN");
  a("UPDATE t SET v = 'uno' WHERE id = 1");
  a("SAVEPOINT s");
  a("UPDATE t SET v = 'dos' WHERE id = 2");
  EXPECT_EQ(b("UPDATE t SET v = v || '!' WHERE id = 2"), "waits for 1: transaction");
  a("ROLLBACK TO s");
  EXPECT_EQ(b_goes_on(), "1");
}

TEST_F(MemoryWait, WhatAStatementDidBeforeItHadToWaitIsReportedThen) {
  a("BEGIN");
  a("UPDATE t SET v = 'dos' WHERE id = 2");
  EXPECT_EQ(b("UPDATE t SET v = v || '!'"), "waits for 1: transaction");
  EXPECT_EQ(client_.outcome().changes.size(), 1U);
  EXPECT_EQ(client_.look(all_), "1 'one'; 2 'two'");
  a("COMMIT");
  EXPECT_EQ(b_goes_on(), "2");
  EXPECT_EQ(client_.outcome().changes.size(), 1U);
  EXPECT_EQ(client_.look(all_), "1 'one!'; 2 'dos!'");
}

}  // namespace
}  // namespace racewindow
