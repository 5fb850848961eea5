// SPDX-License-Identifier: Apache-2.0
// Constraints, ON CONFLICT, identity columns and parameters. The messages are PostgreSQL 15's.
#include <gtest/gtest.h>

#include "tests/store/memory_client.h"

namespace racewindow {
namespace {

class MemoryConstraint : public testing::Test {
 protected:
  std::string run(const std::string& sql, const std::vector<Value>& params = {}) {
    return client_.run(sql, params);
  }

  MemoryClient client_{
      {"CREATE TABLE t (id bigint PRIMARY KEY, x integer NOT NULL DEFAULT 7 CHECK (x > 0), y text, "
       "UNIQUE (x, y))",
       "CREATE TABLE job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text UNIQUE)",
       "CREATE TABLE note (id bigserial, line text)", "INSERT INTO t VALUES (1, 10, 'a')"}};
};

TEST_F(MemoryConstraint, MessagesAreTheServers) {
  EXPECT_EQ(run("INSERT INTO t VALUES (1, 1, 'b')"),
            "23505 duplicate key value violates unique constraint \"t_pkey\"");
  EXPECT_EQ(run("INSERT INTO t VALUES (2, 10, 'a')"),
            "23505 duplicate key value violates unique constraint \"t_x_y_key\"");
  EXPECT_EQ(run("INSERT INTO t VALUES (2, NULL, 'a')"),
            "23502 null value in column \"x\" of relation \"t\" violates not-null constraint");
  EXPECT_EQ(run("INSERT INTO t (x) VALUES (2)"),
            "23502 null value in column \"id\" of relation \"t\" violates not-null constraint");
  EXPECT_EQ(run("INSERT INTO t VALUES (2, 0, 'a')"),
            "23514 new row for relation \"t\" violates check constraint \"t_x_check\"");
  EXPECT_EQ(run("UPDATE t SET x = -1"),
            "23514 new row for relation \"t\" violates check constraint \"t_x_check\"");
  EXPECT_EQ(run("INSERT INTO job VALUES (1, 'x')"),
            "428C9 cannot insert a non-DEFAULT value into column \"id\"");
  EXPECT_EQ(run("UPDATE job SET id = 1"), "428C9 column \"id\" can only be updated to DEFAULT");
  EXPECT_EQ(run("SELECT 1 WHERE 1 = $1 AND 2 = $2", {Value::int8(1)}),
            "08P01 bind message supplies 1 parameters, but prepared statement \"\" requires 2");
}

TEST_F(MemoryConstraint, NullIsDistinctFromNullInKeys) {
  EXPECT_EQ(run("INSERT INTO t VALUES (2, 10, NULL), (3, 10, NULL)"), "2");
}

TEST_F(MemoryConstraint, DefaultsFillWhatIsLeftOutOrSaysDefault) {
  EXPECT_EQ(run("INSERT INTO t (id, x) VALUES (2, DEFAULT), (3, 8) RETURNING *"),
            "2 7 NULL; 3 8 NULL");
  EXPECT_EQ(run("INSERT INTO t (id) VALUES (4) RETURNING x"), "7");
  EXPECT_EQ(run("INSERT INTO job DEFAULT VALUES RETURNING *"), "1 NULL");
}

TEST_F(MemoryConstraint, SeveralRowsAreInsertedAllOrNone) {
  EXPECT_EQ(run("INSERT INTO t VALUES (2, 1, 'b'), (3, 1, 'c'), (2, 1, 'd')"),
            "23505 duplicate key value violates unique constraint \"t_pkey\"");
  EXPECT_EQ(run("SELECT id FROM t"), "1");
}

TEST_F(MemoryConstraint, AnUpdateMayNotHoldAKeyTwiceEvenForAMoment) {
  run("INSERT INTO t VALUES (2, 20, 'b')");
  EXPECT_EQ(run("UPDATE t SET id = id + 1"),
            "23505 duplicate key value violates unique constraint \"t_pkey\"");
  EXPECT_EQ(run("UPDATE t SET id = id - 1"), "2");
  EXPECT_EQ(run("SELECT id FROM t"), "0; 1");
}

TEST_F(MemoryConstraint, OnConflictDoNothingSkipsRows) {
  EXPECT_EQ(run("INSERT INTO t VALUES (1, 1, 'b'), (2, 10, 'a'), (3, 3, 'c'), (3, 4, 'd') "
                "ON CONFLICT DO NOTHING RETURNING id"),
            "3");
  EXPECT_EQ(run("INSERT INTO t VALUES (4, 10, 'a') ON CONFLICT (id) DO NOTHING"),
            "23505 duplicate key value violates unique constraint \"t_x_y_key\"");
  EXPECT_EQ(run("INSERT INTO t VALUES (1, 0, 'a') ON CONFLICT DO NOTHING"),
            "23514 new row for relation \"t\" violates check constraint \"t_x_check\"");
}

TEST_F(MemoryConstraint, OnConflictDoUpdateChangesTheRowThatIsThere) {
  EXPECT_EQ(run("INSERT INTO t VALUES (1, 1, 'new'), (2, 2, 'b') "
                "ON CONFLICT (id) DO UPDATE SET y = t.y || excluded.y RETURNING *"),
            "1 10 'anew'; 2 2 'b'");
  EXPECT_EQ(client_.outcome().affected, 2);
  EXPECT_EQ(client_.outcome().changes[0].kind, RowChange::Kind::update);
  EXPECT_EQ(client_.outcome().changes[1].kind, RowChange::Kind::insert);
  // The condition fails: nothing is changed, nothing returned.
  EXPECT_EQ(run("INSERT INTO t VALUES (1, 1, 'z') ON CONFLICT (id) DO UPDATE SET y = excluded.y "
                "WHERE excluded.x > t.x RETURNING *"),
            "");
  EXPECT_EQ(client_.outcome().affected, 0);
  EXPECT_EQ(run("INSERT INTO t VALUES (8, 1, 'b'), (8, 2, 'c') "
                "ON CONFLICT (id) DO UPDATE SET y = 'x'"),
            "21000 ON CONFLICT DO UPDATE command cannot affect row a second time");
  EXPECT_EQ(run("INSERT INTO t VALUES (1, 1, 'b'), (1, 2, 'c') "
                "ON CONFLICT (id) DO UPDATE SET y = 'x'"),
            "21000 ON CONFLICT DO UPDATE command cannot affect row a second time");
}

TEST_F(MemoryConstraint, SequencesDoNotRollBack) {
  EXPECT_EQ(run("INSERT INTO job (name) VALUES ('a'), ('b') RETURNING id"), "1; 2");
  EXPECT_EQ(run("INSERT INTO job (name) VALUES ('c'), ('a'), ('d')"),
            "23505 duplicate key value violates unique constraint \"job_name_key\"");
  // The row that failed was the second; no number was taken for the third.
  EXPECT_EQ(run("INSERT INTO job (id, name) VALUES (DEFAULT, 'c') RETURNING id"), "5");
  EXPECT_EQ(run("INSERT INTO job (name) VALUES ('a') ON CONFLICT DO NOTHING"), "0");
  EXPECT_EQ(run("INSERT INTO job (name) VALUES ('e') RETURNING id"), "7");
  // By default means that a value may be given; the sequence does not take note of it.
  EXPECT_EQ(run("INSERT INTO note VALUES (2, 'x') RETURNING id"), "2");
  EXPECT_EQ(run("INSERT INTO note (line) VALUES ('y'), ('z') RETURNING id"), "1; 2");
}

TEST_F(MemoryConstraint, ParametersAreCastAndRangeChecked) {
  EXPECT_EQ(run("UPDATE t SET x = $1 RETURNING x", {Value::int8(5)}), "5");
  EXPECT_EQ(run("UPDATE t SET x = $1", {Value::int8(1LL << 40)}).substr(0, 5), "22003");
  EXPECT_EQ(run("SELECT y FROM t WHERE id = $1", {Value::text("1")}), "'a'");
  EXPECT_EQ(run("SELECT y FROM t WHERE id = $1", {Value::text("x")}),
            "22P02 invalid input syntax for type bigint: \"x\"");
  EXPECT_EQ(run("SELECT y FROM t WHERE id = $1", {Value()}), "");
}

}  // namespace
}  // namespace racewindow
