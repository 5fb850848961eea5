// SPDX-License-Identifier: Apache-2.0
// Checkpoints and digests: going back gives back everything, and what cannot be told apart has one
// digest, however it came about.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <map>

#include "tests/store/memory_client.h"

namespace racewindow {
namespace {

const std::vector<std::string> kSetup = {
    "CREATE TABLE t (id bigint PRIMARY KEY, v bigint)",
    "CREATE TABLE log (line bigint)",
    "CREATE TABLE job (id bigserial PRIMARY KEY, v bigint)",
    "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)",
};

class MemoryCheckpoint : public testing::Test {
 protected:
  // The digest after these statements, from the state as it is; the state stays as it was.
  Digest after(const std::vector<std::string>& statements) {
    const Mark mark = client_.store().save();
    for (const std::string& sql : statements) client_.run(session_for(sql), strip(sql));
    const Digest digest = client_.store().digest();
    client_.store().restore(mark);
    return digest;
  }
  void expect_same(const std::vector<std::string>& one, const std::vector<std::string>& other) {
    EXPECT_EQ(after(one), after(other))
        << testing::PrintToString(one) << " and " << testing::PrintToString(other);
  }
  void expect_different(const std::vector<std::string>& one,
                        const std::vector<std::string>& other) {
    EXPECT_NE(after(one), after(other))
        << testing::PrintToString(one) << " and " << testing::PrintToString(other);
  }

  MemoryClient client_{kSetup};
  SessionId a_ = client_.open();
  SessionId b_ = client_.open();

 private:
  // "b: …" is for session b, all else for a.
  [[nodiscard]] SessionId session_for(const std::string& sql) const {
    return sql.starts_with("b: ") ? b_ : a_;
  }
  static std::string strip(const std::string& sql) {
    return sql.starts_with("b: ") ? sql.substr(3) : sql;
  }
};

TEST_F(MemoryCheckpoint, CommittedRowsCountAndNotTheirHistory) {
  expect_same({"INSERT INTO log VALUES (1), (2)"},
              {"INSERT INTO log VALUES (2)", "INSERT INTO log VALUES (1)"});
  expect_same({"UPDATE t SET v = 9 WHERE id = 1"},
              {"DELETE FROM t WHERE id = 1", "INSERT INTO t VALUES (1, 9)"});
  expect_same({"BEGIN", "INSERT INTO log VALUES (1)", "UPDATE log SET line = 2", "COMMIT"},
              {"INSERT INTO log VALUES (2)"});
  expect_same({"BEGIN", "DELETE FROM t", "ROLLBACK"}, {});
  expect_same({"SELECT * FROM t"}, {"UPDATE t SET v = 5 WHERE id = 77"});
  expect_different({"INSERT INTO log VALUES (1)"}, {"INSERT INTO log VALUES (1), (1)"});
  expect_different({"INSERT INTO t VALUES (5, NULL)"}, {"INSERT INTO t VALUES (5, 0)"});
}

TEST_F(MemoryCheckpoint, TablesCountByWhatTheyAreAndNotByWhatWasDroppedBefore) {
  const std::vector<std::string> one = {"CREATE TABLE one (v bigserial)",
                                        "INSERT INTO one VALUES (1)"};
  expect_same(one,
              {"CREATE TABLE one (v bigserial)", "INSERT INTO one VALUES (2)", "DROP TABLE one",
               "CREATE TABLE one (v bigserial)", "INSERT INTO one VALUES (1)"});
  expect_same({"CREATE TABLE two (v bigint)", "DROP TABLE two"}, {});
  // After a RENAME the rows are whose they were.
  const std::vector<std::string> renamed = {"CREATE TABLE one (v bigint)",
                                            "ALTER TABLE one RENAME TO two",
                                            "CREATE TABLE one (v bigint)"};
  const auto with = [&](std::vector<std::string> rows) {
    rows.insert(rows.begin(), renamed.begin(), renamed.end());
    return rows;
  };
  expect_different(with({"INSERT INTO one VALUES (1)", "INSERT INTO two VALUES (2)"}),
                   with({"INSERT INTO one VALUES (2)", "INSERT INTO two VALUES (1)"}));
}

TEST_F(MemoryCheckpoint, OpenTransactionsCountByWhatTheyHaveDoneAllInAll) {
  expect_same({"BEGIN", "UPDATE t SET v = 8 WHERE id = 1", "UPDATE t SET v = 9 WHERE id = 2"},
              {"BEGIN", "UPDATE t SET v = 9 WHERE id = 2", "UPDATE t SET v = 8 WHERE id = 1"});
  expect_same({"BEGIN", "UPDATE t SET v = 8 WHERE id = 1", "UPDATE t SET v = 9 WHERE id = 1"},
              {"BEGIN", "UPDATE t SET v = 9 WHERE id = 1"});
  expect_same({"BEGIN", "INSERT INTO t VALUES (5, 5)", "UPDATE t SET v = 6 WHERE id = 5"},
              {"BEGIN", "INSERT INTO t VALUES (5, 6)"});
  expect_same({"BEGIN", "INSERT INTO t VALUES (5, 5)", "DELETE FROM t WHERE id = 5"},
              {"BEGIN", "DELETE FROM t WHERE id = 5"});
  expect_same({"BEGIN", "UPDATE t SET v = 8 WHERE id = 1", "DELETE FROM t WHERE id = 1"},
              {"BEGIN", "DELETE FROM t WHERE id = 1"});
  expect_different({"BEGIN"}, {});
  expect_different({"BEGIN", "DELETE FROM t WHERE id = 1"}, {"DELETE FROM t WHERE id = 1"});
  expect_different({"BEGIN", "DELETE FROM t WHERE id = 1"},
                   {"b: BEGIN", "b: DELETE FROM t WHERE id = 1"});
  // The same rows, but others would have to wait for the second.
  expect_different({"BEGIN"}, {"BEGIN", "UPDATE t SET v = v WHERE id = 1"});
}

TEST_F(MemoryCheckpoint, SavepointsCountByWhatGoingBackToThemGives) {
  expect_same({"BEGIN", "SAVEPOINT s", "DELETE FROM t", "ROLLBACK TO s"}, {"BEGIN", "SAVEPOINT s"});
  expect_same({"BEGIN", "SAVEPOINT s", "DELETE FROM t", "RELEASE s"}, {"BEGIN", "DELETE FROM t"});
  expect_different({"BEGIN", "SAVEPOINT s", "DELETE FROM t"},
                   {"BEGIN", "DELETE FROM t", "SAVEPOINT s"});
  expect_different({"BEGIN", "SAVEPOINT s"}, {"BEGIN", "SAVEPOINT r"});
  expect_same({"BEGIN", "DELETE FROM t", "SELECT 1 / 0"}, {"BEGIN", "SELECT 1 / 0"});
  expect_different({"BEGIN", "SELECT 1 / 0"}, {"BEGIN"});
}

TEST_F(MemoryCheckpoint, SnapshotsThatAreHeldCountByWhatTheyShow) {
  const std::string begin = "BEGIN ISOLATION LEVEL REPEATABLE READ";
  expect_different({begin}, {begin, "SELECT 1"});
  expect_different({begin, "SELECT 1"}, {"BEGIN", "SELECT 1"});
  expect_different({begin, "SELECT 1", "b: DELETE FROM t"},
                   {"b: DELETE FROM t", begin, "SELECT 1"});
  expect_same({begin, "SELECT 1", "b: UPDATE t SET v = 8", "b: UPDATE t SET v = 9"},
              {begin, "SELECT 1", "b: UPDATE t SET v = 9"});
  // Deleted and inserted again is not updated: the error differs.
  expect_different(
      {begin, "SELECT 1", "b: UPDATE t SET v = 9 WHERE id = 1"},
      {begin, "SELECT 1", "b: DELETE FROM t WHERE id = 1", "b: INSERT INTO t VALUES (1, 9)"});
  expect_same({begin, "SELECT 1", "b: UPDATE t SET v = 9", "COMMIT"}, {"UPDATE t SET v = 9"});
}

TEST_F(MemoryCheckpoint, GoingBackBeforeAStatementThatWaitedForATableMakesItWaitAgain) {
  client_.run(a_, "BEGIN");
  client_.run(a_, "LOCK TABLE log");
  client_.run(b_, "BEGIN");
  EXPECT_EQ(client_.run(b_, "ALTER TABLE log ADD COLUMN x bigint"), "waits for 1: table log");
  client_.run(a_, "COMMIT");
  const Digest before = client_.store().digest();
  const Mark mark = client_.store().save();
  client_.go_on(b_);  // bound again, on a snapshot of its own
  client_.store().restore(mark);
  EXPECT_EQ(client_.store().digest(), before);
}

TEST_F(MemoryCheckpoint, SequencesCount) {
  expect_different({"INSERT INTO job (v) VALUES (1)", "DELETE FROM job"}, {});
  expect_different({"BEGIN", "INSERT INTO job (v) VALUES (1)", "ROLLBACK"}, {});
}

TEST_F(MemoryCheckpoint, SessionsCountByWhatTheyHaveDrawn) {
  const std::string next = "SELECT nextval('job_id_seq')";
  expect_different({next}, {"b: " + next});
  expect_same({next, "DISCARD SEQUENCES"}, {"b: " + next, "b: DISCARD ALL"});
  expect_same(
      {next, "SELECT setval('job_id_seq', 9)"},
      {"INSERT INTO job (v) VALUES (1)", "DELETE FROM job", "SELECT setval('job_id_seq', 9)"});
  // Only the first is lastval.
  expect_different({next}, {"SELECT setval('job_id_seq', 1)"});
  // A sequence that is gone is nothing to remember.
  expect_same({"CREATE SEQUENCE s", "SELECT nextval('s')", "DROP SEQUENCE s"}, {});
  client_.run(a_, next);
  const Mark mark = client_.store().save();
  client_.run(a_, next);
  client_.run(a_, "DISCARD ALL");
  client_.store().restore(mark);
  EXPECT_EQ(client_.run(a_, "SELECT currval('job_id_seq'), lastval()"), "1 1");
}

TEST_F(MemoryCheckpoint, CommittedDigestIsOfWhatAFreshSessionSees) {
  const Digest start = client_.store().committed_digest();
  client_.run(a_, "BEGIN");
  client_.run(a_, "INSERT INTO job (v) VALUES (1)");
  EXPECT_EQ(client_.store().committed_digest(), start);
  client_.run(a_, "COMMIT");
  EXPECT_NE(client_.store().committed_digest(), start);
  client_.run(a_, "DELETE FROM job");
  EXPECT_EQ(client_.store().committed_digest(), start);
}

// -- random programs --

constexpr std::array kStatements = {
    "BEGIN",
    "BEGIN ISOLATION LEVEL REPEATABLE READ",
    "COMMIT",
    "ROLLBACK",
    "SAVEPOINT s",
    "ROLLBACK TO s",
    "RELEASE s",
    "SELECT * FROM t",
    "INSERT INTO t VALUES (4, 4)",
    "INSERT INTO t SELECT id + 3, v FROM t WHERE v < 3",
    "INSERT INTO t VALUES (1, 7) ON CONFLICT (id) DO UPDATE SET v = t.v + excluded.v",
    "INSERT INTO t VALUES (2, 7), (6, 7) ON CONFLICT DO NOTHING",
    "UPDATE t SET v = v + 1 WHERE id = 1",
    "UPDATE t SET id = id - 1 WHERE id > 2",
    "UPDATE t SET v = 0",
    "DELETE FROM t WHERE id = 2",
    "DELETE FROM t WHERE v > 5",
    "INSERT INTO log VALUES (1), (2)",
    "DELETE FROM log WHERE line = 1",
    "INSERT INTO job (v) VALUES (1)",
    "INSERT INTO job (v) VALUES (NULL), (2) RETURNING id",
    "SELECT setval('job_id_seq', 3)",
    "DISCARD SEQUENCES",
    "SELECT pg_advisory_lock(1)",
    "SELECT pg_advisory_unlock(1)",
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'",
};

// A step of a random program: a statement of one of three sessions.
struct Step {
  std::size_t session = 0;
  std::size_t statement = 0;
};

class Program {
 public:
  explicit Program(bool checkpoints) {
    for (SessionId& session : sessions_) session = client_.open();
    if (checkpoints) std::ignore = store().save();
  }
  Store& store() { return client_.store(); }
  std::string run(const Step& step) {
    return client_.run(sessions_[step.session], kStatements[step.statement]);
  }
  std::string content() { return client_.content(); }
  // All that anyone can see now, without leaving a trace.
  std::string everything() {
    std::string all = content();
    const Mark mark = store().save();
    for (const SessionId session : sessions_) {
      if (store().waiting(session) != Wait::none) {
        all += client_.go_on(session) + "\n";
        continue;
      }
      for (const char* table : {"t", "log", "job"}) {
        all += client_.run(session, std::string("SELECT * FROM ") + table) + "\n";
      }
      for (const char* tail :
           {"locktype = 'advisory'", "locktype = 'relation' AND relation = 't'::regclass"}) {
        all += client_.run(session, std::string("SELECT pid, mode, granted FROM pg_locks WHERE ") +
                                        tail + " ORDER BY 1, 2, 3") +
               "\n";
      }
      all += client_.run(session, "SELECT lastval()") + "\n";
      all += client_.run(session, "SELECT currval('job_id_seq')") + "\n";
    }
    store().restore(mark);
    return all;
  }

 private:
  MemoryClient client_{kSetup};
  std::array<SessionId, 3> sessions_{};
};

std::vector<Step> random_steps() {
  const auto steps = *rc::gen::container<std::vector<std::pair<std::uint8_t, std::uint8_t>>>(
      rc::gen::pair(rc::gen::inRange<std::uint8_t>(0, 3),
                    rc::gen::inRange<std::uint8_t>(0, kStatements.size())));
  std::vector<Step> made;
  for (const auto& [session, statement] : steps) made.push_back({session, statement});
  return made;
}

TEST(MemoryRandomPrograms, GoingBackGivesBackDigestContentAndWhatComesNext) {
  EXPECT_TRUE(rc::check([] {
    Program program(true);
    struct Before {
      Mark mark{};
      Digest digest;
      Digest committed;
      std::string everything;
      std::string answer;  // of the step after it
    };
    const std::vector<Step> steps = random_steps();
    std::vector<Before> path;
    for (const Step& step : steps) {
      const std::string everything = program.everything();
      path.push_back({program.store().save(), program.store().digest(),
                      program.store().committed_digest(), everything, ""});
      path.back().answer = program.run(step);
    }
    // Back up, one or two steps at a time, with the next step tried again on the way.
    for (std::size_t n = path.size(); n-- > 0;) {
      if (n % 3 == 1) continue;
      program.store().restore(path[n].mark);
      for (int again = 0; again < 2; ++again) {
        RC_ASSERT(program.store().digest() == path[n].digest);
        RC_ASSERT(program.store().committed_digest() == path[n].committed);
        RC_ASSERT(program.everything() == path[n].everything);
        RC_ASSERT(program.run(steps[n]) == path[n].answer);
        program.store().restore(path[n].mark);
      }
    }
  }));
}

// Slots of dropped versions are used again only where there are no checkpoints.
TEST(MemoryRandomPrograms, CheckpointsChangeNoAnswer) {
  EXPECT_TRUE(rc::check([] {
    Program with(true);
    Program without(false);
    for (const Step& step : random_steps()) {
      RC_ASSERT(with.run(step) == without.run(step));
      RC_ASSERT(with.store().digest() == without.store().digest());
      RC_ASSERT(with.content() == without.content());
    }
  }));
}

TEST(MemoryRandomPrograms, EqualDigestsMeanThatNobodySeesADifference) {
  std::map<Digest, std::string> seen;
  std::map<Digest, std::string> committed;
  std::map<std::string, Digest> by_content;
  std::size_t met_again = 0;
  EXPECT_TRUE(rc::check([&] {
    Program program(true);
    for (const Step& step : random_steps()) {
      program.run(step);
      const std::string everything = program.everything();
      const auto [known, is_new] = seen.try_emplace(program.store().digest(), everything);
      if (!is_new) ++met_again;
      RC_ASSERT(known->second == everything);
      const std::string content = program.content();
      const Digest digest = program.store().committed_digest();
      RC_ASSERT(committed.try_emplace(digest, content).first->second == content);
      RC_ASSERT(by_content.try_emplace(content, digest).first->second == digest);
    }
  }));
  EXPECT_GT(met_again, seen.size() / 10);  // else the comparison would have been empty
}

}  // namespace
}  // namespace racewindow
