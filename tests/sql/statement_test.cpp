// SPDX-License-Identifier: Apache-2.0
// What a statement says about itself, the cache, and scripts.
#include "sim/sql/statement.h"

#include <gtest/gtest.h>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

class StatementFacts : public testing::Test {
 protected:
  StatementFacts() {
    client_.create("CREATE TABLE log (line text)");
    client_.create("CREATE TABLE pair (p bigint, q bigint, n bigint, UNIQUE (p, q))");
    client_.create("CREATE TABLE stamped (id bigint PRIMARY KEY, at timestamptz DEFAULT now())");
  }

  std::string reads(std::string_view sql) const {
    std::string names;
    for (const Table* table : client_.statement(sql).reads) {
      names += (names.empty() ? "" : " ") + table->name;
    }
    return names;
  }

  SqlClient client_;
};

TEST_F(StatementFacts, ReadsAreTheTablesThatCanDecideTheResult) {
  EXPECT_EQ(reads("SELECT 1"), "");
  EXPECT_EQ(reads("SELECT 1 FROM t, u AS v, (SELECT 1 FROM log) w"), "t u log");
  EXPECT_EQ(reads("SELECT (SELECT x FROM u) FROM t WHERE EXISTS (SELECT 1 FROM log)"), "t log u");
  EXPECT_EQ(reads("SELECT a FROM t UNION ALL SELECT x FROM u"), "t u");
  EXPECT_EQ(reads("INSERT INTO log VALUES ('x')"), "") << "no key of it can be violated";
  EXPECT_EQ(reads("INSERT INTO t (a) VALUES (1)"), "t");
  EXPECT_EQ(reads("INSERT INTO log SELECT b FROM u"), "u");
  EXPECT_EQ(reads("UPDATE u SET x = (SELECT max(a) FROM t)"), "u t");
  EXPECT_EQ(reads("DELETE FROM log WHERE line IN (SELECT b FROM u)"), "log u");
}

TEST_F(StatementFacts, TargetIsTheTableWritten) {
  EXPECT_EQ(client_.statement("SELECT a FROM t").target, nullptr);
  EXPECT_EQ(client_.statement("INSERT INTO log VALUES ('x')").target->name, "log");
  EXPECT_EQ(client_.statement("UPDATE t AS v SET b = 'x'").target->name, "t");
  EXPECT_EQ(client_.statement("DELETE FROM u").target->name, "u");
  EXPECT_EQ(client_.statement("BEGIN").target, nullptr);
}

TEST_F(StatementFacts, UsesTheClockWhereAnythingExecutedDoes) {
  const auto uses_clock = [&](std::string_view sql) { return client_.statement(sql).uses_clock; };
  EXPECT_FALSE(uses_clock("SELECT d FROM t"));
  EXPECT_TRUE(uses_clock("SELECT now()"));
  EXPECT_TRUE(uses_clock("SELECT 1 FROM t WHERE d < clock_timestamp()"));
  EXPECT_TRUE(uses_clock("DELETE FROM u WHERE x IN (SELECT a FROM t WHERE d < now())"));
  EXPECT_TRUE(uses_clock("INSERT INTO stamped (id) VALUES (1)"));
  EXPECT_FALSE(uses_clock("INSERT INTO stamped VALUES (1, NULL)"));
  EXPECT_TRUE(uses_clock("INSERT INTO stamped VALUES (1, DEFAULT)"));
}

TEST_F(StatementFacts, OrderedWhereOneRowAtMostCanCome) {
  for (const std::string_view sql : {
           "SELECT 1",
           "SELECT count(*) FROM u",
           "SELECT b FROM t WHERE a = $1",
           "SELECT b FROM t WHERE f AND 5 = a",
           "SELECT n FROM pair WHERE p = $1 AND q = $2",
           "SELECT n FROM pair JOIN t ON t.a = pair.n WHERE p = 1 AND q = 2",
           "SELECT n FROM pair LEFT JOIN t ON t.a = pair.n WHERE p = 1 AND q = 2",
           "VALUES (2), (1)",
           "UPDATE t SET b = 'x' WHERE a = 1 RETURNING b",
           "UPDATE u SET b = 'x'",
           "INSERT INTO u VALUES (2), (1) RETURNING a",
           "DELETE FROM pair WHERE p = 1 AND q = 2 RETURNING n",
       }) {
    EXPECT_FALSE(client_.statement(sql).unordered) << sql;
  }
}

TEST_F(StatementFacts, OrderedWhereOrderByDecides) {
  for (const std::string_view sql : {
           "SELECT b FROM t ORDER BY a DESC",
           "SELECT x FROM u ORDER BY x",
           "SELECT x, b FROM u ORDER BY b, x",
           "SELECT t.b, stamped.at FROM t, stamped ORDER BY stamped.id, t.a",
           "SELECT t.b FROM t JOIN stamped ON stamped.id = t.a ORDER BY t.a",
           "SELECT t.b FROM stamped JOIN t ON stamped.at = t.d WHERE stamped.id = $1 ORDER BY t.a",
           "SELECT x, count(*) FROM u GROUP BY x ORDER BY x",
           "SELECT DISTINCT x FROM u ORDER BY x",
           "SELECT x FROM u UNION ALL SELECT a FROM t ORDER BY 1",
           "SELECT x FROM u ORDER BY x LIMIT 1",
       }) {
    const Statement statement = client_.statement(sql);
    EXPECT_FALSE(statement.unordered) << sql;
    EXPECT_FALSE(statement.open_choice) << sql;
  }
}

TEST_F(StatementFacts, UnorderedWhereRowsMayComeInAnyOrder) {
  for (const std::string_view sql : {
           "SELECT b FROM t",
           "SELECT b FROM t WHERE a > 1",
           "SELECT b FROM t WHERE a = 1 OR a = 2",
           "SELECT b FROM t WHERE a = c",
           "SELECT n FROM pair WHERE p = 1",
           "SELECT n FROM pair ORDER BY p, q",  // several rows may have NULL there
           "SELECT b FROM t ORDER BY c",
           "SELECT t.b FROM t LEFT JOIN u ON t.a = 1",
           "SELECT x, count(*) FROM u GROUP BY x",
           "SELECT a FROM t UNION ALL SELECT x FROM u",
           "UPDATE u SET b = 'x' RETURNING a",
           "DELETE FROM u RETURNING a",
           "INSERT INTO u SELECT a FROM t",
       }) {
    const Statement statement = client_.statement(sql);
    EXPECT_TRUE(statement.unordered) << sql;
    EXPECT_FALSE(statement.open_choice) << sql;
  }
}

TEST_F(StatementFacts, ALimitWithoutADecidedOrderIsAnOpenChoice) {
  for (const std::string_view sql : {
           "SELECT b FROM t LIMIT 1",
           "SELECT b FROM t ORDER BY c LIMIT 1",
           "SELECT a FROM t WHERE a IN (SELECT x FROM u LIMIT 2) ORDER BY a",
           "DELETE FROM t WHERE a = (SELECT x FROM u LIMIT 1)",
           "SELECT count(*) FROM (SELECT x FROM u OFFSET 1) v",
       }) {
    EXPECT_TRUE(client_.statement(sql).open_choice) << sql;
    EXPECT_TRUE(client_.statement(sql).unordered) << sql;
  }
  EXPECT_FALSE(client_.statement("SELECT EXISTS (SELECT 1 FROM u LIMIT 1)").open_choice);
  EXPECT_FALSE(client_.statement("SELECT a FROM t WHERE a = 1 LIMIT 1").open_choice);
}

TEST(StatementCache, BindsEachTextOnce) {
  const SqlClient client;
  StatementCache cache(client.catalog());
  const auto prepare = [&](std::string_view sql) {
    return std::get<const Statement*>(cache.prepare(sql));
  };
  const Statement* first = prepare("SELECT a FROM t");
  const Statement* second = prepare("SELECT b FROM t");
  EXPECT_EQ(prepare(std::string("SELECT a FROM t")), first);
  EXPECT_EQ(first->index, 0u);
  EXPECT_EQ(second->index, 1u);
  EXPECT_EQ(second->text, "SELECT b FROM t");
}

TEST(StatementCache, TriesATextThatFailedAgain) {
  Catalog catalog;
  StatementCache cache(catalog);
  const std::string_view sql = "SELECT a FROM later";
  EXPECT_EQ(std::get<SqlError>(cache.prepare(sql)).sqlstate(), sqlstate::undefined_table);
  auto create = bind_statement(catalog, "CREATE TABLE later (a bigint)");
  catalog.add(std::get<CreateTable>(std::get<Statement>(create).bound).table);
  EXPECT_EQ(std::get<const Statement*>(cache.prepare(sql))->index, 0u);
}

TEST(SplitStatements, CutsAtTopLevelSemicolons) {
  const std::vector<std::string> expected = {"SELECT ';'", "SELECT 2 -- not; here\n + 1",
                                             "SELECT 3"};
  EXPECT_EQ(
      split_statements("SELECT ';';\n\n SELECT 2 -- not; here\n + 1; ;\n-- the end\nSELECT 3"),
      expected);
  EXPECT_TRUE(split_statements(" -- nothing\n ;").empty());
}

TEST(VerbName, IsTheWordOfTheStatement) {
  EXPECT_EQ(verb_name(Verb::select), "SELECT");
  EXPECT_EQ(verb_name(Verb::remove), "DELETE");
  EXPECT_EQ(verb_name(Verb::create_table), "CREATE TABLE");
}

TEST(Parse, BytesThatAreNoUtf8AreNamed) {
  const SqlClient client;
  const std::string_view kBytes[] = {"\xff", "\xc3\x28", "\xed\xa0\x80", "\xc0\x80"};
  const std::string_view kNames[] = {"0xff", "0xc3 0x28", "0xed 0xa0 0x80", "0xc0 0x80"};
  for (std::size_t n = 0; n < std::size(kBytes); ++n) {
    EXPECT_EQ(client.failure("SELECT '" + std::string(kBytes[n]) + "'"),
              "22021 invalid byte sequence for encoding \"UTF8\": " + std::string(kNames[n]));
  }
  EXPECT_EQ(client.failure("SELECT E'\\xff'"),
            "22021 invalid byte sequence for encoding \"UTF8\": 0xff");
  EXPECT_TRUE(Value::text("é€😀").interned()->is_valid);
  EXPECT_FALSE(Value::text(std::string_view("a\0b", 3)).interned()->is_valid);
  EXPECT_FALSE(Value::text("\xf0\x9f\x98").interned()->is_valid);
}

TEST(Parse, ThousandsOfLevelsAreAnErrorNotAnOverflow) {
  const SqlClient client;
  const auto repeated = [](std::string_view part, int count) {
    std::string text;
    for (int n = 0; n < count; ++n) text += part;
    return text;
  };
  EXPECT_EQ(client.failure("SELECT 1" + repeated(" + 1", 1000)), "bound");
  EXPECT_EQ(client.failure("SELECT 1" + repeated(" + 1", 20'000)),
            "54001 stack depth limit exceeded");
  EXPECT_EQ(client.failure("SELECT 1" + repeated("::int", 20'000)),
            "54001 stack depth limit exceeded");
  EXPECT_EQ(client.failure("SELECT 1" + repeated(" UNION ALL SELECT 1", 20'000)),
            "54001 stack depth limit exceeded");
  EXPECT_EQ(client.failure("SELECT true" + repeated(" AND true", 20'000)), "bound");
}

}  // namespace
}  // namespace racewindow
