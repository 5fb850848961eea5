// SPDX-License-Identifier: Apache-2.0
// WITH, generate_series, UPDATE … FROM and DELETE … USING; messages are those of PostgreSQL 15.
#include <gtest/gtest.h>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

class With : public testing::Test {
 protected:
  SqlClient client_;
};

TEST_F(With, TheQueueClaimIdiom) {
  const Statement claim = client_.statement(
      "WITH claimed AS (SELECT a FROM t ORDER BY a FOR UPDATE SKIP LOCKED LIMIT 1) "
      "UPDATE t SET b = 'taken' FROM claimed WHERE t.a = claimed.a RETURNING t.a, b");
  ASSERT_EQ(claim.ctes.size(), 1u);
  EXPECT_EQ(std::get<Select>(claim.ctes[0].body).locking[0].wait, LockWait::skip_locked);
  const auto& update = std::get<Update>(claim.bound);
  ASSERT_EQ(update.from.size(), 1u);
  EXPECT_EQ(update.from[0].cte, 0u);
  EXPECT_EQ(update.from[0].join, JoinKind::cross);
  EXPECT_EQ(update.where->args[1].entry, 1);
  EXPECT_TRUE(claim.has_side_effects);
  EXPECT_EQ(claim.reads.size(), 1u);
}

TEST_F(With, DataModifyingQueriesCountAsSideEffects) {
  const Statement moved = client_.statement(
      "WITH gone AS (DELETE FROM u WHERE a = 1 RETURNING a, x) SELECT x FROM gone");
  EXPECT_EQ(moved.ctes[0].columns.size(), 2u);
  EXPECT_TRUE(moved.has_side_effects);
  EXPECT_FALSE(client_.statement("WITH x AS (SELECT 1) SELECT * FROM x").has_side_effects);
}

TEST_F(With, EachQuerySeesThoseBeforeIt) {
  const Statement nested = client_.statement(
      "WITH x(q) AS (SELECT a FROM t), y AS (SELECT q FROM x) "
      "SELECT * FROM (WITH x AS (SELECT 5 AS inner) SELECT * FROM x) z, x, y");
  ASSERT_EQ(nested.ctes.size(), 3u);
  const auto& select = std::get<Select>(nested.bound);
  EXPECT_EQ(select.from[0].subquery->from[0].cte, 2u);
  EXPECT_EQ(select.from[1].cte, 0u);
  EXPECT_EQ(select.columns[1].name, "q");
}

TEST_F(With, InsertTakesItsRowsFromOne) {
  const Statement insert =
      client_.statement("INSERT INTO u (a) WITH x AS (SELECT a FROM t) SELECT a FROM x");
  EXPECT_EQ(std::get<Insert>(insert.bound).source->from[0].cte, 0u);
}

TEST_F(With, Errors) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"WITH x AS (SELECT 1), x AS (SELECT 2) SELECT 1",
       "42712 WITH query name \"x\" specified more than once"},
      {"WITH x(a, b) AS (SELECT 1) SELECT 1",
       "42P10 WITH query \"x\" has 1 columns available but 2 columns specified"},
      {"WITH x AS (DELETE FROM t) SELECT * FROM x",
       "0A000 WITH query \"x\" does not have a RETURNING clause"},
      {"SELECT * FROM (WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x) y",
       "0A000 WITH clause containing a data-modifying statement must be at the top level"},
      {"INSERT INTO u (a) WITH x AS (DELETE FROM t RETURNING a) SELECT a FROM x",
       "0A000 WITH clause containing a data-modifying statement must be at the top level"},
      {"WITH x AS (SELECT * FROM y), y AS (SELECT 1) SELECT * FROM x",
       "42P01 relation \"y\" does not exist"},
      {"WITH x AS (SELECT 1) SELECT * FROM x FOR UPDATE OF x",
       "0A000 FOR UPDATE cannot be applied to a WITH query"},
  };
  for (const auto& [sql, error] : kCases) EXPECT_EQ(client_.failure(sql), error) << sql;
}

TEST_F(With, UpdateFromAndDeleteUsingJoinToEntryZero) {
  const auto update = std::get<Update>(
      client_.statement("UPDATE t SET b = u.b FROM u JOIN t v ON u.x = v.a WHERE t.a = u.a").bound);
  EXPECT_EQ(update.from.size(), 2u);
  EXPECT_EQ(update.assignments[0].value.entry, 1);
  EXPECT_EQ(update.from[1].join, JoinKind::inner);
  EXPECT_EQ(update.from[1].on->args[1].entry, 2);
  const auto remove = std::get<Delete>(
      client_.statement("DELETE FROM t USING u WHERE t.a = u.a RETURNING *").bound);
  EXPECT_EQ(remove.returning_columns.size(), 10u);
  EXPECT_EQ(client_.failure("UPDATE t SET b = 'x' FROM t"),
            "42712 table name \"t\" specified more than once");
  EXPECT_EQ(client_.failure("UPDATE t SET b = 'x' FROM u u1 JOIN u ON t.a = u.a"),
            "42P01 invalid reference to FROM-clause entry for table \"t\"");
  EXPECT_EQ(client_.failure("UPDATE t SET c = a FROM u"),
            "42702 column reference \"a\" is ambiguous");
}

TEST_F(With, AnUpdateOfOneRowHasAnOrder) {
  EXPECT_FALSE(client_.statement("UPDATE t SET b = '' WHERE a = 1 RETURNING a").unordered);
  EXPECT_TRUE(
      client_.statement("UPDATE t SET b = '' FROM u WHERE t.a = 1 RETURNING t.a").unordered);
}

TEST_F(With, GenerateSeries) {
  const auto select = std::get<Select>(
      client_.statement("SELECT * FROM generate_series(1, 5) g, generate_series(1, $1, 2) h(i)")
          .bound);
  EXPECT_EQ(select.columns[0].name, "g");
  EXPECT_EQ(select.columns[1].name, "i");
  EXPECT_EQ(select.from[0].series->step.value, Value::int4(1));
  EXPECT_EQ(client_.columns("SELECT * FROM generate_series(1, 2::bigint)"),
            "generate_series bigint");
  EXPECT_EQ(client_.failure("SELECT * FROM generate_series('1', '2')"),
            "42725 function generate_series(unknown, unknown) is not unique");
  EXPECT_EQ(client_.failure("SELECT * FROM generate_series(true, false)"),
            "42883 function generate_series(boolean, boolean) does not exist");
  EXPECT_EQ(client_.failure("SELECT * FROM generate_series(1, 2) g FOR UPDATE OF g"),
            "0A000 FOR UPDATE cannot be applied to a function");
}

}  // namespace
}  // namespace racewindow
