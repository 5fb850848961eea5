// SPDX-License-Identifier: Apache-2.0
// Data definition beyond CREATE TABLE's columns; messages are those of PostgreSQL 15.
#include <gtest/gtest.h>

#include <span>

#include "sim/sql/eval.h"
#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

class Definition : public testing::Test {
 protected:
  Definition() {
    client_.create("CREATE TABLE p (a int PRIMARY KEY, b text UNIQUE, c int, d bigint)");
    client_.create("CREATE TABLE k2 (x int, y int, PRIMARY KEY (x, y))");
  }
  template <class Bound>
  [[nodiscard]] Bound bound(std::string_view sql) const {
    return std::get<Bound>(client_.statement(sql).bound);
  }
  void expect_errors(std::span<const std::pair<std::string_view, std::string_view>> cases) const {
    for (const auto& [sql, error] : cases) EXPECT_EQ(client_.failure(sql), error) << sql;
  }

  SqlClient client_;
};

TEST_F(Definition, ForeignKeysHaveNamesColumnsAndActions) {
  const auto key = bound<CreateTable>(
                       "CREATE TABLE z (v int, w int, FOREIGN KEY (w, v) REFERENCES k2 (y, x) ON "
                       "DELETE CASCADE ON UPDATE SET NULL)")
                       .table.foreign_keys.at(0);
  EXPECT_EQ(key.name, "z_w_v_fkey");
  EXPECT_EQ(key.columns, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(key.referenced_columns, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(key.referenced_table, client_.catalog().find("k2")->id);
  EXPECT_EQ(key.on_delete, ReferentialAction::cascade);
  EXPECT_EQ(key.on_update, ReferentialAction::set_null);
}

TEST_F(Definition, AForeignKeyMayBeToTheTableItself) {
  const Table& table =
      client_.create("CREATE TABLE tree (i int PRIMARY KEY, up int REFERENCES tree)");
  EXPECT_EQ(table.foreign_keys.at(0).referenced_table, table.id);
}

TEST_F(Definition, ForeignKeyErrors) {
  constexpr std::pair<std::string_view, std::string_view> kCases[] = {
      {"CREATE TABLE z (a int REFERENCES nope)", "42P01 relation \"nope\" does not exist"},
      {"CREATE TABLE z (a int REFERENCES p (nope))",
       "42703 column \"nope\" referenced in foreign key constraint does not exist"},
      {"CREATE TABLE z (a int REFERENCES p (c))",
       "42830 there is no unique constraint matching given keys for referenced table \"p\""},
      {"CREATE TABLE z (a text REFERENCES p)",
       "42804 foreign key constraint \"z_a_fkey\" cannot be implemented"},
      {"CREATE TABLE z (a int REFERENCES u)",
       "42704 there is no primary key for referenced table \"u\""},
      {"CREATE TABLE z (a int REFERENCES k2)",
       "42830 number of referencing and referenced columns for foreign key disagree"},
      {"CREATE TABLE z (a int, b int, FOREIGN KEY (a, b) REFERENCES k2 (x, x))",
       "42830 foreign key referenced-columns list must not contain duplicates"},
      {"CREATE TABLE z (a int REFERENCES p DEFERRABLE)",
       "unsupported: DEFERRABLE at line 1, column 36"},
      {"CREATE TABLE no.z (a int)", "3F000 schema \"no\" does not exist"},
      {"CREATE TABLE p_pkey (a int)", "42P07 relation \"p_pkey\" already exists"},
  };
  expect_errors(kCases);
}

TEST_F(Definition, UniqueIndexesMayBePartialAndOnExpressions) {
  const auto partial = bound<CreateIndex>("CREATE UNIQUE INDEX ON p (c) WHERE d > 0");
  EXPECT_EQ(partial.name, "p_c_idx");
  EXPECT_FALSE(partial.key->covers_all_rows());
  EXPECT_FALSE(partial.key->is_constraint);
  const auto lower =
      bound<CreateIndex>("CREATE UNIQUE INDEX CONCURRENTLY ON p (lower(b), (a + 1)) INCLUDE (c)");
  EXPECT_EQ(lower.name, "p_lower_expr_c_idx");
  EXPECT_TRUE(lower.concurrently);
  EXPECT_EQ(lower.key->expressions.size(), 2u);
  EXPECT_TRUE(lower.key->columns.empty());
  EXPECT_FALSE(bound<CreateIndex>("CREATE INDEX i ON p (c)").key);
  EXPECT_TRUE(bound<CreateIndex>("CREATE INDEX IF NOT EXISTS p_pkey ON p (c)").exists);
}

TEST_F(Definition, IndexErrors) {
  constexpr std::pair<std::string_view, std::string_view> kCases[] = {
      {"CREATE INDEX ON nope (a)", "42P01 relation \"nope\" does not exist"},
      {"CREATE INDEX ON p (nope)", "42703 column \"nope\" does not exist"},
      {"CREATE INDEX p_pkey ON p (a)", "42P07 relation \"p_pkey\" already exists"},
      {"CREATE INDEX ON p ((now()::text))",
       "42P17 functions in index expression must be marked IMMUTABLE"},
      {"CREATE INDEX ON p (a) WHERE now() IS NOT NULL",
       "42P17 functions in index predicate must be marked IMMUTABLE"},
      {"CREATE INDEX ON p (count(a))",
       "42803 aggregate functions are not allowed in index expressions"},
      {"CREATE INDEX ON p (a) WHERE (SELECT true)", "0A000 cannot use subquery in index predicate"},
      {"CREATE UNIQUE INDEX ON p USING hash (a)",
       "0A000 access method \"hash\" does not support unique indexes"},
  };
  expect_errors(kCases);
}

TEST_F(Definition, OnConflictFindsPartialAndExpressionIndexes) {
  client_.add(bound<CreateIndex>("CREATE UNIQUE INDEX pc ON p (c) WHERE c > 0"));
  client_.add(bound<CreateIndex>("CREATE UNIQUE INDEX pb ON p (lower(b))"));
  const auto arbiter = [&](std::string_view target) {
    return bound<Insert>("INSERT INTO p (a) VALUES (1) ON CONFLICT " + std::string(target) +
                         " DO NOTHING")
        .on_conflict->arbiter->name;
  };
  EXPECT_EQ(arbiter("(c) WHERE c > 0 AND a > 1"), "pc");
  EXPECT_EQ(arbiter("(lower(b))"), "pb");
  EXPECT_EQ(arbiter("(a) WHERE c > 0"), "p_pkey");
  constexpr std::pair<std::string_view, std::string_view> kCases[] = {
      {"INSERT INTO p (a) VALUES (1) ON CONFLICT (c) DO NOTHING",
       "42P10 there is no unique or exclusion constraint matching the ON CONFLICT specification"},
      {"INSERT INTO p (a) VALUES (1) ON CONFLICT (upper(b)) DO NOTHING",
       "42P10 there is no unique or exclusion constraint matching the ON CONFLICT specification"},
      {"INSERT INTO p (a) VALUES (1) ON CONFLICT ON CONSTRAINT pc DO NOTHING",
       "42704 constraint \"pc\" for table \"p\" does not exist"},
      {"INSERT INTO p (a) VALUES (1) ON CONFLICT (c) WHERE c > 1 DO NOTHING",
       "unsupported: ON CONFLICT with a predicate other than the partial index's at line 1, column "
       "42"},
  };
  expect_errors(kCases);
}

TEST_F(Definition, APartialKeyDecidesNoRow) {
  client_.add(bound<CreateIndex>("CREATE UNIQUE INDEX pc ON p (c) WHERE d > 0"));
  EXPECT_TRUE(client_.statement("SELECT a FROM p WHERE c = 1").unordered);
}

TEST_F(Definition, Drops) {
  client_.create("CREATE TABLE child (a int REFERENCES p)");
  EXPECT_EQ(bound<DropTable>("DROP TABLE p, child").tables.size(), 2u);
  const auto cascade = bound<DropTable>("DROP TABLE p CASCADE");
  ASSERT_EQ(cascade.altered.size(), 1u);
  EXPECT_TRUE(cascade.altered[0].foreign_keys.empty());
  EXPECT_EQ(cascade.notices,
            std::vector<std::string>{"drop cascades to constraint child_a_fkey on table child"});
  const auto missing = bound<DropTable>("DROP TABLE IF EXISTS nope, no.t, u");
  EXPECT_EQ(missing.notices, (std::vector<std::string>{"table \"nope\" does not exist, skipping",
                                                       "schema \"no\" does not exist, skipping"}));
  EXPECT_EQ(missing.tables.size(), 1u);
  constexpr std::pair<std::string_view, std::string_view> kCases[] = {
      {"DROP TABLE nope", "42P01 table \"nope\" does not exist"},
      {"DROP TABLE p", "2BP01 cannot drop table p because other objects depend on it"},
      {"DROP TABLE p, u",
       "2BP01 cannot drop desired object(s) because other objects depend on them"},
      {"DROP TABLE p_pkey", "42809 \"p_pkey\" is not a table"},
      {"DROP INDEX p", "42809 \"p\" is not an index"},
      {"DROP INDEX nope", "42704 index \"nope\" does not exist"},
      {"DROP INDEX p_pkey",
       "2BP01 cannot drop index p_pkey because constraint p_pkey on table p requires it"},
      {"DROP SEQUENCE p", "42809 \"p\" is not a sequence"},
      {"DROP SCHEMA nope", "3F000 schema \"nope\" does not exist"},
      {"DROP SCHEMA public", "2BP01 cannot drop schema public because other objects depend on it"},
      {"TRUNCATE p", "0A000 cannot truncate a table referenced in a foreign key constraint"},
  };
  expect_errors(kCases);
  EXPECT_EQ(bound<Truncate>("TRUNCATE p CASCADE").notices,
            std::vector<std::string>{"truncate cascades to table \"child\""});
}

TEST_F(Definition, SchemasAndSequences) {
  EXPECT_EQ(bound<CreateSchema>("CREATE SCHEMA s").name, "s");
  EXPECT_TRUE(bound<CreateSchema>("CREATE SCHEMA IF NOT EXISTS public").exists);
  const Sequence down = bound<CreateSequence>("CREATE SEQUENCE s INCREMENT -1").sequence;
  EXPECT_EQ(down.start, -1);
  EXPECT_EQ(down.max, -1);
  constexpr std::pair<std::string_view, std::string_view> kCases[] = {
      {"CREATE SCHEMA public", "42P06 schema \"public\" already exists"},
      {"CREATE SCHEMA pg_x", "42939 unacceptable schema name \"pg_x\""},
      {"CREATE SEQUENCE p", "42P07 relation \"p\" already exists"},
      {"CREATE SEQUENCE s INCREMENT 0", "22023 INCREMENT must not be zero"},
      {"CREATE SEQUENCE s START 0", "22023 START value (0) cannot be less than MINVALUE (1)"},
      {"CREATE SEQUENCE s START 5 MAXVALUE 4",
       "22023 START value (5) cannot be greater than MAXVALUE (4)"},
  };
  expect_errors(kCases);
}

TEST_F(Definition, SerialColumnsHaveASequence) {
  const Table& table = client_.create("CREATE TABLE s (i serial, j text)");
  const Sequence* sequence = client_.catalog().find_sequence("s_i_seq");
  ASSERT_NE(sequence, nullptr);
  EXPECT_EQ(table.columns[0].sequence, sequence->id);
  const auto select = bound<Select>("SELECT nextval('S_i_seq'), setval('public.\"s_i_seq\"', 5)");
  EXPECT_EQ(select.outputs[0].args[0].value, Value::int8(static_cast<std::int64_t>(sequence->id)));
  EXPECT_EQ(select.outputs[1].args[2].value, Value::boolean(true));
  const auto update = bound<Update>("UPDATE s SET i = DEFAULT");
  EXPECT_EQ(update.assignments[0].value.args[0].function, Function::nextval);
  EXPECT_EQ(client_.failure("SELECT nextval('nope')"), "42P01 relation \"nope\" does not exist");
  EXPECT_EQ(client_.failure("SELECT nextval('s')"), "42809 \"s\" is not a sequence");
  EXPECT_EQ(client_.failure("SELECT nextval('')"), "42602 invalid name syntax");
}

TEST_F(Definition, LengthsAreEnforced) {
  client_.create("CREATE TABLE l (v varchar(3), c char(3))");
  EXPECT_EQ(client_.value("'abcd'::varchar(2)"), "ab");
  EXPECT_EQ(client_.value("'ab'::char(3) || '|'"), "ab|");
  EXPECT_EQ(client_.value("length('ab'::char(3))"), "2");
  EXPECT_EQ(client_.value("'ab'::char(3) = 'ab '"), "t");
  const auto insert = bound<Insert>("INSERT INTO l VALUES ('abcd', 'a')");
  const auto& row = insert.source->values.at(0);
  EXPECT_EQ(eval(row[1], {}), Value::bpchar("a  "));
  try {
    (void)eval(row[0], {});
    FAIL();
  } catch (const SqlError& error) {
    EXPECT_EQ(error.message(), "value too long for type character varying(3)");
  }
}

TEST_F(Definition, AlterBindsToTheTableAsItIsAfterwards) {
  const auto added = bound<AlterTable>("ALTER TABLE p ADD COLUMN e int NOT NULL DEFAULT 5");
  EXPECT_EQ(added.kind, AlterTable::Kind::add_column);
  EXPECT_EQ(added.altered.id, added.table->id);
  EXPECT_EQ(added.altered.columns.at(added.column).default_value->value, Value::int4(5));
  const auto dropped = bound<AlterTable>("ALTER TABLE p DROP COLUMN a");
  EXPECT_EQ(dropped.altered.columns.size(), 3u);
  ASSERT_EQ(dropped.altered.keys.size(), 1u);
  EXPECT_EQ(dropped.altered.keys[0].columns, std::vector<std::size_t>{0});
  EXPECT_EQ(bound<AlterTable>("ALTER TABLE p RENAME TO q").altered.name, "q");
  EXPECT_EQ(bound<AlterTable>("ALTER TABLE p RENAME b TO bb").altered.columns[1].name, "bb");
  EXPECT_TRUE(bound<AlterTable>("ALTER TABLE p ALTER c SET NOT NULL").altered.columns[2].not_null);
  EXPECT_EQ(bound<AlterTable>("ALTER TABLE p ADD UNIQUE (b)").altered.keys.back().name, "p_b_key1");
  EXPECT_EQ(bound<AlterTable>("ALTER TABLE p DROP CONSTRAINT p_b_key").altered.keys.size(), 1u);
  EXPECT_EQ(bound<AlterTable>("ALTER TABLE IF EXISTS nope ADD z int").notice,
            "relation \"nope\" does not exist, skipping");
  EXPECT_EQ(bound<AlterTable>("ALTER TABLE p ADD COLUMN IF NOT EXISTS b int").notice,
            "column \"b\" of relation \"p\" already exists, skipping");
}

TEST_F(Definition, AlterErrors) {
  client_.create("CREATE TABLE i (a int GENERATED ALWAYS AS IDENTITY)");
  constexpr std::pair<std::string_view, std::string_view> kCases[] = {
      {"ALTER TABLE nope ADD z int", "42P01 relation \"nope\" does not exist"},
      {"ALTER TABLE no.p ADD z int", "3F000 schema \"no\" does not exist"},
      {"ALTER TABLE p ADD b int", "42701 column \"b\" of relation \"p\" already exists"},
      {"ALTER TABLE p DROP nope", "42703 column \"nope\" of relation \"p\" does not exist"},
      {"ALTER TABLE p ALTER a DROP NOT NULL", "42P16 column \"a\" is in a primary key"},
      {"ALTER TABLE p ALTER c SET DEFAULT true",
       "42804 column \"c\" is of type integer but default expression is of type boolean"},
      {"ALTER TABLE p ADD PRIMARY KEY (b)",
       "42P16 multiple primary keys for table \"p\" are not allowed"},
      {"ALTER TABLE p ADD CONSTRAINT t_pkey UNIQUE (b)",
       "42P07 relation \"t_pkey\" already exists"},
      {"ALTER TABLE p DROP CONSTRAINT nope",
       "42704 constraint \"nope\" of relation \"p\" does not exist"},
      {"ALTER TABLE p RENAME TO u", "42P07 relation \"u\" already exists"},
      {"ALTER TABLE p RENAME nope TO q", "42703 column \"nope\" does not exist"},
      {"ALTER TABLE p RENAME b TO a", "42701 column \"a\" of relation \"p\" already exists"},
      {"ALTER TABLE p RENAME CONSTRAINT nope TO q",
       "42704 constraint \"nope\" for table \"p\" does not exist"},
      {"ALTER TABLE i ALTER a SET DEFAULT 1",
       "42601 column \"a\" of relation \"i\" is an identity column"},
  };
  expect_errors(kCases);
}

TEST(Numeric, IsExactAndKeepsItsScale) {
  const SqlClient client;
  EXPECT_EQ(client.value("1.50 + 1"), "2.50");
  EXPECT_EQ(client.value("1.50 * 1.50"), "2.2500");
  EXPECT_EQ(client.value("1.50 - 2"), "-0.50");
  EXPECT_EQ(client.value("-0.0"), "0.0");
  EXPECT_EQ(client.value("007.50"), "7.50");
  EXPECT_EQ(client.value("'.5'::numeric"), "0.5");
  EXPECT_EQ(client.value("1.5 = 1.50"), "t");
  EXPECT_EQ(client.value("-1.5 < -1.25"), "t");
  EXPECT_EQ(client.value("2.5::int"), "3");
  EXPECT_EQ(client.value("(-2.5)::int"), "-3");
  EXPECT_EQ(client.value("99999999999.5::int"), "22003 integer out of range");
  EXPECT_EQ(client.value("99999999999999999999 + 1"), "100000000000000000000");
  EXPECT_EQ(client.failure("SELECT 'x'::numeric"),
            "22P02 invalid input syntax for type numeric: \"x\"");
}

TEST(Nullif, HasTheTypeOfItsFirstOperand) {
  const SqlClient client;
  EXPECT_EQ(client.columns("SELECT nullif(1, 2::bigint), nullif(1::bigint, 2), nullif(1, 2.5)"),
            "nullif integer, nullif bigint, nullif numeric");
  EXPECT_EQ(client.value("nullif(1, 1.0)"), "NULL");
}

}  // namespace
}  // namespace racewindow
