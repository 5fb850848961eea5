// SPDX-License-Identifier: Apache-2.0
// Functions that act on the store, settings, and hashes; messages are those of PostgreSQL 15.
#include <gtest/gtest.h>

#include "sim/sql/eval.h"
#include "sim/sql/settings.h"
#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

class StoreCall : public testing::Test {
 protected:
  [[nodiscard]] Expr output(std::string_view sql) const {
    return std::get<Select>(client_.statement(sql).bound).outputs.at(0);
  }
  SqlClient client_;
};

TEST_F(StoreCall, AdvisoryLocksHaveOneBigintOrTwoIntegers) {
  const Expr one = output("SELECT pg_advisory_xact_lock(5)");
  EXPECT_EQ(one.function, Function::pg_advisory_xact_lock);
  EXPECT_EQ(one.args[0].value, Value::int8(5));
  const Expr two = output("SELECT pg_try_advisory_lock_shared(5, 6)");
  EXPECT_EQ(two.function, Function::pg_try_advisory_lock_shared);
  EXPECT_EQ(two.args[1].value, Value::int4(6));
  EXPECT_EQ(client_.param_types("SELECT pg_advisory_unlock($1), pg_advisory_lock($2, $3)"),
            "bigint, integer, integer");
  EXPECT_EQ(client_.failure("SELECT pg_advisory_lock(1::bigint, 2::bigint)"),
            "42883 function pg_advisory_lock(bigint, bigint) does not exist");
  EXPECT_EQ(client_.failure("SELECT pg_advisory_unlock_all(1)"),
            "42883 function pg_advisory_unlock_all(integer) does not exist");
}

TEST_F(StoreCall, ThoseThatReturnNothingAreVoid) {
  EXPECT_EQ(client_.columns("SELECT pg_advisory_lock(1), pg_try_advisory_lock(1), pg_sleep(1)"),
            "pg_advisory_lock void, pg_try_advisory_lock boolean, pg_sleep void");
  EXPECT_EQ(client_.failure("SELECT pg_advisory_lock(1) IS NOT NULL"), "bound");
  EXPECT_EQ(client_.failure("SELECT pg_advisory_lock(1) = pg_advisory_lock(2)"),
            "42883 operator does not exist: void = void");
  EXPECT_EQ(client_.failure("INSERT INTO u (a) VALUES (pg_advisory_lock(1))"),
            "42804 column \"a\" is of type integer but expression is of type void");
}

TEST_F(StoreCall, IsASideEffectWhereverItStands) {
  EXPECT_TRUE(
      client_.statement("SELECT a FROM t WHERE pg_advisory_lock(a) IS NOT NULL").has_side_effects);
  EXPECT_FALSE(client_.statement("SELECT hashtext(b) FROM t").has_side_effects);
}

TEST_F(StoreCall, SleepsForMicroseconds) {
  const Expr sleep = output("SELECT pg_sleep(0.25)");
  EXPECT_EQ(sleep.function, Function::pg_sleep);
  EXPECT_EQ(eval(sleep.args[0], {}), Value::int8(250'000));
  EXPECT_EQ(client_.failure("SELECT pg_sleep('x')"),
            "22P02 invalid input syntax for type double precision: \"x\"");
}

TEST_F(StoreCall, SettingsAreReadAndPutInCanonicalForm) {
  const Expr set = output("SELECT set_config('Lock_Timeout', '1.5s', true)");
  EXPECT_EQ(set.args[0].value, Value::text("lock_timeout"));
  EXPECT_EQ(set.args[1].value, Value::text("1500"));
  EXPECT_EQ(client_.failure("SELECT current_setting('nope')"),
            "42704 unrecognized configuration parameter \"nope\"");
}

TEST_F(StoreCall, HashesAreTheServers) {
  EXPECT_EQ(client_.value("hashtext('')"), "-1477818771");
  EXPECT_EQ(client_.value("hashtext('a')"), "1075015857");
  EXPECT_EQ(client_.value("hashtext('aaaaaaaaaaa')"), "432734725");
  EXPECT_EQ(client_.value("hashtext('abcdefghijkl')"), "-1586087212");
  EXPECT_EQ(client_.value("hashtext('long text with more than twelve bytes, twice or more')"),
            "-1610220770");
  EXPECT_EQ(client_.value("hashtextextended('abcd', 0)"), "-1038429303365892052");
  EXPECT_EQ(client_.value("hashtextextended('hello_world12', 42)"), "-211297864222669593");
  EXPECT_EQ(client_.value("hashtextextended('abc', -7)"), "-311900745630446676");
}

class Settings : public testing::Test {
 protected:
  [[nodiscard]] std::string shown(std::string_view set) const {
    const auto bound = std::get<SetSetting>(client_.statement(set).bound);
    return shown_value(known_setting(bound.name), bound.value.value());
  }
  SqlClient client_;
};

TEST_F(Settings, TimesHaveUnits) {
  EXPECT_EQ(shown("SET statement_timeout = 1500"), "1500ms");
  EXPECT_EQ(shown("SET statement_timeout = '10s'"), "10s");
  EXPECT_EQ(shown("SET statement_timeout = '90min'"), "90min");
  EXPECT_EQ(shown("SET statement_timeout = '1499us'"), "1ms");
  EXPECT_EQ(shown("SET statement_timeout = ' 10 ms '"), "10ms");
  EXPECT_EQ(shown("SET statement_timeout = 0"), "0");
  EXPECT_EQ(client_.failure("SET statement_timeout = '10x'"),
            "22023 invalid value for parameter \"statement_timeout\": \"10x\"");
  EXPECT_EQ(client_.failure("SET deadlock_timeout = 0"),
            "22023 0 ms is outside the valid range for parameter \"deadlock_timeout\" (1 .. "
            "2147483647)");
  EXPECT_EQ(client_.failure("SET statement_timeout = -1"),
            "22023 -1 ms is outside the valid range for parameter \"statement_timeout\" (0 .. "
            "2147483647)");
  EXPECT_EQ(client_.failure("SET lock_timeout = 1, 2"),
            "22023 SET lock_timeout takes only one argument");
}

TEST_F(Settings, WordsAndBooleansAreChecked) {
  EXPECT_EQ(shown("SET default_transaction_isolation = 'Serializable'"), "serializable");
  EXPECT_EQ(shown("SET enable_seqscan = of"), "off");
  EXPECT_EQ(client_.failure("SET enable_seqscan = 'x'"),
            "22023 parameter \"enable_seqscan\" requires a Boolean value");
  EXPECT_EQ(client_.failure("SET client_min_messages = 'x'"),
            "22023 invalid value for parameter \"client_min_messages\": \"x\"");
  EXPECT_EQ(client_.failure("SET nope = 1"), "42704 unrecognized configuration parameter \"nope\"");
}

TEST_F(Settings, ResetHasNoValue) {
  const auto reset = std::get<SetSetting>(client_.statement("RESET lock_timeout").bound);
  EXPECT_EQ(reset.name, "lock_timeout");
  EXPECT_FALSE(reset.value);
  EXPECT_EQ(std::get<SetSetting>(client_.statement("RESET ALL").bound).name, "");
  EXPECT_TRUE(std::get<SetSetting>(client_.statement("SET LOCAL jit = off").bound).local);
  EXPECT_EQ(client_.columns("SHOW Lock_Timeout"), "lock_timeout text");
}

TEST_F(Settings, TransactionModes) {
  const auto begin = std::get<TransactionCommand>(
      client_.statement("BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY, NOT DEFERRABLE").bound);
  EXPECT_EQ(begin.isolation, IsolationLevel::serializable);
  EXPECT_EQ(begin.read_only, true);
  EXPECT_EQ(begin.deferrable, false);
  const auto set = std::get<TransactionCommand>(
      client_.statement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").bound);
  EXPECT_EQ(set.kind, TransactionCommand::Kind::set_modes);
  EXPECT_EQ(set.isolation, IsolationLevel::repeatable_read);
  const auto later = std::get<SetSetting>(
      client_.statement("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE")
          .bound);
  EXPECT_EQ(later.name, "default_transaction_isolation");
  EXPECT_EQ(later.value, "serializable");
}

TEST(BoundTables, LockAndTruncateNameEachTableOnce) {
  const SqlClient client;
  const auto lock = std::get<LockTable>(
      client.statement("LOCK TABLE t, u, t IN SHARE ROW EXCLUSIVE MODE NOWAIT").bound);
  EXPECT_EQ(lock.tables.size(), 2u);
  EXPECT_EQ(lock.mode, LockMode::share_row_exclusive);
  EXPECT_TRUE(lock.nowait);
  EXPECT_EQ(std::get<LockTable>(client.statement("LOCK t").bound).mode, LockMode::access_exclusive);
  const auto truncate =
      std::get<Truncate>(client.statement("TRUNCATE u, t RESTART IDENTITY CASCADE").bound);
  EXPECT_EQ(truncate.tables.front()->name, "u");
  EXPECT_TRUE(truncate.restart_identity);
  EXPECT_TRUE(truncate.notices.empty());
  EXPECT_EQ(client.failure("LOCK nope"), "42P01 relation \"nope\" does not exist");
  EXPECT_EQ(client.failure("TRUNCATE no.t"), "3F000 schema \"no\" does not exist");
  EXPECT_EQ(client.failure("TRUNCATE t_pkey"), "42809 \"t_pkey\" is not a table");
}

TEST_F(StoreCall, Discards) {
  EXPECT_EQ(std::get<Discard>(client_.statement("DISCARD ALL").bound).what, Discard::What::all);
  EXPECT_EQ(std::get<Discard>(client_.statement("DISCARD TEMPORARY").bound).what,
            Discard::What::temporary);
}

}  // namespace
}  // namespace racewindow
