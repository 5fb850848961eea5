// SPDX-License-Identifier: Apache-2.0
// Advisory locks of statements that SQLite runs.
#include <gtest/gtest.h>

#include "sim/store/sqlite/sqlite_store.h"

namespace racewindow {
namespace {

class SqliteAdvisory : public testing::Test {
 protected:
  SqliteAdvisory() {
    const std::vector<std::string> setup = {"CREATE TABLE t (k bigint PRIMARY KEY)"};
    store_ = make_sqlite_store(setup);
    for (SessionId& session : sessions_) session = store_->open_session();
  }
  // What a batch answers: "t", "f", "" (nothing), "waits for 0", or the SQLSTATE.
  std::string batch(std::size_t session, const std::vector<std::string>& texts) {
    std::vector<Call> calls;
    for (const std::string& text : texts) {
      calls.push_back({std::get<const Statement*>(store_->prepare(text)), {}});
    }
    store_->execute(sessions_[session], calls, outcome_);
    return answer();
  }
  std::string send(std::size_t session, const std::string& text) { return batch(session, {text}); }
  std::string resume(std::size_t session) {
    store_->resume(sessions_[session], outcome_);
    return answer();
  }
  std::string answer() {
    switch (outcome_.status) {
      case Outcome::Status::error:
        return outcome_.error.sqlstate();
      case Outcome::Status::wait:
        for (std::size_t n = 0; n < sessions_.size(); ++n) {
          if (outcome_.blockers.front() == sessions_[n]) return "waits for " + std::to_string(n);
        }
        return "waits";
      case Outcome::Status::rows:
        break;
    }
    if (outcome_.rows.cells.empty()) return "";
    const Value& value = outcome_.rows.cells.front();
    if (value.type() == Type::boolean) return value.is_true() ? "t" : "f";
    return "";
  }
  Wait waiting(std::size_t session) const { return store_->waiting(sessions_[session]); }
  std::string rows() {
    RowSet found;
    store_->look(*std::get<const Statement*>(store_->prepare("SELECT k FROM t ORDER BY k")), found);
    std::string text;
    for (const Value& key : found.cells) text += std::to_string(key.as_int()) + " ";
    return text;
  }

  std::unique_ptr<Store> store_;
  std::array<SessionId, 3> sessions_{};
  Outcome outcome_;
};

TEST_F(SqliteAdvisory, ASessionHoldsALockUntilItUnlocksItAsOftenAsItTookIt) {
  EXPECT_EQ(send(0, "SELECT pg_try_advisory_lock(1)"), "t");
  EXPECT_EQ(send(0, "SELECT pg_try_advisory_lock(1)"), "t");
  EXPECT_EQ(send(0, "SELECT pg_advisory_unlock(1)"), "t");
  EXPECT_EQ(send(1, "SELECT pg_try_advisory_lock(1)"), "f");
  EXPECT_EQ(send(1, "SELECT pg_try_advisory_lock(0, 1)"), "t");  // another space of keys
  EXPECT_EQ(send(0, "SELECT pg_advisory_unlock(1)"), "t");
  EXPECT_EQ(send(1, "SELECT pg_try_advisory_lock(1)"), "t");
}

TEST_F(SqliteAdvisory, UnlockingWhatIsNotHeldIsFalseAndAWarning) {
  EXPECT_EQ(send(0, "SELECT pg_advisory_unlock(1)"), "f");
  ASSERT_EQ(outcome_.notices.size(), 1U);
  EXPECT_EQ(outcome_.notices[0].message, "you don't own a lock of type ExclusiveLock");
}

TEST_F(SqliteAdvisory, ALockOfTheTransactionEndsWithItsBatch) {
  EXPECT_EQ(batch(0, {"SELECT pg_advisory_xact_lock(1)", "INSERT INTO t VALUES (1)"}), "");
  EXPECT_EQ(send(1, "SELECT pg_try_advisory_lock(1)"), "t");
  EXPECT_EQ(store_->state(sessions_[0]), SessionState::pristine);
  EXPECT_EQ(store_->state(sessions_[1]), SessionState::used);
}

TEST_F(SqliteAdvisory, ABatchThatWaitsIsUndoneAndRunsAgainWhenTheLockIsHandedOver) {
  EXPECT_EQ(send(0, "SELECT pg_advisory_lock(1)"), "");
  EXPECT_EQ(batch(1, {"INSERT INTO t VALUES (7)", "SELECT pg_advisory_xact_lock(1)"}),
            "waits for 0");
  EXPECT_EQ(rows(), "");
  EXPECT_EQ(waiting(1), Wait::blocked);
  send(0, "INSERT INTO t VALUES (6)");
  EXPECT_EQ(send(0, "SELECT pg_advisory_unlock(1)"), "t");
  EXPECT_EQ(waiting(1), Wait::ready);
  EXPECT_EQ(send(0, "SELECT pg_try_advisory_lock(1)"), "f");  // it is handed over already
  EXPECT_EQ(resume(1), "");
  EXPECT_EQ(rows(), "6 7 ");
  EXPECT_EQ(send(0, "SELECT pg_try_advisory_lock(1)"), "t");
}

TEST_F(SqliteAdvisory, ALockHandedOverIsTakenOnce) {
  send(0, "SELECT pg_advisory_lock(1)");
  EXPECT_EQ(send(1, "SELECT pg_advisory_lock(1)"), "waits for 0");
  store_->close_session(sessions_[0], CloseHow::dropped);
  EXPECT_EQ(resume(1), "");
  EXPECT_EQ(send(1, "SELECT pg_advisory_unlock(1)"), "t");
  EXPECT_EQ(send(2, "SELECT pg_try_advisory_lock(1)"), "t");
}

TEST_F(SqliteAdvisory, ALockOfTheTransactionGoesWithAStatementThatWasToGoOn) {
  send(0, "SELECT pg_advisory_lock(1)");
  EXPECT_EQ(send(1, "SELECT pg_advisory_xact_lock(1)"), "waits for 0");
  send(0, "SELECT pg_advisory_unlock(1)");
  EXPECT_EQ(waiting(1), Wait::ready);
  store_->close_session(sessions_[1], CloseHow::dropped);
  EXPECT_EQ(send(2, "SELECT pg_try_advisory_lock(1)"), "t");
}

TEST_F(SqliteAdvisory, AStatementWaitsForOneLockOnly) {
  send(0, "SELECT pg_advisory_lock(1)");
  send(2, "SELECT pg_advisory_lock(2)");
  batch(1, {"SELECT pg_advisory_lock(1)", "SELECT pg_advisory_lock(2)"});
  send(0, "SELECT pg_advisory_unlock(1)");
  EXPECT_THROW(resume(1), Broken);
}

TEST_F(SqliteAdvisory, EachMemberOfACycleIsADeadlocksVictim) {
  send(0, "SELECT pg_advisory_lock(1)");
  send(1, "SELECT pg_advisory_lock(2)");
  send(0, "SELECT pg_advisory_lock(2)");
  std::vector<SessionId> victims;
  store_->deadlock_victims(victims);
  EXPECT_TRUE(victims.empty());
  send(1, "SELECT pg_advisory_lock(1)");
  store_->deadlock_victims(victims);
  EXPECT_EQ(victims, std::vector({sessions_[0], sessions_[1]}));
  store_->cancel(sessions_[1], {"40P01", "deadlock detected"}, outcome_);
  EXPECT_EQ(waiting(1), Wait::none);
  EXPECT_EQ(waiting(0), Wait::blocked);  // the victim has kept its own lock
}

TEST_F(SqliteAdvisory, GoingBackTakesLocksWaitsAndRowsBack) {
  const Digest start = store_->digest();
  const Mark mark = store_->save();
  send(0, "SELECT pg_advisory_lock(1)");
  EXPECT_NE(store_->digest(), start);
  const Digest held = store_->digest();
  const Mark before_wait = store_->save();
  send(1, "SELECT pg_advisory_lock(1)");
  EXPECT_NE(store_->digest(), held);
  store_->restore(before_wait);
  EXPECT_EQ(store_->digest(), held);
  EXPECT_EQ(waiting(1), Wait::none);
  store_->restore(mark);
  EXPECT_EQ(store_->digest(), start);
  EXPECT_EQ(send(1, "SELECT pg_try_advisory_lock(1)"), "t");
}

}  // namespace
}  // namespace racewindow
