// SPDX-License-Identifier: Apache-2.0
// pg_locks: what may be asked of it, and the type oid of its keys; messages are those of PostgreSQL
// 15. What it answers is in tests/sql/specs.
#include <gtest/gtest.h>

#include <string>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

class LockView : public testing::Test {
 protected:
  [[nodiscard]] std::string failure(std::string_view rest) const {
    return client_.failure("SELECT mode FROM pg_locks l WHERE " + std::string(rest));
  }
  SqlClient client_;
};

TEST_F(LockView, TellsOfAdvisoryLocksAndOfOneTables) {
  const auto refused = [](int column) {
    return "unsupported: pg_locks without locktype = 'advisory', or locktype = 'relation' and "
           "relation = 'table'::regclass, in WHERE at line 1, column " +
           std::to_string(column);
  };
  EXPECT_EQ(failure("locktype = 'advisory' AND objid = 1"), "bound");
  EXPECT_EQ(failure("granted AND 'advisory' = l.locktype"), "bound");
  EXPECT_EQ(failure("locktype = 'relation' AND relation = 't'::regclass"), "bound");
  EXPECT_EQ(failure("granted"), refused(18));
  EXPECT_EQ(failure("locktype = 'advisory' OR granted"), refused(18));
  EXPECT_EQ(failure("locktype = 'transactionid'"), refused(18));
  EXPECT_EQ(failure("locktype = 'relation'"), refused(18));
  EXPECT_EQ(failure("locktype = $1"), refused(18));
  EXPECT_EQ(client_.failure("SELECT l.mode FROM t LEFT JOIN pg_locks l ON l.locktype = 'advisory'"),
            refused(32));
  EXPECT_EQ(client_.failure("SELECT l.mode FROM t JOIN pg_locks l ON l.locktype = 'advisory'"),
            "bound");
}

TEST_F(LockView, NamesTheColumnsThatItDoesNotTell) {
  constexpr std::string_view kAdvisory = " FROM pg_catalog.pg_locks WHERE locktype = 'advisory'";
  const auto failure_of = [&](std::string_view columns) {
    return client_.failure("SELECT " + std::string(columns) + std::string(kAdvisory));
  };
  EXPECT_EQ(failure_of("fastpath"), "unsupported: column fastpath of pg_locks at line 1, column 8");
  EXPECT_EQ(failure_of("*"), "unsupported: column database of pg_locks at line 1, column 8");
  EXPECT_EQ(
      client_.failure("SELECT relation FROM pg_locks WHERE locktype = 'relation' AND relation "
                      "= 't'::regclass"),
      "unsupported: column relation of pg_locks at line 1, column 8");
  EXPECT_EQ(
      client_.columns("SELECT classid, objid, objsubid, pid, granted" + std::string(kAdvisory)),
      "classid oid, objid oid, objsubid integer, pid integer, granted boolean");
}

TEST_F(LockView, IsReadOnlyThroughTheStore) {
  EXPECT_TRUE(client_
                  .statement("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM pg_locks WHERE locktype "
                             "= 'advisory')")
                  .has_side_effects);
}

TEST_F(LockView, RegclassIsForTables) {
  EXPECT_EQ(failure("locktype = 'relation' AND relation = 'nope'::regclass"),
            "42P01 relation \"nope\" does not exist");
  EXPECT_EQ(failure("locktype = 'relation' AND relation = 't_pkey'::regclass"),
            "unsupported: regclass of no table at line 1, column 80");
  EXPECT_EQ(client_.failure("SELECT 't'::regclass"),
            "unsupported: type regclass at line 1, column 13");
}

TEST_F(LockView, OidsCountWithoutASign) {
  EXPECT_EQ(client_.value("(-42)::oid"), "4294967254");
  EXPECT_EQ(client_.value("4294967254::oid = -42"), "t");
  EXPECT_EQ(client_.value("'4294967295'::oid::int"), "-1");
  EXPECT_EQ(client_.value("$1::oid = 7", {Value::text("7")}), "t");
  EXPECT_EQ(client_.value("1::oid = (-1)::bigint"), "22003 OID out of range");
  EXPECT_EQ(client_.value("'4294967296'::oid"),
            "22003 value \"4294967296\" is out of range for type oid");
  EXPECT_EQ(client_.columns("SELECT 1::oid + 1 AS sum"), "sum bigint");
}

}  // namespace
}  // namespace racewindow
