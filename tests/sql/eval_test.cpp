// SPDX-License-Identifier: Apache-2.0
// Each expectation is what PostgreSQL 15 prints for SELECT <expression>.
#include "sim/sql/eval.h"

#include <gtest/gtest.h>

#include <span>
#include <string>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

struct Case {
  std::string_view expression;
  std::string_view value;
};

void expect_values(std::span<const Case> cases) {
  const SqlClient client;
  for (const Case& c : cases) EXPECT_EQ(client.value(c.expression), c.value) << c.expression;
}

// The truth tables of AND, OR and NOT over true, false and NULL, from their definition: AND is the
// least, OR the greatest in the order false < NULL < true.
TEST(Eval, LogicIsThreeValued) {
  const SqlClient client;
  const std::string_view text[] = {"false", "NULL::boolean", "true"};
  const std::string_view printed[] = {"f", "NULL", "t"};
  for (std::size_t a = 0; a < 3; ++a) {
    EXPECT_EQ(client.value("NOT " + std::string(text[a])), printed[2 - a]);
    for (std::size_t b = 0; b < 3; ++b) {
      const std::string left(text[a]);
      const std::string right(text[b]);
      EXPECT_EQ(client.value(left + " AND " + right), printed[std::min(a, b)]);
      EXPECT_EQ(client.value(left + " OR " + right), printed[std::max(a, b)]);
    }
  }
}

TEST(Eval, ComparesWithNullAsUnknown) {
  constexpr Case kCases[] = {
      {"1 = 1", "t"},
      {"1 = 2", "f"},
      {"1 = NULL", "NULL"},
      {"NULL = NULL", "NULL"},
      {"1 <> NULL", "NULL"},
      {"1 < NULL", "NULL"},
      {"NULL IS NULL", "t"},
      {"1 IS NULL", "f"},
      {"1 IS NOT NULL", "t"},
      {"1 IS DISTINCT FROM NULL", "t"},
      {"1 IS DISTINCT FROM 1", "f"},
      {"1 IS NOT DISTINCT FROM 2", "f"},
      {"NULL::integer IS DISTINCT FROM NULL::integer", "f"},
      {"NULL::integer IS NOT DISTINCT FROM NULL::integer", "t"},
      {"NULL::boolean IS TRUE", "f"},
      {"NULL::boolean IS NOT TRUE", "t"},
      {"NULL::boolean IS FALSE", "f"},
      {"NULL::boolean IS NOT FALSE", "t"},
      {"NULL::boolean IS UNKNOWN", "t"},
      {"false IS NOT UNKNOWN", "t"},
      {"false IS FALSE", "t"},
      {"true IS NOT FALSE", "t"},
      {"1 IN (1, NULL)", "t"},
      {"2 IN (1, NULL)", "NULL"},
      {"2 IN (1, 3)", "f"},
      {"NULL IN (1, 2)", "NULL"},
      {"2 NOT IN (1, NULL)", "NULL"},
      {"1 NOT IN (1, NULL)", "f"},
      {"3 NOT IN (1, 2)", "t"},
      {"2 BETWEEN 1 AND 3", "t"},
      {"2 BETWEEN 3 AND 1", "f"},
      {"2 BETWEEN NULL AND 1", "f"},
      {"2 BETWEEN NULL AND 3", "NULL"},
      {"2 NOT BETWEEN NULL AND 1", "t"},
      {"2 NOT BETWEEN 1 AND 3", "f"},
  };
  expect_values(kCases);
}

TEST(Eval, ComparesValuesOfEveryType) {
  constexpr Case kCases[] = {
      {"1 = 1::bigint", "t"},
      {"2 > 10", "f"},
      {"'2' > '10'", "t"},
      {"'a' < 'B'", "f"},
      {"'' < 'a'", "t"},
      {"true > false", "t"},
      {"'2026-01-01'::timestamptz < '2026-01-01 00:00:00.000001'", "t"},
      {"interval '1 month' = interval '30 days'", "t"},
      {"interval '1 month' <> interval '30 days'", "f"},
      {"interval '1 month' IS DISTINCT FROM interval '30 days'", "f"},
      {"interval '1 month' IN (interval '30 days')", "t"},
      {"interval '1 day' > interval '23:59:59'", "t"},
      {"'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid = 'a0eebc999c0b4ef8bb6d6bb9bd380a11'", "t"},
      {"'00000000-0000-0000-0000-000000000001'::uuid < 'a0eebc999c0b4ef8bb6d6bb9bd380a11'", "t"},
      {"2 >= 2", "t"},
      {"2 <= 1", "f"},
  };
  expect_values(kCases);
}

TEST(Eval, ComputesIntegers) {
  constexpr Case kCases[] = {
      {"1 + 2 * 3", "7"},
      {"7 / 2", "3"},
      {"-7 / 2", "-3"},
      {"-7 % 2", "-1"},
      {"7 % -2", "1"},
      {"mod(-7, 2)", "-1"},
      {"- (-5)", "5"},
      {"+ 5", "5"},
      {"abs(-5)", "5"},
      {"1 + NULL", "NULL"},
      {"NULL / 0", "NULL"},
      {"2147483647 + 1", "22003 integer out of range"},
      {"2147483647 + 1::bigint", "2147483648"},
      {"2147483648 - 1", "2147483647"},
      {"-2147483648 - 1", "22003 integer out of range"},
      {"65536 * 65536", "22003 integer out of range"},
      {"9223372036854775807 + 1", "22003 bigint out of range"},
      {"-9223372036854775807 - 2", "22003 bigint out of range"},
      {"4294967296 * 4294967296", "22003 bigint out of range"},
      {"(-2147483648) / (-1)", "22003 integer out of range"},
      {"(-9223372036854775807 - 1) / (-1)", "22003 bigint out of range"},
      {"(-2147483648) % (-1)", "0"},
      {"- (-2147483647 - 1)", "22003 integer out of range"},
      {"abs(-2147483648)", "22003 integer out of range"},
      {"1 / 0", "22012 division by zero"},
      {"1 % 0", "22012 division by zero"},
      {"mod(1, 0)", "22012 division by zero"},
  };
  expect_values(kCases);
}

// libpg_query's JSON leaves negative literals out; they are read from the source.
TEST(Eval, ReadsNegativeLiterals) {
  constexpr Case kCases[] = {
      {"-7", "-7"},
      {"- 7", "-7"},
      {"-0", "0"},
      {"0", "0"},
      {"-(7)", "-7"},
      {"-(-7)", "7"},
      {"-(-(-7))", "-7"},
      {"- /* 1 /* 2 */ 3 */ 7", "-7"},
      {"- -- 5\n 7", "-7"},
      {"1-7", "-6"},
      {"'é' || -7", "é-7"},
      {"-2147483647", "-2147483647"},
      {"-2147483648", "-2147483648"},
      {"-9223372036854775808", "-9223372036854775808"},
  };
  expect_values(kCases);
}

TEST(Eval, ReadsEveryCharacterOfALiteral) {
  constexpr Case kCases[] = {
      {"'it''s'", "it's"},
      {R"(E'a\\b"\t\x01')", "a\\b\"\t\x01"},
      {"'a' 'b'", "42601 syntax error at or near \"'b'\""},
      {"'a'\n'b'", "ab"},
      {"''", ""},
      {"$$x'y$$", "x'y"},
      {"U&'\\00e9'", "é"},
  };
  expect_values(kCases);
}

TEST(Eval, ChoosesByNullAndOrder) {
  constexpr Case kCases[] = {
      {"coalesce(NULL, 1, 2)", "1"},
      {"coalesce(NULL, NULL)", "NULL"},
      {"coalesce(1, 1 / 0)", "1"},
      {"greatest(1, NULL, 3, 2)", "3"},
      {"least(1, NULL, 3, 2)", "1"},
      {"greatest(NULL::integer, NULL)", "NULL"},
      {"greatest('a', 'B')", "a"},
      {"nullif(1, 1)", "NULL"},
      {"nullif(1, 2)", "1"},
      {"nullif(NULL::integer, 1)", "NULL"},
      {"nullif(1, NULL)", "1"},
      {"CASE WHEN NULL THEN 1 WHEN true THEN 2 ELSE 3 END", "2"},
      {"CASE WHEN false THEN 1 END", "NULL"},
      {"CASE WHEN true THEN 1 ELSE 1 / 0 END", "1"},
      {"CASE 2 WHEN 1 THEN 'one' WHEN 2 THEN 'two' END", "two"},
      {"CASE NULL WHEN NULL THEN 'same' ELSE 'unknown' END", "unknown"},
  };
  expect_values(kCases);
}

TEST(Eval, StopsAtTheOperandThatDecides) {
  constexpr Case kCases[] = {
      {"false AND 1 / 0 = 1", "f"},
      {"true OR 1 / 0 = 1", "t"},
      {"true AND 1 / 0 = 1", "22012 division by zero"},
  };
  expect_values(kCases);
}

TEST(Eval, ComputesTexts) {
  constexpr Case kCases[] = {
      {"'a' || 'b'", "ab"},
      {"'a' || NULL", "NULL"},
      {"'a' || 1", "a1"},
      {"1 || 'a'", "1a"},
      {"'a' || true", "atrue"},
      {"length('héllo')", "5"},
      {"char_length('')", "0"},
      {"lower('ABC')", "abc"},
      {"upper('abc')", "ABC"},
      {"substr('abcdef', 2)", "bcdef"},
      {"substr('abc', 0, 2)", "a"},
      {"substr('abc', -1, 3)", "a"},
      {"substr('abc', 2, 100)", "bc"},
      {"substr('abc', 4)", ""},
      {"substr('héllo', 2, 2)", "él"},
      {"substring('abc' FROM 2 FOR 1)", "b"},
      {"substr('abc', 1, -1)", "22011 negative substring length not allowed"},
      {"substr('abc', -2147483648, 2147483647)", ""},
      {"substr('abc', 2147483647, 2147483647)", ""},
      {"replace('aXbX', 'X', '')", "ab"},
      {"replace('aaa', 'a', 'bb')", "bbbbbb"},
      {"replace('abc', '', 'x')", "abc"},
      {"position('c' IN 'abc')", "3"},
      {"position('' IN 'abc')", "1"},
      {"position('x' IN 'abc')", "0"},
      {"position('l' IN 'héllo')", "3"},
      {"strpos('abc', 'b')", "2"},
      {"trim('  x ')", "x"},
      {"trim('   ')", ""},
      {"lower(NULL)", "NULL"},
  };
  expect_values(kCases);
}

TEST(Eval, MatchesLikePatterns) {
  constexpr Case kCases[] = {
      {"'abc' LIKE 'abc'", "t"},
      {"'abc' LIKE 'ab'", "f"},
      {"'abc' LIKE 'a%'", "t"},
      {"'abc' LIKE '%c'", "t"},
      {"'abc' LIKE '%b%'", "t"},
      {"'abc' LIKE 'a_c'", "t"},
      {"'abc' LIKE '____'", "f"},
      {"'é' LIKE '_'", "t"},
      {"'' LIKE ''", "t"},
      {"'' LIKE '%%'", "t"},
      {"'' LIKE '_'", "f"},
      {"'aXbXc' LIKE 'a%X_'", "t"},
      {R"('a%' LIKE 'a\%')", "t"},
      {R"('ab' LIKE 'a\%')", "f"},
      {R"('ab' LIKE 'a\b')", "t"},
      {R"('a\' LIKE 'a\')", "22025 LIKE pattern must not end with escape character"},
      {"'ABC' LIKE 'abc'", "f"},
      {"'abc' NOT LIKE 'a%'", "f"},
      {"'abc' LIKE NULL", "NULL"},
      {"NULL NOT LIKE 'a'", "NULL"},
  };
  expect_values(kCases);
}

TEST(Eval, ComputesWithTimes) {
  constexpr Case kCases[] = {
      {"'2026-01-31'::timestamptz + interval '1 month'", "2026-02-28 00:00:00+00"},
      {"interval '1 day' + '2026-01-31'::timestamptz", "2026-02-01 00:00:00+00"},
      {"'2026-03-31'::timestamptz - interval '1 month 1 day'", "2026-02-27 00:00:00+00"},
      {"'2026-03-01'::timestamptz - '2026-01-01 12:00'::timestamptz", "58 days 12:00:00"},
      {"interval '1 day' + interval '25 hours'", "1 day 25:00:00"},
      {"interval '1 day' - interval '1 hour'", "1 day -01:00:00"},
      {"interval '1 minute' * 5", "00:05:00"},
      {"3 * interval '1 day'", "3 days"},
      {"- interval '1 day 02:00'", "-1 days -02:00:00"},
      {"'2026-01-01'::timestamptz + NULL", "NULL"},
      {"'2026-01-01' + interval '1 hour'",
       "22007 invalid input syntax for type interval: \"2026-01-01\""},
  };
  expect_values(kCases);
}

TEST(Eval, CastsAsTheServerDoes) {
  constexpr Case kCases[] = {
      {"' -5 '::integer", "-5"},
      {"'+5'::bigint", "5"},
      {"''::integer", "22P02 invalid input syntax for type integer: \"\""},
      {"'- 5'::integer", "22P02 invalid input syntax for type integer: \"- 5\""},
      {"'1.0'::integer", "22P02 invalid input syntax for type integer: \"1.0\""},
      {"'99999999999'::integer", "22003 value \"99999999999\" is out of range for type integer"},
      {"'-2147483648'::integer", "-2147483648"},
      {"'9223372036854775808'::bigint",
       "22003 value \"9223372036854775808\" is out of range for type bigint"},
      {"'-9223372036854775808'::bigint", "-9223372036854775808"},
      {"99999999999::integer", "22003 integer out of range"},
      {"5::bigint::integer", "5"},
      {"1::boolean", "t"},
      {"0::boolean", "f"},
      {"true::integer", "1"},
      {"true::text", "true"},
      {"1::text || '!'", "1!"},
      {"' TRUE '::boolean", "t"},
      {"'of'::boolean", "f"},
      {"'y'::boolean", "t"},
      {"'o'::boolean", "22P02 invalid input syntax for type boolean: \"o\""},
      {"''::boolean", "22P02 invalid input syntax for type boolean: \"\""},
      {"'{a0eebc99-9c0b4ef8-bb6d6bb9-bd380a11}'::uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
      {"'{a0eebc999c0b4ef8bb6d6bb9bd380a11'::uuid",
       "22P02 invalid input syntax for type uuid: \"{a0eebc999c0b4ef8bb6d6bb9bd380a11\""},
      {"'a0eebc99--9c0b4ef8bb6d6bb9bd380a11'::uuid",
       "22P02 invalid input syntax for type uuid: \"a0eebc99--9c0b4ef8bb6d6bb9bd380a11\""},
      {"'a0eebc999c0b4ef8bb6d6bb9bd380a11-'::uuid",
       "22P02 invalid input syntax for type uuid: \"a0eebc999c0b4ef8bb6d6bb9bd380a11-\""},
      {"'a0eebc99'::uuid", "22P02 invalid input syntax for type uuid: \"a0eebc99\""},
      {"'2026-01-01'::timestamptz::text", "2026-01-01 00:00:00+00"},
      {"interval '1 day'::text", "1 day"},
      {"('1' || '2')::integer + 1", "13"},
      {"CAST('7' AS bigint)", "7"},
  };
  expect_values(kCases);
}

TEST(Eval, TakesParametersAsTheirInferredTypes) {
  const SqlClient client;
  EXPECT_EQ(client.value("$1 + 1", {Value::int8(41)}), "42");
  EXPECT_EQ(client.value("$1 || '!'", {Value::int8(41)}), "41!");
  EXPECT_EQ(client.value("$1::integer", {Value::text("7")}), "7");
  EXPECT_EQ(client.value("$1::integer", {Value::int8(1LL << 40)}), "22003 integer out of range");
  EXPECT_EQ(client.value("$1::bigint", {Value::timestamptz({0})}),
            "42846 cannot cast type timestamp with time zone to bigint");
  EXPECT_EQ(client.value("$1::bigint IS NULL", {Value()}), "t");
}

TEST(Eval, KnowsTheTransactionsTimeAndTheMoment) {
  const SqlClient client;
  EXPECT_EQ(client.value("now()"), "2026-03-01 12:00:00+00");
  EXPECT_EQ(client.value("current_timestamp"), "2026-03-01 12:00:00+00");
  EXPECT_EQ(client.value("transaction_timestamp()"), "2026-03-01 12:00:00+00");
  EXPECT_EQ(client.value("clock_timestamp()"), "2026-03-01 12:00:01+00");
}

TEST(Eval, ReadsColumnsOfThisQueryAndTheOnesAround) {
  Expr column;
  column.op = Op::column;
  column.entry = 1;
  column.index = 1;
  const Value inner_row[] = {Value::int8(1), Value::int8(2)};
  const Value outer_row[] = {Value::int8(3), Value::int8(4)};
  const Value* const inner_rows[] = {nullptr, inner_row};
  const Value* const outer_rows[] = {inner_row, outer_row};
  EvalContext outer;
  outer.rows = outer_rows;
  EvalContext inner;
  inner.rows = inner_rows;
  inner.outer = &outer;
  EXPECT_EQ(eval(column, inner), Value::int8(2));
  column.level = 1;
  EXPECT_EQ(eval(column, inner), Value::int8(4));
  column.level = 0;
  column.entry = 0;
  EXPECT_EQ(eval(column, inner), Value()) << "the all-NULL row of a left join";
}

}  // namespace
}  // namespace racewindow
