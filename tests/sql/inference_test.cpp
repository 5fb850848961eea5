// SPDX-License-Identifier: Apache-2.0
// Which types parameters, results and columns get. Checked against PREPARE in PostgreSQL 15.
#include <gtest/gtest.h>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

using Case = std::pair<std::string_view, std::string_view>;

TEST(Inference, AParameterTakesItsTypeFromWhereItStands) {
  const SqlClient client;
  constexpr Case kCases[] = {
      {"SELECT a + $1 FROM t", "integer"},
      {"SELECT c + $1 FROM t", "bigint"},
      {"SELECT d + $1, d - $2, e + $3, $4 + d, $5 - d, $6 - e FROM t",
       "interval, timestamp with time zone, interval, interval, timestamp with time zone, "
       "interval"},
      {"SELECT $1 = $2, $3 || $4, $5 || 1, b || $6 FROM t", "text, text, text, text, text, text"},
      {"SELECT $1", "text"},
      {"SELECT (SELECT $1)", "text"},
      {"SELECT $1::bigint", "bigint"},
      {"SELECT length($1), mod(a, $2), substr($3, $4), replace($5, $6, $7) FROM t",
       "text, integer, text, integer, text, text, text"},
      {"SELECT a IN ($1, $2), $3 IN (1, 2), b IN ('x', $4) FROM t",
       "integer, integer, integer, text"},
      {"SELECT $1 BETWEEN 1 AND a, b LIKE $2, $3 LIKE $4 FROM t", "integer, text, text, text"},
      {"SELECT nullif($1, 1), nullif(c, $2), nullif($3, $4) FROM t", "integer, bigint, text, text"},
      {"SELECT coalesce($1, a), greatest($2, c), least($3, d) FROM t",
       "integer, bigint, timestamp with time zone"},
      {"SELECT CASE WHEN $1 THEN $2 ELSE a END, CASE a WHEN $3 THEN $4 END FROM t",
       "boolean, integer, integer, text"},
      {"SELECT a IS DISTINCT FROM $1 FROM t WHERE $2 AND NOT $3", "integer, boolean, boolean"},
      {"SELECT * FROM t LIMIT $1 OFFSET $2", "bigint, bigint"},
      {"VALUES ($1, $2), (1, $3)", "integer, text, text"},
      {"SELECT $1 UNION ALL SELECT 1", "integer"},
      {"SELECT a FROM t WHERE a IN (SELECT x FROM u WHERE b = $1) AND $2 IN (SELECT b FROM u)",
       "text, text"},
      {"INSERT INTO t (a, b, c) VALUES ($1, $2, $3), ($4, $5, $6)",
       "integer, text, bigint, integer, text, bigint"},
      {"INSERT INTO t (a, b, c) SELECT $1, $2, $3", "integer, text, bigint"},
      {"INSERT INTO t (a, b, c) SELECT DISTINCT $1, $2, $3", "integer, text, bigint"},
      {"INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET c = t.c + $2 WHERE t.c < $3",
       "integer, bigint, bigint"},
      {"UPDATE t SET b = $1, d = $2 WHERE c = $3", "text, timestamp with time zone, bigint"},
      {"DELETE FROM t WHERE g = $1 RETURNING $2", "uuid, text"},
      {"UPDATE t SET b = $1 WHERE a = $1", "integer"},
  };
  for (const auto& [sql, types] : kCases) EXPECT_EQ(client.param_types(sql), types) << sql;
}

TEST(Inference, AResultColumnHasANameAndAType) {
  const SqlClient client;
  constexpr Case kCases[] = {
      {"SELECT 1, 2147483648, -2147483648, 'x', true, NULL",
       "?column? integer, ?column? bigint, ?column? integer, ?column? text, ?column? boolean, "
       "?column? text"},
      {"SELECT a, t.b, a AS z FROM t", "a integer, b text, z integer"},
      {"SELECT 1::text, a::text, interval '1 day' FROM t", "text text, a text, interval interval"},
      {"SELECT CASE WHEN true THEN 1 END, CASE WHEN true THEN 1 ELSE a END FROM t",
       "case integer, a integer"},
      {"SELECT coalesce(a, c), nullif(a, 2), greatest(1), least(c, 1) FROM t",
       "coalesce bigint, nullif integer, greatest integer, least bigint"},
      {"SELECT EXISTS (SELECT 1), (SELECT max(c) AS m FROM t), (SELECT 1)",
       "exists boolean, m bigint, ?column? integer"},
      {"SELECT now(), current_timestamp, trim(b), position('a' IN b), mod(a, 2) FROM t",
       "now timestamp with time zone, current_timestamp timestamp with time zone, btrim text, "
       "position integer, mod integer"},
      {"SELECT a + 1, a + c, -a, a IS NULL, a = 1, a IN (1) FROM t",
       "?column? integer, ?column? bigint, ?column? integer, ?column? boolean, ?column? boolean, "
       "?column? boolean"},
      {"SELECT d - d, d + e, e * 2 FROM t",
       "?column? interval, ?column? timestamp with time zone, ?column? interval"},
      {"SELECT count(*), count(b), sum(a), min(d), max(b), bool_or(f), every(f) FROM t",
       "count bigint, count bigint, sum bigint, min timestamp with time zone, max text, bool_or "
       "boolean, every boolean"},
      {"SELECT * FROM u", "a integer, x integer, b text"},
      {"SELECT v.*, u.x FROM (VALUES (1, 'y')) AS v (p), u", "p integer, column2 text, x integer"},
      {"SELECT * FROM t JOIN u USING (a)",
       "a integer, b text, c bigint, d timestamp with time zone, e interval, f boolean, g uuid, x "
       "integer, b text"},
      {"SELECT 1 AS n UNION ALL SELECT 2147483648", "n bigint"},
      {"INSERT INTO u VALUES (1) RETURNING *, a + 1 AS next",
       "a integer, x integer, b text, next integer"},
      {"UPDATE u SET x = 1", ""},
      {"BEGIN", ""},
  };
  for (const auto& [sql, columns] : kCases) EXPECT_EQ(client.columns(sql), columns) << sql;
}

TEST(Inference, ImplicitCastsBecomeExplicit) {
  const SqlClient client;
  const Statement statement = client.statement("SELECT a FROM t WHERE a = c AND c = 5");
  const Expr& both = *std::get<Select>(statement.bound).where;
  ASSERT_EQ(both.op, Op::logical_and);
  EXPECT_EQ(both.args[0].args[0].op, Op::cast) << "integer to bigint";
  EXPECT_EQ(both.args[0].args[1].op, Op::column);
  EXPECT_EQ(both.args[1].args[1].op, Op::constant) << "a literal is cast while binding";
  EXPECT_EQ(both.args[1].args[1].value, Value::int8(5));
}

}  // namespace
}  // namespace racewindow
