// SPDX-License-Identifier: Apache-2.0
// The errors that PostgreSQL 15 gives for texts that parse or bind to nothing.
#include <gtest/gtest.h>

#include <span>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

using Case = std::pair<std::string_view, std::string_view>;

void expect_failures(std::span<const Case> cases) {
  const SqlClient client;
  for (const auto& [sql, failure] : cases) EXPECT_EQ(client.failure(sql), failure) << sql;
}

TEST(BindError, OfSyntax) {
  constexpr Case kCases[] = {
      {"SELECT * frm", "42601 syntax error at or near \"frm\""},
      {"SELECT 1 +", "42601 syntax error at end of input"},
      {"SELECT 'abc", "42601 unterminated quoted string at or near \"'abc\""},
      {"SELECT 1 < 2 < 3", "42601 syntax error at or near \"<\""},
      {"SELECT 1; SELECT 2", "42601 cannot insert multiple commands into a prepared statement"},
  };
  expect_failures(kCases);
}

TEST(BindError, OfNames) {
  constexpr Case kCases[] = {
      {"SELECT nosuch FROM t", "42703 column \"nosuch\" does not exist"},
      {"SELECT t.nosuch FROM t", "42703 column t.nosuch does not exist"},
      {"SELECT x.a FROM t", "42P01 missing FROM-clause entry for table \"x\""},
      {"SELECT x.* FROM t", "42P01 missing FROM-clause entry for table \"x\""},
      {"SELECT t.a FROM t AS y", "42P01 invalid reference to FROM-clause entry for table \"t\""},
      {"SELECT a FROM nosuch", "42P01 relation \"nosuch\" does not exist"},
      {"SELECT a FROM t, u", "42702 column reference \"a\" is ambiguous"},
      {"SELECT b FROM t JOIN u USING (a)", "42702 column reference \"b\" is ambiguous"},
      {"SELECT 1 FROM t, t", "42712 table name \"t\" specified more than once"},
      {"SELECT 1 FROM t, u JOIN u AS v ON t.a = v.a",
       "42P01 invalid reference to FROM-clause entry for table \"t\""},
      {"SELECT 1 FROM (SELECT 1 AS a) x, (SELECT x.a) y",
       "42P01 invalid reference to FROM-clause entry for table \"x\""},
      {"SELECT * FROM t JOIN u USING (nosuch)",
       "42703 column \"nosuch\" specified in USING clause does not exist in left table"},
      {"SELECT 1 FROM (VALUES (1), (2)) v (a, b)",
       "42P10 table \"v\" has 1 columns available but 2 columns specified"},
      {"SELECT *", "42601 SELECT * with no tables specified is not valid"},
      {"INSERT INTO nosuch VALUES (1)", "42P01 relation \"nosuch\" does not exist"},
      {"UPDATE t SET nosuch = 1", "42703 column \"nosuch\" of relation \"t\" does not exist"},
      {"DELETE FROM t AS k WHERE t.a = 1",
       "42P01 invalid reference to FROM-clause entry for table \"t\""},
  };
  expect_failures(kCases);
}

TEST(BindError, OfTypes) {
  constexpr Case kCases[] = {
      {"SELECT b = a FROM t", "42883 operator does not exist: text = integer"},
      {"SELECT b + 1 FROM t", "42883 operator does not exist: text + integer"},
      {"SELECT b + 'x' FROM t", "42883 operator does not exist: text + unknown"},
      {"SELECT - b FROM t", "42883 operator does not exist: - text"},
      {"SELECT 1 || 2", "42883 operator does not exist: integer || integer"},
      {"SELECT a LIKE 'x' FROM t", "42883 operator does not exist: integer ~~ unknown"},
      {"SELECT d < e FROM t", "42883 operator does not exist: timestamp with time zone < interval"},
      {"SELECT d + d FROM t",
       "42883 operator does not exist: timestamp with time zone + timestamp with time zone"},
      {"SELECT e - d FROM t", "42883 operator does not exist: interval - timestamp with time zone"},
      {"SELECT a IN (1, b) FROM t", "42883 operator does not exist: integer = text"},
      {"SELECT a IN (SELECT b FROM u) FROM t", "42883 operator does not exist: integer = text"},
      {"SELECT 1 = 'x'", "22P02 invalid input syntax for type integer: \"x\""},
      {"SELECT $1 + $2", "42725 operator is not unique: unknown + unknown"},
      {"SELECT - $1", "42725 operator is not unique: - unknown"},
      {"SELECT mod($1, $2)", "42725 function mod(unknown, unknown) is not unique"},
      {"SELECT lower(1)", "42883 function lower(integer) does not exist"},
      {"SELECT min(f) FROM t", "42883 function min(boolean) does not exist"},
      {"SELECT sum(b) FROM t", "42883 function sum(text) does not exist"},
      {"SELECT count(a, b) FROM t", "42883 function count(integer, text) does not exist"},
      {"SELECT c::boolean FROM t", "42846 cannot cast type bigint to boolean"},
      {"SELECT a::uuid FROM t", "42846 cannot cast type integer to uuid"},
      {"SELECT 1 FROM t WHERE a", "42804 argument of WHERE must be type boolean, not type integer"},
      {"SELECT 1 FROM t HAVING a",
       "42804 argument of HAVING must be type boolean, not type integer"},
      {"SELECT 1 FROM t JOIN u ON t.a",
       "42804 argument of JOIN/ON must be type boolean, not type integer"},
      {"SELECT a AND true FROM t", "42804 argument of AND must be type boolean, not type integer"},
      {"SELECT NOT a FROM t", "42804 argument of NOT must be type boolean, not type integer"},
      {"SELECT a IS TRUE FROM t",
       "42804 argument of IS TRUE must be type boolean, not type integer"},
      {"SELECT CASE WHEN 1 THEN 2 END",
       "42804 argument of CASE/WHEN must be type boolean, not type integer"},
      {"SELECT 1 FROM t LIMIT b", "42804 argument of LIMIT must be type bigint, not type text"},
      {"SELECT CASE WHEN true THEN 1 ELSE b END FROM t",
       "42804 CASE types text and integer cannot be matched"},
      {"SELECT coalesce(1, b) FROM t", "42804 COALESCE types integer and text cannot be matched"},
      {"SELECT greatest(1, true)", "42804 GREATEST types integer and boolean cannot be matched"},
      {"VALUES (1), ('x'::text)", "42804 VALUES types integer and text cannot be matched"},
      {"SELECT 1 UNION ALL SELECT b FROM t",
       "42804 UNION types integer and text cannot be matched"},
      {"INSERT INTO t (a) SELECT b FROM t",
       "42804 column \"a\" is of type integer but expression is of type text"},
      {"UPDATE t SET a = true",
       "42804 column \"a\" is of type integer but expression is of type boolean"},
  };
  expect_failures(kCases);
}

TEST(BindError, OfParameters) {
  constexpr Case kCases[] = {
      {"SELECT $1 IS NULL", "42P18 could not determine data type of parameter $1"},
      {"SELECT count($1)", "42P18 could not determine data type of parameter $1"},
      {"SELECT $2::integer", "42P18 could not determine data type of parameter $1"},
      {"SELECT $0", "42P02 there is no parameter $0"},
      {"SELECT a = $1, b = $1 FROM t", "42883 operator does not exist: text = integer"},
      {"SELECT $1 FROM t WHERE a = $1", "42P08 inconsistent types deduced for parameter $1"},
      {"CREATE TABLE z (a integer DEFAULT $1)", "42P02 there is no parameter $1"},
  };
  expect_failures(kCases);
}

TEST(BindError, OfAggregatesAndGroups) {
  constexpr Case kCases[] = {
      {"SELECT a, count(*) FROM t",
       "42803 column \"t.a\" must appear in the GROUP BY clause or be used in an aggregate "
       "function"},
      {"SELECT v.x, count(*) FROM u AS v GROUP BY a",
       "42803 column \"v.x\" must appear in the GROUP BY clause or be used in an aggregate "
       "function"},
      {"SELECT a FROM u GROUP BY a HAVING x > 1",
       "42803 column \"u.x\" must appear in the GROUP BY clause or be used in an aggregate "
       "function"},
      {"SELECT a FROM u GROUP BY a ORDER BY x",
       "42803 column \"u.x\" must appear in the GROUP BY clause or be used in an aggregate "
       "function"},
      {"SELECT a, (SELECT u.x) FROM u GROUP BY a",
       "42803 subquery uses ungrouped column \"u.x\" from outer query"},
      {"SELECT a FROM t WHERE count(*) > 1", "42803 aggregate functions are not allowed in WHERE"},
      {"SELECT a FROM t GROUP BY count(*)",
       "42803 aggregate functions are not allowed in GROUP BY"},
      {"SELECT count(*) FROM t GROUP BY 1",
       "42803 aggregate functions are not allowed in GROUP BY"},
      {"SELECT 1 FROM t JOIN u ON count(*) = 1",
       "42803 aggregate functions are not allowed in JOIN conditions"},
      {"UPDATE t SET a = count(*)", "42803 aggregate functions are not allowed in UPDATE"},
      {"INSERT INTO t (a) VALUES (count(*))",
       "42803 aggregate functions are not allowed in VALUES"},
      {"DELETE FROM t RETURNING count(*)",
       "42803 aggregate functions are not allowed in RETURNING"},
      {"SELECT count(count(*)) FROM t", "42803 aggregate function calls cannot be nested"},
      {"SELECT count() FROM t",
       "42809 count(*) must be used to call a parameterless aggregate function"},
  };
  expect_failures(kCases);
}

TEST(BindError, OfOrderAndShape) {
  constexpr Case kCases[] = {
      {"SELECT a FROM u ORDER BY 3", "42P10 ORDER BY position 3 is not in select list"},
      {"SELECT a FROM u ORDER BY -1", "42P10 ORDER BY position -1 is not in select list"},
      {"SELECT a FROM u GROUP BY 0", "42P10 GROUP BY position 0 is not in select list"},
      {"SELECT a FROM u ORDER BY 'x'", "42601 non-integer constant in ORDER BY"},
      {"SELECT a AS z, x AS z FROM u ORDER BY z", "42702 ORDER BY \"z\" is ambiguous"},
      {"SELECT a AS z FROM u ORDER BY z + 1", "42703 column \"z\" does not exist"},
      {"SELECT DISTINCT a FROM u ORDER BY x",
       "42P10 for SELECT DISTINCT, ORDER BY expressions must appear in select list"},
      {"SELECT a FROM u UNION ALL SELECT a FROM t ORDER BY x", "42703 column \"x\" does not exist"},
      {"SELECT a FROM u UNION ALL SELECT a FROM t ORDER BY a + 1",
       "0A000 invalid UNION/INTERSECT/EXCEPT ORDER BY clause"},
      {"SELECT 1 UNION ALL SELECT 1, 2",
       "42601 each UNION query must have the same number of columns"},
      {"SELECT a FROM t LIMIT a", "42P10 argument of LIMIT must not contain variables"},
      {"VALUES (1), (1, 2)", "42601 VALUES lists must all be the same length"},
      {"SELECT (SELECT 1, 2)", "42601 subquery must return only one column"},
      {"SELECT a IN (SELECT 1, 2) FROM t", "42601 subquery has too many columns"},
  };
  expect_failures(kCases);
}

TEST(BindError, OfWriting) {
  constexpr Case kCases[] = {
      {"INSERT INTO t (a, b) VALUES (1)", "42601 INSERT has more target columns than expressions"},
      {"INSERT INTO t (a) VALUES (1, 2)", "42601 INSERT has more expressions than target columns"},
      {"INSERT INTO u SELECT 1, 2, 'x', 4",
       "42601 INSERT has more expressions than target columns"},
      {"INSERT INTO t (a) VALUES (1), (1, 2)", "42601 VALUES lists must all be the same length"},
      {"INSERT INTO t (a, a) VALUES (1, 2)", "42701 column \"a\" specified more than once"},
      {"INSERT INTO t (a) VALUES (a)", "42703 column \"a\" does not exist"},
      {"INSERT INTO t (a) VALUES ('x')", "22P02 invalid input syntax for type integer: \"x\""},
      {"UPDATE t SET a = 1, a = 2", "42601 multiple assignments to same column \"a\""},
      {"INSERT INTO t (a) VALUES (1) ON CONFLICT (b) DO NOTHING",
       "42P10 there is no unique or exclusion constraint matching the ON CONFLICT specification"},
      {"INSERT INTO t (a) VALUES (1) ON CONFLICT DO UPDATE SET b = 'x'",
       "42601 ON CONFLICT DO UPDATE requires inference specification or constraint name"},
      {"INSERT INTO t (a) VALUES (1) ON CONFLICT ON CONSTRAINT nosuch DO NOTHING",
       "42704 constraint \"nosuch\" for table \"t\" does not exist"},
      {"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = b || 'x'",
       "42702 column reference \"b\" is ambiguous"},
      {"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 'x' RETURNING excluded.b",
       "42P01 invalid reference to FROM-clause entry for table \"excluded\""},
  };
  expect_failures(kCases);
}

TEST(BindError, OfIdentityColumns) {
  SqlClient client;
  client.create("CREATE TABLE k (id bigint GENERATED ALWAYS AS IDENTITY, v text)");
  const std::string insert = "428C9 cannot insert a non-DEFAULT value into column \"id\"";
  EXPECT_EQ(client.failure("INSERT INTO k VALUES (1, 'x')"), insert);
  EXPECT_EQ(client.failure("INSERT INTO k VALUES (DEFAULT, 'x'), (1, 'y')"), insert);
  EXPECT_EQ(client.failure("INSERT INTO k SELECT 1, 'x'"), insert);
  EXPECT_EQ(client.failure("INSERT INTO k VALUES (DEFAULT, 'x'), (DEFAULT, 'y')"), "bound");
  EXPECT_EQ(client.failure("INSERT INTO k (v) VALUES ('x')"), "bound");
  EXPECT_EQ(client.failure("UPDATE k SET id = 1"),
            "428C9 column \"id\" can only be updated to DEFAULT");
}

TEST(BindError, OfTableDefinitions) {
  constexpr Case kCases[] = {
      {"CREATE TABLE t (a integer)", "42P07 relation \"t\" already exists"},
      {"CREATE TABLE IF NOT EXISTS t (a integer)", "bound"},
      {"CREATE TABLE z (a integer, a text)", "42701 column \"a\" specified more than once"},
      {"CREATE TABLE z (a integer PRIMARY KEY, b integer PRIMARY KEY)",
       "42P16 multiple primary keys for table \"z\" are not allowed"},
      {"CREATE TABLE z (a integer, PRIMARY KEY (b))",
       "42703 column \"b\" named in key does not exist"},
      {"CREATE TABLE z (a integer, UNIQUE (a, a))",
       "42701 column \"a\" appears twice in unique constraint"},
      {"CREATE TABLE z (a text GENERATED ALWAYS AS IDENTITY)",
       "22023 identity column type must be smallint, integer, or bigint"},
      {"CREATE TABLE z (a integer DEFAULT 'x')",
       "22P02 invalid input syntax for type integer: \"x\""},
      {"CREATE TABLE z (a integer DEFAULT 'x'::text)",
       "42804 column \"a\" is of type integer but default expression is of type text"},
      {"CREATE TABLE z (a integer DEFAULT b)",
       "0A000 cannot use column reference in DEFAULT expression"},
      {"CREATE TABLE z (a integer DEFAULT (SELECT 1))",
       "0A000 cannot use subquery in DEFAULT expression"},
      {"CREATE TABLE z (a integer DEFAULT 1 DEFAULT 2)",
       "42601 multiple default values specified for column \"a\" of table \"z\""},
      {"CREATE TABLE z (a serial DEFAULT 1)",
       "42601 multiple default values specified for column \"a\" of table \"z\""},
      {"CREATE TABLE z (a integer GENERATED BY DEFAULT AS IDENTITY DEFAULT 1)",
       "42601 both default and identity specified for column \"a\" of table \"z\""},
      {"CREATE TABLE z (a integer NULL NOT NULL)",
       "42601 conflicting NULL/NOT NULL declarations for column \"a\" of table \"z\""},
      {"CREATE TABLE z (a integer CHECK (b > 0))", "42703 column \"b\" does not exist"},
      {"CREATE TABLE z (a integer CHECK (a))",
       "42804 argument of CHECK must be type boolean, not type integer"},
      {"CREATE TABLE z (a integer CHECK (a IN (SELECT 1)))",
       "0A000 cannot use subquery in check constraint"},
      {"CREATE TABLE z (a integer CHECK (count(*) > 0))",
       "42803 aggregate functions are not allowed in check constraints"},
  };
  expect_failures(kCases);
}

}  // namespace
}  // namespace racewindow
