// SPDX-License-Identifier: Apache-2.0
// The generated DDL, as text and as SQLite enforces it.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

// A database with one table, and what SQLite says to a statement on it.
class SqliteTable {
 public:
  explicit SqliteTable(std::string_view create) {
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    database_.reset(opened);
    SqlClient client;
    EXPECT_EQ(run(sqlite_ddl(client.create(create))), "ok");
  }
  std::string run(const std::string& sql) {
    char* message = nullptr;
    if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, &message) == SQLITE_OK) {
      return "ok";
    }
    const std::unique_ptr<char, void (*)(void*)> owner(message, sqlite3_free);
    return message;
  }

 private:
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> database_{nullptr, sqlite3_close};
};

std::string ddl(std::string_view create) {
  SqlClient client;
  return sqlite_ddl(client.create(create));
}

TEST(SqliteDdl, HasTypesKeysAndConstraints) {
  EXPECT_EQ(
      ddl("CREATE TABLE z (a bigint, b text NOT NULL DEFAULT 'it''s', c boolean DEFAULT true, "
          "d timestamptz DEFAULT '1970-01-01 00:00:01', e uuid, PRIMARY KEY (b, a), UNIQUE "
          "(c), CHECK (a > 0))"),
      "CREATE TABLE \"z\" (\"a\" INTEGER NOT NULL, \"b\" TEXT NOT NULL DEFAULT ('it''s'), "
      "\"c\" INTEGER DEFAULT (1), \"d\" INTEGER DEFAULT (1000000), \"e\" TEXT, CONSTRAINT "
      "\"z_pkey\" PRIMARY KEY (\"b\", \"a\"), CONSTRAINT \"z_c_key\" UNIQUE (\"c\"), "
      "CONSTRAINT \"z_a_check\" CHECK ((\"a\" > 0))) STRICT");
}

TEST(SqliteDdl, QuotesNames) {
  SqliteTable table("CREATE TABLE \"order\" (\"a \"\"b\"\"\" bigint, \"group\" text)");
  EXPECT_EQ(table.run("INSERT INTO \"order\" (\"a \"\"b\"\"\", \"group\") VALUES (1, 'x')"), "ok");
}

TEST(SqliteDdl, AnIdentityKeyNumbersRows) {
  SqliteTable table("CREATE TABLE z (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v text)");
  EXPECT_EQ(table.run("INSERT INTO z (v) VALUES ('x'); DELETE FROM z; INSERT INTO z (v) VALUES "
                      "('y'); CREATE TABLE seen (id INTEGER CHECK (id = 2)); INSERT INTO seen "
                      "SELECT id FROM z"),
            "ok")
      << "a number is never used again";
}

TEST(SqliteDdl, AnIntegerKeyDoesNotNumberRows) {
  SqliteTable table("CREATE TABLE z (id bigint PRIMARY KEY, v text)");
  EXPECT_EQ(table.run("INSERT INTO z (v) VALUES ('x')"), "NOT NULL constraint failed: z.id");
  EXPECT_EQ(table.run("INSERT INTO z VALUES (1, 'x'), (1, 'y')"), "UNIQUE constraint failed: z.id");
}

TEST(SqliteDdl, ChecksHoldAndFailAsInTheBoundForm) {
  SqliteTable table(
      "CREATE TABLE z (a bigint, b text, f boolean, CONSTRAINT rule CHECK (CASE WHEN f IS NOT TRUE "
      "THEN a BETWEEN 1 AND 9 AND a NOT IN (5) ELSE b IS DISTINCT FROM 'x' AND length(trim(b)) > 0 "
      "END AND coalesce(nullif(a, 3), 7) + 1 <> -2 AND a::text || 'x' <> '4x'))");
  EXPECT_EQ(table.run("INSERT INTO z VALUES (1, NULL, 0), (9, 'x', NULL), (3, NULL, NULL)"), "ok");
  EXPECT_EQ(table.run("INSERT INTO z VALUES (50, 'y', 1), (NULL, NULL, 0)"), "ok");
  for (const std::string row :
       {"(0, NULL, 0)", "(5, NULL, 0)", "(4, NULL, 0)", "(1, 'x', 1)", "(1, '  ', 1)"}) {
    EXPECT_EQ(table.run("INSERT INTO z VALUES " + row), "CHECK constraint failed: rule") << row;
  }
}

TEST(SqliteDdl, RefusesWhatSqliteWouldComputeInAnotherWay) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"CREATE TABLE z (a text CHECK (a LIKE 'x%'))",
       "LIKE in a CHECK or DEFAULT of table z on "
       "SQLite"},
      {"CREATE TABLE z (a bigint CHECK (greatest(a, 1) = 1))",
       "GREATEST or LEAST in a CHECK or DEFAULT of table z on SQLite"},
      {"CREATE TABLE z (a bigint CHECK (a / 2 = 1))",
       "division in a CHECK or DEFAULT of table z on SQLite"},
      {"CREATE TABLE z (a timestamptz DEFAULT now() + interval '1 day')",
       "interval in a CHECK or DEFAULT of table z on SQLite"},
      {"CREATE TABLE z (a text CHECK (a::bigint > 0))",
       "cast from text to bigint in a CHECK or DEFAULT of table z on SQLite"},
      {"CREATE TABLE z (a bigserial, b bigint PRIMARY KEY)",
       "identity column z.a on SQLite: it is not the primary key"},
  };
  for (const auto& [create, message] : cases) {
    try {
      ADD_FAILURE() << ddl(create);
    } catch (const Broken& broken) {
      EXPECT_EQ(broken.kind(), "unsupported");
      EXPECT_EQ(broken.message(), message);
    }
  }
}

}  // namespace
}  // namespace racewindow
