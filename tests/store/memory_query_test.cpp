// SPDX-License-Identifier: Apache-2.0
// Queries on the memory store: joins, groups, subqueries, and rows in an order that does not show
// where they lie. Answers were compared with PostgreSQL 15's, apart from the order.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/store/memory_client.h"

namespace racewindow {
namespace {

class MemoryQuery : public testing::Test {
 protected:
  std::string run(const std::string& sql, const std::vector<Value>& params = {}) {
    return client_.run(sql, params);
  }

  MemoryClient client_{{"CREATE TABLE person (id bigint PRIMARY KEY, name text, age integer)",
                        "CREATE TABLE pet (owner bigint, name text)",
                        "INSERT INTO person VALUES (3, 'cy', NULL), (1, 'al', 30), (2, 'bo', 20)",
                        "INSERT INTO pet VALUES (2, 'rex'), (1, 'tom'), (1, 'ida'), (9, 'stray')"}};
};

TEST_F(MemoryQuery, RowsThatNothingOrdersComeInCanonicalOrder) {
  EXPECT_EQ(run("SELECT name, id FROM person"), "'al' 1; 'bo' 2; 'cy' 3");
  EXPECT_EQ(run("SELECT age FROM person"), "20; 30; NULL");
  EXPECT_EQ(run("SELECT id FROM person LIMIT 2"), "1; 2");
  EXPECT_EQ(run("SELECT owner, name FROM pet ORDER BY owner"),
            "1 'ida'; 1 'tom'; 2 'rex'; 9 'stray'");
  EXPECT_EQ(run("DELETE FROM pet RETURNING name, owner"), "'ida' 1; 'rex' 2; 'stray' 9; 'tom' 1");
}

TEST_F(MemoryQuery, ChangesAreReportedInCanonicalOrder) {
  run("UPDATE pet SET name = 'x' WHERE owner < 9");
  const Outcome& outcome = client_.outcome();
  ASSERT_EQ(outcome.changes.size(), 3u);
  const auto name_before = [&](std::size_t n) {
    return to_text(outcome.change_cells[outcome.changes[n].before + 1]);
  };
  EXPECT_EQ(name_before(0), "ida");
  EXPECT_EQ(name_before(1), "tom");
  EXPECT_EQ(name_before(2), "rex");
  EXPECT_EQ(to_text(outcome.change_cells[outcome.changes[0].after + 1]), "x");
}

TEST_F(MemoryQuery, TheOrderInWhichRowsWereWrittenDoesNotShow) {
  std::vector<std::string> rows = {"(2, 'b', 2)", "(5, 'a', 1)", "(4, NULL, 1)", "(1, 'b', NULL)"};
  std::sort(rows.begin(), rows.end());
  std::optional<std::string> first;
  do {
    MemoryClient client{{"CREATE TABLE t (a bigint, b text, c bigint)"}};
    for (const std::string& row : rows) client.run("INSERT INTO t VALUES " + row);
    std::string seen;
    for (const char* sql :
         {"SELECT * FROM t", "SELECT b FROM t LIMIT 1", "SELECT b, COUNT(*) FROM t GROUP BY b",
          "SELECT MIN(b), MAX(c) FROM t", "SELECT x.a, y.a FROM t AS x JOIN t AS y ON x.c = y.c",
          "SELECT b FROM t UNION ALL SELECT b FROM t", "SELECT DISTINCT b FROM t",
          "SELECT c, a FROM t ORDER BY c LIMIT 2",
          "INSERT INTO t SELECT a + 10, b, c FROM t WHERE a > 1 RETURNING a",
          "UPDATE t SET c = 0 RETURNING a", "DELETE FROM t WHERE a < 5 RETURNING *"}) {
      seen += client.run(sql) + "\n";
    }
    if (!first) first = seen;
    EXPECT_EQ(seen, *first);
  } while (std::next_permutation(rows.begin(), rows.end()));
}

TEST_F(MemoryQuery, OrderByPutsNullsLastUnlessDescendingOrToldOtherwise) {
  EXPECT_EQ(run("SELECT id FROM person ORDER BY age"), "2; 1; 3");
  EXPECT_EQ(run("SELECT id FROM person ORDER BY age DESC"), "3; 1; 2");
  EXPECT_EQ(run("SELECT id FROM person ORDER BY age DESC NULLS LAST"), "1; 2; 3");
  EXPECT_EQ(run("SELECT id FROM person ORDER BY age NULLS FIRST OFFSET 1"), "2; 1");
}

TEST_F(MemoryQuery, JoinsPairRows) {
  EXPECT_EQ(run("SELECT p.name, q.name FROM person AS p JOIN pet AS q ON q.owner = p.id"),
            "'al' 'ida'; 'al' 'tom'; 'bo' 'rex'");
  EXPECT_EQ(run("SELECT COUNT(*) FROM person CROSS JOIN pet"), "12");
  EXPECT_EQ(run("SELECT p.name, q.name FROM person p LEFT JOIN pet q ON q.owner = p.id "
                "AND q.name > 'k'"),
            "'al' 'tom'; 'bo' 'rex'; 'cy' NULL");
}

TEST_F(MemoryQuery, WhereJudgesRowsAfterALeftJoinFilledThem) {
  EXPECT_EQ(run("SELECT p.id FROM person p LEFT JOIN pet q ON q.owner = p.id "
                "WHERE q.name IS NULL"),
            "3");
  EXPECT_EQ(run("SELECT p.id FROM person p LEFT JOIN pet q ON q.owner = p.id "
                "WHERE q.name = 'rex' AND p.id > 0"),
            "2");
  EXPECT_EQ(run("SELECT p.id, q.name, r.name FROM person p LEFT JOIN pet q ON q.owner = p.id "
                "JOIN person r ON r.id = COALESCE(q.owner, 1) WHERE p.age IS NULL"),
            "3 NULL 'al'");
}

TEST_F(MemoryQuery, AggregatesSkipNullsAndKnowNoRows) {
  EXPECT_EQ(run("SELECT COUNT(*), COUNT(age), MIN(age), MAX(age), SUM(age) FROM person"),
            "3 2 20 30 50");
  EXPECT_EQ(run("SELECT COUNT(*), MAX(age), SUM(age), bool_or(age > 1) FROM person "
                "WHERE id > 5"),
            "0 NULL NULL NULL");
  EXPECT_EQ(run("SELECT bool_and(age > 25), bool_or(age > 25) FROM person"), "false true");
  EXPECT_EQ(run("SELECT COUNT(owner), COUNT(DISTINCT owner) FROM pet"), "4 3");
}

TEST_F(MemoryQuery, GroupsAndHaving) {
  EXPECT_EQ(run("SELECT owner, COUNT(*) AS n FROM pet GROUP BY owner HAVING COUNT(*) < 2 "
                "ORDER BY owner DESC"),
            "9 1; 2 1");
  EXPECT_EQ(run("SELECT age IS NULL, COUNT(*) FROM person GROUP BY age IS NULL"),
            "false 2; true 1");
  EXPECT_EQ(run("SELECT owner FROM pet WHERE owner > 50 GROUP BY owner"), "");
}

TEST_F(MemoryQuery, SubqueriesSeeTheRowAroundThem) {
  EXPECT_EQ(run("SELECT name, (SELECT COUNT(*) FROM pet WHERE owner = person.id) FROM person"),
            "'al' 2; 'bo' 1; 'cy' 0");
  EXPECT_EQ(run("SELECT id FROM person p WHERE EXISTS (SELECT 1 FROM pet WHERE owner = p.id)"),
            "1; 2");
  EXPECT_EQ(run("SELECT id FROM person WHERE id NOT IN (SELECT owner FROM pet)"), "3");
  EXPECT_EQ(run("SELECT id FROM person WHERE id NOT IN (SELECT age FROM person)"), "");
  EXPECT_EQ(run("SELECT (SELECT name FROM pet WHERE owner = 1)"),
            "21000 more than one row returned by a subquery used as an expression");
  EXPECT_EQ(run("SELECT q.name FROM person p JOIN pet q ON q.owner = p.id WHERE EXISTS "
                "(SELECT 1 FROM pet r WHERE r.owner = p.id AND r.name > q.name)"),
            "'ida'");
  EXPECT_EQ(run("UPDATE person SET age = (SELECT COUNT(*) FROM pet WHERE owner = id) "
                "WHERE EXISTS (SELECT 1 FROM pet WHERE owner = id) RETURNING id, age"),
            "1 2; 2 1");
}

TEST_F(MemoryQuery, UnionAllAndDerivedTables) {
  EXPECT_EQ(run("SELECT MAX(g) AS g FROM (SELECT age AS g FROM person WHERE id = $1 "
                "UNION ALL SELECT MAX(owner) FROM pet WHERE owner = $1) AS claim",
                {Value::int8(1)}),
            "30");
  EXPECT_EQ(run("SELECT id FROM person UNION ALL SELECT owner FROM pet ORDER BY 1 DESC LIMIT 3"),
            "9; 3; 2");
  EXPECT_EQ(run("VALUES (2, 'b'), (1, 'a')"), "2 'b'; 1 'a'");
  EXPECT_EQ(run("SELECT d.n FROM (SELECT owner, COUNT(*) AS n FROM pet GROUP BY owner) AS d "
                "WHERE d.n > 1"),
            "2");
}

TEST_F(MemoryQuery, LimitsAreEvaluated) {
  EXPECT_EQ(
      run("SELECT id FROM person ORDER BY id LIMIT $1 OFFSET $2", {Value::int8(1), Value::int8(1)}),
      "2");
  EXPECT_EQ(run("SELECT id FROM person LIMIT NULL"), "1; 2; 3");
  EXPECT_EQ(run("SELECT id FROM person LIMIT 1 - 2"), "2201W LIMIT must not be negative");
  EXPECT_EQ(run("SELECT id FROM person OFFSET 1 - 2"), "2201X OFFSET must not be negative");
  EXPECT_EQ(run("SELECT id FROM person OFFSET 7"), "");
}

TEST_F(MemoryQuery, ComparisonsWithNullSelectNothing) {
  EXPECT_EQ(run("SELECT id FROM person WHERE age = NULL"), "");
  EXPECT_EQ(run("SELECT id FROM person WHERE age <> 20"), "1");
  EXPECT_EQ(run("SELECT id FROM person WHERE NOT (age > 20 OR name = 'x')"), "2");
  EXPECT_EQ(run("SELECT id FROM person WHERE name >= 'b' AND age <= 20 AND id < 9"), "2");
}

TEST_F(MemoryQuery, AViewIsReadOnCommittedDataAndMustBeReadable) {
  EXPECT_EQ(client_.look("SELECT name FROM person WHERE id = 1"), "'al'");
  EXPECT_THROW(client_.look("SELECT 1 / (id - 1) FROM person"), Broken);
  EXPECT_THROW(client_.look("DELETE FROM person"), Broken);
}

}  // namespace
}  // namespace racewindow
