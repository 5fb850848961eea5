// SPDX-License-Identifier: Apache-2.0
// The bound form of queries, where stores rely on its shape.
#include <gtest/gtest.h>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

class BoundSelect : public testing::Test {
 protected:
  Select select(std::string_view sql) const {
    return std::get<Select>(client_.statement(sql).bound);
  }

  SqlClient client_;
};

void expect_column(const Expr& expr, unsigned level, unsigned entry, unsigned index) {
  EXPECT_EQ(expr.op, Op::column);
  EXPECT_EQ(expr.level, level);
  EXPECT_EQ(expr.entry, entry);
  EXPECT_EQ(expr.index, index);
}

TEST_F(BoundSelect, JoinsAreAFlatListInOrder) {
  const Select s = select(
      "SELECT v.b FROM t LEFT JOIN u ON t.a = u.x CROSS JOIN u AS v, t AS w JOIN u AS z ON true");
  ASSERT_EQ(s.from.size(), 5u);
  const JoinKind kinds[] = {JoinKind::first, JoinKind::left, JoinKind::cross, JoinKind::cross,
                            JoinKind::inner};
  for (std::size_t n = 0; n < s.from.size(); ++n) EXPECT_EQ(s.from[n].join, kinds[n]) << n;
  ASSERT_TRUE(s.from[1].on.has_value());
  expect_column(s.from[1].on->args[0], 0, 0, 0);
  expect_column(s.from[1].on->args[1], 0, 1, 1);
  expect_column(s.outputs[0], 0, 2, 2);
  EXPECT_EQ(s.from[3].alias, "w");
}

TEST_F(BoundSelect, UsingComparesBothAndShowsTheLeftColumnOnce) {
  const Select s = select("SELECT * FROM u JOIN t USING (b, a)");
  const Expr& on = s.from[1].on.value();
  ASSERT_EQ(on.args.size(), 2u);
  expect_column(on.args[0].args[0], 0, 0, 2);
  expect_column(on.args[0].args[1], 0, 1, 1);
  ASSERT_EQ(s.outputs.size(), 8u);
  expect_column(s.outputs[0], 0, 0, 2);
  expect_column(s.outputs[1], 0, 0, 0);
  expect_column(s.outputs[2], 0, 0, 1);
  expect_column(s.outputs[3], 0, 1, 2);
}

TEST_F(BoundSelect, CorrelatedColumnsCountTheQueriesBetween) {
  const Select s = select(
      "SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM u WHERE x = t.a AND b IN (SELECT b FROM "
      "u AS v WHERE v.a = t.a AND v.x = u.x))");
  const Select& exists = *s.where->subquery;
  expect_column(exists.where->args[0].args[1], 1, 0, 0);
  const Select& in = *exists.where->args[1].subquery;
  expect_column(in.where->args[0].args[1], 2, 0, 0);
  expect_column(in.where->args[1].args[1], 1, 0, 1);
}

TEST_F(BoundSelect, ArmsOfAUnionAreAtTheLevelOfTheUnion) {
  const Select s =
      select("SELECT 1 FROM t WHERE a IN (SELECT x FROM u WHERE u.a = t.a UNION ALL SELECT t.a)");
  const Select& in = *s.where->subquery;
  ASSERT_EQ(in.union_all.size(), 2u);
  expect_column(in.union_all[0].where->args[1], 1, 0, 0);
  expect_column(in.union_all[1].outputs[0], 1, 0, 0);
}

TEST_F(BoundSelect, UnionArmsAreFlattenedAndOfOneType) {
  const Select s =
      select("SELECT a FROM t UNION ALL SELECT c FROM t UNION ALL VALUES (1) ORDER BY 1 LIMIT 5");
  ASSERT_EQ(s.union_all.size(), 3u);
  for (const Select& arm : s.union_all) EXPECT_EQ(arm.columns[0].type, Type::int8);
  EXPECT_EQ(s.union_all[0].outputs[0].op, Op::cast);
  EXPECT_EQ(s.union_all[2].values[0][0].value, Value::int8(1));
  EXPECT_EQ(s.order_by.size(), 1u);
  EXPECT_TRUE(s.limit.has_value());
}

TEST_F(BoundSelect, AnArmWithItsOwnLimitStaysWhole) {
  const Select s =
      select("(SELECT 1 UNION ALL SELECT 2 LIMIT 1) UNION ALL SELECT 3 UNION ALL SELECT 4");
  ASSERT_EQ(s.union_all.size(), 3u);
  EXPECT_EQ(s.union_all[0].union_all.size(), 2u);
}

TEST_F(BoundSelect, OrderByFindsOutputsByNamePositionAndExpression) {
  const Select s = select("SELECT a AS n, x + 1 FROM u ORDER BY n DESC, 2, x + 1 NULLS FIRST, b");
  ASSERT_EQ(s.order_by.size(), 4u);
  EXPECT_EQ(s.order_by[0].output, 0u);
  EXPECT_TRUE(s.order_by[0].descending);
  EXPECT_TRUE(s.order_by[0].nulls_first) << "as DESC implies";
  EXPECT_EQ(s.order_by[1].output, 1u);
  EXPECT_FALSE(s.order_by[1].nulls_first);
  EXPECT_EQ(s.order_by[2].output, 1u);
  EXPECT_TRUE(s.order_by[2].nulls_first);
  EXPECT_EQ(s.order_by[3].output, 2u) << "a hidden output";
  EXPECT_EQ(s.outputs.size(), 3u);
  EXPECT_EQ(s.columns.size(), 2u);
}

TEST_F(BoundSelect, AnOutputNameHidesAColumnInOrderByButNotInGroupBy) {
  const Select s = select("SELECT x AS a, count(*) FROM u GROUP BY a, x ORDER BY a");
  expect_column(s.group_by[0], 0, 0, 0);
  EXPECT_EQ(s.order_by[0].output, 0u);
}

TEST_F(BoundSelect, AggregatesAreCollectedOnce) {
  const Select s = select(
      "SELECT a, count(*), sum(x) + count(*) FROM u GROUP BY a HAVING count(DISTINCT b) > 1 ORDER "
      "BY count(*)");
  EXPECT_TRUE(s.grouped);
  ASSERT_EQ(s.aggregates.size(), 3u);
  EXPECT_EQ(s.aggregates[0].function, AggregateFunction::count_star);
  EXPECT_EQ(s.aggregates[1].function, AggregateFunction::sum);
  EXPECT_TRUE(s.aggregates[2].distinct);
  EXPECT_EQ(s.outputs[1].op, Op::aggregate);
  EXPECT_EQ(s.order_by[0].output, 1u);
}

TEST_F(BoundSelect, GroupingByAKeyCoversItsTable) {
  EXPECT_EQ(client_.failure("SELECT b, c + 1, count(*) FROM t GROUP BY a"), "bound");
  EXPECT_EQ(client_.failure("SELECT x + 1, count(*) FROM u GROUP BY x + 1"), "bound");
  EXPECT_EQ(client_.failure("SELECT x + 1, count(*) FROM u GROUP BY 1"), "bound");
}

TEST_F(BoundSelect, LimitAllIsNoLimit) {
  EXPECT_FALSE(select("SELECT a FROM t LIMIT ALL").limit.has_value());
}

TEST_F(BoundSelect, ASubquerysColumnIsCastForIn) {
  const Select s = select("SELECT c IN (SELECT a FROM u) FROM t");
  EXPECT_EQ(s.outputs[0].args[0].type, Type::int8);
  EXPECT_EQ(s.outputs[0].subquery->outputs[0].type, Type::int8);
}

}  // namespace
}  // namespace racewindow
