// SPDX-License-Identifier: Apache-2.0
#include "sim/store/sqlite/sqlite_store.h"

#include <gmock/gmock.h>

#include "tests/store/outcome_text.h"

namespace racewindow {
namespace {

using testing::HasSubstr;

class SqliteStore : public testing::Test {
 protected:
  static std::unique_ptr<Store> open(const std::vector<std::string>& setup) {
    return make_sqlite_store(setup);
  }
  std::string answer(const std::string& sql, const std::vector<Value>& params = {}) {
    return answer_text(*store_, std::vector{sql}, params);
  }
  // What is said of a text that is refused.
  std::string refusal(const std::string& sql) {
    try {
      std::ignore = store_->prepare(sql);
    } catch (const Broken& broken) {
      return broken.kind() + ": " + broken.message();
    }
    return "";
  }

  std::unique_ptr<Store> store_ =
      open({"CREATE TABLE t (id bigint PRIMARY KEY, v text, at timestamptz)",
            "CREATE TABLE log (line text)", "INSERT INTO t (id, v) VALUES (1, 'a'), (2, 'b')"});
};

TEST_F(SqliteStore, NamesItselfAndWhatItCannotDo) {
  EXPECT_EQ(store_->capabilities().name, "sqlite");
  EXPECT_FALSE(store_->capabilities().transactions);
  EXPECT_TRUE(store_->capabilities().checkpoints);
}

TEST_F(SqliteStore, RefusesATextThatSqliteCannotPrepareAndSaysWhere) {
  EXPECT_THAT(refusal("SELECT id,\n  GREATEST(id, 2) FROM t"),
              HasSubstr("unsupported: the sqlite store cannot prepare this: no such function: "
                        "GREATEST, in line 2, column 3"));
  EXPECT_THAT(refusal("SELECT $1::bigint"), HasSubstr("$1::bigint is one parameter name"));
}

TEST_F(SqliteStore, GivesSqlitesOwnMessageWithAnError) {
  const auto prepared = store_->prepare("INSERT INTO t (id) VALUES (1)");
  const Call call{std::get<const Statement*>(prepared), {}};
  Outcome outcome;
  store_->execute(store_->open_session(), std::span(&call, 1), outcome);
  ASSERT_EQ(outcome.status, Outcome::Status::error);
  EXPECT_EQ(outcome.error.sqlstate(), "23505");
  EXPECT_EQ(outcome.error.message(), "UNIQUE constraint failed: t.id");
}

TEST_F(SqliteStore, BindsParametersByNumberAndCountsThem) {
  EXPECT_EQ(answer("SELECT v FROM t WHERE v = $2 AND id = $1", {Value::int8(2), Value::text("b")}),
            "'b'\n1 affected\n");
  EXPECT_EQ(answer("SELECT v FROM t WHERE id = $1"), "ERROR 08P01\n");
  EXPECT_EQ(answer("SELECT v FROM t WHERE id = $1", {Value::text("one")}), "ERROR 22P02\n");
}

TEST_F(SqliteStore, EveryClockIsTheVirtualOne) {
  store_->set_time({1'767'225'600'000'000});  // 2026-01-01
  const std::string now = "'2026-01-01 00:00:00+00'";
  EXPECT_EQ(answer("SELECT now(), clock_timestamp(), CURRENT_TIMESTAMP"),
            now + " | " + now + " | " + now + "\n1 affected\n");
}

TEST_F(SqliteStore, DeliversRowsWithoutAnOrderByInTheSameOrderHoweverTheyCame) {
  const Mark mark = store_->save();
  std::ignore = answer("INSERT INTO log VALUES ('x'), ('y')");
  const std::string one_way = answer("SELECT line FROM log");
  store_->restore(mark);
  std::ignore = answer("INSERT INTO log VALUES ('y'), ('x')");
  EXPECT_EQ(answer("SELECT line FROM log"), one_way);
  EXPECT_EQ(answer("DELETE FROM log"), "- log ('x')\n- log ('y')\n2 affected\n");
}

TEST_F(SqliteStore, DigestIsOfTheRowsAndNotOfHowTheyCame) {
  const Digest start = store_->digest();
  std::ignore = answer("INSERT INTO log VALUES ('x')");
  const Digest one_row = store_->digest();
  EXPECT_NE(one_row, start);
  std::ignore = answer("INSERT INTO log VALUES ('x')");
  EXPECT_NE(store_->digest(), one_row);  // rows count as often as they are there
  std::ignore = answer("DELETE FROM log");
  EXPECT_EQ(store_->digest(), start);
  std::ignore = answer("INSERT INTO log VALUES ('z')");
  std::ignore = answer("UPDATE log SET line = 'x'");
  EXPECT_EQ(store_->digest(), one_row);
}

TEST_F(SqliteStore, DigestTellsTablesOfTheSameRowsApart) {
  const auto store = open({"CREATE TABLE a (x bigint)", "CREATE TABLE b (x bigint)"});
  const Mark mark = store->save();
  std::ignore = answer_text(*store, std::vector<std::string>{"INSERT INTO a VALUES (1)"}, {});
  const Digest in_a = store->digest();
  store->restore(mark);
  std::ignore = answer_text(*store, std::vector<std::string>{"INSERT INTO b VALUES (1)"}, {});
  EXPECT_NE(store->digest(), in_a);
}

TEST_F(SqliteStore, AFailedStatementLeavesDigestRowsAndCheckpointsAlone) {
  const Digest start = store_->digest();
  const Mark mark = store_->save();
  EXPECT_EQ(answer("INSERT INTO t (id) VALUES (3), (4), (1)"), "ERROR 23505\n");
  EXPECT_EQ(store_->digest(), start);
  EXPECT_EQ(answer("INSERT INTO t (id) VALUES (3)"), "+ t (3, NULL, NULL)\n1 affected\n");
  store_->restore(mark);
  EXPECT_EQ(store_->digest(), start);
  EXPECT_EQ(content_text(*store_), "t\n1 | 'a' | NULL\n2 | 'b' | NULL\nlog\n");
}

TEST_F(SqliteStore, GoesBackToOuterAndInnerCheckpoints) {
  const Mark outer = store_->save();
  std::ignore = answer("UPDATE t SET id = id + 10");
  const std::string between = content_text(*store_);
  const Mark inner = store_->save();
  std::ignore = answer("DELETE FROM t");
  std::ignore = answer("INSERT INTO t (id, v) VALUES (11, 'new')");
  store_->restore(inner);
  EXPECT_EQ(content_text(*store_), between);
  std::ignore = answer("DELETE FROM t WHERE id = 12");
  store_->restore(inner);
  EXPECT_EQ(content_text(*store_), between);
  store_->restore(outer);
  EXPECT_EQ(content_text(*store_), "t\n1 | 'a' | NULL\n2 | 'b' | NULL\nlog\n");
}

TEST_F(SqliteStore, IdentityCountersAreStateAndAreRestored) {
  const auto store =
      open({"CREATE TABLE j (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, v text)"});
  const auto run = [&store](const std::string& sql) {
    return answer_text(*store, std::vector{sql}, {});
  };
  const Digest start = store->digest();
  const Digest seen_at_start = store->committed_digest();
  const Mark mark = store->save();
  EXPECT_EQ(run("INSERT INTO j (v) VALUES ('a') RETURNING id"), "1\n+ j (1, 'a')\n1 affected\n");
  EXPECT_EQ(run("DELETE FROM j"), "- j (1, 'a')\n1 affected\n");
  EXPECT_NE(store->digest(), start);  // the next id is another one
  EXPECT_EQ(store->committed_digest(), seen_at_start);
  EXPECT_EQ(run("INSERT INTO j (v) VALUES ('a') RETURNING id"), "2\n+ j (2, 'a')\n1 affected\n");
  // Undoing this DELETE inserts a row whose id the counter has never reached.
  std::ignore = run("UPDATE j SET id = 100");
  const Mark inner = store->save();
  std::ignore = run("DELETE FROM j");
  store->restore(inner);
  EXPECT_EQ(run("INSERT INTO j (id, v) VALUES (50, 'b') ON CONFLICT DO NOTHING"),
            "+ j (50, 'b')\n1 affected\n");
  EXPECT_EQ(run("DELETE FROM j"), "- j (50, 'b')\n- j (100, 'a')\n2 affected\n");
  EXPECT_EQ(run("INSERT INTO j (v) VALUES ('c') RETURNING id"), "51\n+ j (51, 'c')\n1 affected\n");
  store->restore(mark);
  EXPECT_EQ(store->digest(), start);
  EXPECT_EQ(run("INSERT INTO j (v) VALUES ('a') RETURNING id"), "1\n+ j (1, 'a')\n1 affected\n");
}

TEST_F(SqliteStore, AViewThatCannotBeReadIsBroken) {
  const std::string overflow = "SELECT abs(id - 9223372036854775807 - 2) FROM t WHERE id = 1";
  EXPECT_EQ(answer(overflow), "ERROR 22003\n");
  const auto prepared = store_->prepare(overflow);
  RowSet rows;
  EXPECT_THROW(store_->look(*std::get<const Statement*>(prepared), rows), Broken);
  const auto writing = store_->prepare("DELETE FROM t");
  EXPECT_THROW(store_->look(*std::get<const Statement*>(writing), rows), Broken);
}

TEST_F(SqliteStore, ASetupThatFailsIsBroken) {
  EXPECT_THROW(open({"INSERT INTO nowhere VALUES (1)"}), Broken);
  EXPECT_THROW(open({"CREATE TABLE t (d interval)"}), Broken);
}

}  // namespace
}  // namespace racewindow
