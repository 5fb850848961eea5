// SPDX-License-Identifier: Apache-2.0
// What PostgreSQL would take and we do not: named with its place, never ignored.
#include <gtest/gtest.h>

#include <span>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

struct Case {
  std::string_view sql;
  std::string_view construct;
};

void expect_refusals(std::span<const Case> cases) {
  const SqlClient client;
  for (const auto& [sql, construct] : cases) {
    EXPECT_EQ(client.failure(sql), "unsupported: " + std::string(construct)) << sql;
  }
}

TEST(Refusal, NamesLineAndColumnInCharacters) {
  constexpr Case kCases[] = {
      {"SELECT a,\n       count(*) OVER () FROM t", "window function at line 2, column 8"},
      {"SELECT 'é', a::float8 FROM t", "type float8 at line 1, column 16"},
      {"-- first\nDROP VIEW t", "DROP at line 2, column 1"},
      {"SELECT a FROM t WHERE d > 'tomorrow'",
       "notation of timestamp \"tomorrow\" at line 1, column 27"},
      {"-- nothing", "empty statement at line 1, column 1"},
  };
  expect_refusals(kCases);
}

TEST(Refusal, OfQueries) {
  constexpr Case kCases[] = {
      {"WITH RECURSIVE x AS (SELECT 1) SELECT * FROM x", "WITH RECURSIVE at line 1, column 1"},
      {"SELECT a FROM t WHERE EXISTS (WITH x AS (SELECT 1) SELECT 1)",
       "WITH in an expression's subquery at line 1, column 31"},
      {"SELECT * FROM u, generate_series(1, u.a)",
       "column as an argument of a function in FROM at line 1, column 37"},
      {"SELECT * FROM generate_series(1.5, 2)", "generate_series of numeric at line 1, column 15"},
      {"SELECT * FROM now()", "function in FROM at line 1, column 15"},
      {"SELECT DISTINCT ON (a) a FROM t", "DISTINCT ON at line 1, column 21"},
      {"SELECT a FROM t ORDER BY a FETCH FIRST 1 ROWS WITH TIES", "WITH TIES at line 1, column 47"},
      {"SELECT * FROM ONLY t", "ONLY at line 1, column 20"},
      {"SELECT * FROM t NATURAL JOIN u", "NATURAL JOIN at line 1, column 17"},
      {"SELECT * FROM t RIGHT JOIN u USING (a)", "RIGHT JOIN at line 1, column 17"},
      {"SELECT * FROM t FULL JOIN u USING (a)", "FULL JOIN at line 1, column 17"},
      {"SELECT * FROM t, LATERAL (SELECT 1) x", "LATERAL at line 1, column 18"},
      {"SELECT * FROM t TABLESAMPLE system (10)", "TABLESAMPLE at line 1, column 29"},
      {"SELECT 1 UNION SELECT 2", "UNION without ALL at line 1, column 10"},
      {"SELECT 1 INTERSECT SELECT 2", "INTERSECT at line 1, column 10"},
      {"SELECT 1 EXCEPT SELECT 2", "EXCEPT at line 1, column 10"},
      {"SELECT a FROM t GROUP BY ROLLUP (a)", "GROUPING SETS, ROLLUP or CUBE at line 1, column 26"},
      {"SELECT a FROM t WINDOW w AS (ORDER BY a)", "WINDOW at line 1, column 29"},
      {"SELECT * INTO x FROM t", "SELECT INTO at line 1, column 15"},
      {"SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM (SELECT t.a) x)",
       "reference to an outer query in a derived table at line 1, column 53"},
      {"SELECT (SELECT max(t.a) FROM u) FROM t",
       "aggregate of an outer query at line 1, column 16"},
  };
  expect_refusals(kCases);
}

TEST(Refusal, OfExpressions) {
  constexpr Case kCases[] = {
      {"SELECT count(*) FILTER (WHERE a > 1) FROM t", "FILTER at line 1, column 31"},
      {"SELECT string_agg(b, ',') FROM t",
       "function string_agg with 2 arguments at line 1, column 8"},
      {"SELECT count(b ORDER BY b) FROM t", "ORDER BY in an aggregate at line 1, column 25"},
      {"SELECT avg(a) FROM t", "function avg with 1 argument at line 1, column 8"},
      {"SELECT sum(c) FROM t", "sum of bigint (its type is numeric) at line 1, column 8"},
      {"SELECT ARRAY[1]", "ARRAY at line 1, column 8"},
      {"SELECT (a, b) = (1, 'x') FROM t", "row constructor at line 1, column 8"},
      {"SELECT t FROM t", "reference to a whole row at line 1, column 8"},
      {"SELECT ctid FROM t", "system column at line 1, column 8"},
      {"SELECT b COLLATE \"C\" FROM t", "COLLATE at line 1, column 10"},
      {"SELECT b ILIKE 'x' FROM t", "ILIKE at line 1, column 10"},
      {"SELECT b SIMILAR TO 'x' FROM t", "SIMILAR TO at line 1, column 10"},
      {"SELECT b LIKE 'x' ESCAPE '!' FROM t",
       "function like_escape with 2 arguments at line 1, column 10"},
      {"SELECT b ~ 'x' FROM t", "operator ~ at line 1, column 10"},
      {"SELECT a BETWEEN SYMMETRIC 1 AND 2 FROM t", "BETWEEN SYMMETRIC at line 1, column 10"},
      {"SELECT a = ANY (ARRAY[1]) FROM t", "ANY (array) at line 1, column 10"},
      {"SELECT a <> ALL (SELECT 1) FROM t", "ALL (subquery) at line 1, column 10"},
      {"SELECT 1e5", "number with an exponent at line 1, column 8"},
      {"SELECT x'1f'", "bit string at line 1, column 8"},
      {"SELECT a::float8 FROM t", "type float8 at line 1, column 11"},
      {"SELECT '{}'::integer[]", "array type at line 1, column 14"},
      {"SELECT e / 2 FROM t", "interval by a double precision number at line 1, column 10"},
      {"SELECT e * $1 FROM t", "interval by a double precision number at line 1, column 10"},
      {"SELECT abs($1)", "abs of an operand of unknown type at line 1, column 8"},
      {"SELECT substring(b FROM 'x') FROM t", "substring by a pattern at line 1, column 8"},
      {"SELECT gen_random_uuid()",
       "gen_random_uuid() (random: pass Context::random_uuid() as a parameter) at line 1, column "
       "8"},
      {"SELECT current_timestamp(3)", "CURRENT_TIMESTAMP(n) at line 1, column 8"},
      {"SELECT 1.5 / 2", "division of numeric at line 1, column 12"},
      {"SELECT abs(1.5)", "abs of numeric at line 1, column 8"},
      {"SELECT 'a'::char LIKE 'a'", "LIKE on character(n) at line 1, column 18"},
      {"SELECT pg_sleep($1)",
       "pg_sleep of a parameter (its type is double precision) at line 1, column 8"},
      {"SELECT nextval(b) FROM t",
       "nextval of a sequence not named by a literal at line 1, column 8"},
      {"SELECT current_setting('work_mem')", "setting work_mem at line 1, column 8"},
  };
  expect_refusals(kCases);
}

TEST(Refusal, OfChanges) {
  constexpr Case kCases[] = {
      {"INSERT INTO t OVERRIDING SYSTEM VALUE VALUES (1)", "OVERRIDING at line 1, column 15"},
      {"UPDATE t SET (a, b) = (1, 'x')", "SET (…) = … at line 1, column 15"},
      {"UPDATE t SET b[1] = 2", "subscript or field selection at line 1, column 16"},
      {"UPDATE ONLY t SET a = 1", "ONLY at line 1, column 13"},
      {"DELETE FROM t WHERE CURRENT OF c", "WHERE CURRENT OF at line 1, column 15"},
      {"COMMIT AND CHAIN", "AND CHAIN at line 1, column 8"},
      {"PREPARE TRANSACTION 'x'", "two-phase commit at line 1, column 1"},
      {"SET work_mem = '4MB'", "setting work_mem at line 1, column 16"},
      {"SET my.own = 1", "setting my.own at line 1, column 14"},
      {"SHOW ALL", "SHOW ALL at line 1, column 1"},
      {"SET search_path = a, public",
       "search_path that does not start with public at line 1, column 5"},
      {"SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
       "READ ONLY or DEFERRABLE as a default at line 1, column 44"},
      {"LOCK TABLE pg_class", "system catalog pg_class at line 1, column 12"},
  };
  expect_refusals(kCases);
}

TEST(Refusal, OfTableDefinitions) {
  constexpr Case kCases[] = {
      {"CREATE TEMP TABLE z (a integer)", "TEMPORARY at line 1, column 19"},
      {"CREATE TABLE z (a numeric(9, 2))", "type with a length or precision at line 1, column 19"},
      {"CREATE TABLE z (a integer[])", "array type at line 1, column 19"},
      {"CREATE TABLE z (a smallint)", "type int2 at line 1, column 19"},
      {"CREATE TABLE z (a text COLLATE \"C\")", "COLLATE at line 1, column 24"},
      {"CREATE TABLE z (a integer GENERATED ALWAYS AS (1) STORED)",
       "generated column at line 1, column 27"},
      {"CREATE TABLE z (a integer GENERATED ALWAYS AS IDENTITY (START 5))",
       "identity option at line 1, column 27"},
      {"CREATE TABLE z (a integer, PRIMARY KEY (a) DEFERRABLE)", "DEFERRABLE at line 1, column 44"},
      {"CREATE TABLE z (a integer, CHECK (a > 0) NO INHERIT)", "NO INHERIT at line 1, column 42"},
      {"CREATE TABLE z (LIKE t)", "LIKE in CREATE TABLE at line 1, column 17"},
      {"CREATE TABLE z (a integer) PARTITION BY HASH (a)", "PARTITION BY at line 1, column 28"},
      {"CREATE TABLE z (a integer) WITH (fillfactor = 3)",
       "WITH (storage parameters) at line 1, column 34"},
      {"CREATE TABLE z (a integer) ON COMMIT DROP", "ON COMMIT at line 1, column 28"},
      {"ALTER TABLE t ADD COLUMN z integer, DROP COLUMN b",
       "ALTER TABLE with several actions at line 1, column 1"},
      {"ALTER TABLE t ALTER COLUMN b TYPE integer", "ALTER COLUMN TYPE at line 1, column 15"},
      {"ALTER INDEX t_pkey RENAME TO x",
       "RENAME of something else than a table, column or constraint at line 1, column 20"},
  };
  expect_refusals(kCases);
}

}  // namespace
}  // namespace racewindow
