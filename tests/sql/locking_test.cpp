// SPDX-License-Identifier: Apache-2.0
// FOR UPDATE and its weaker forms; messages are those of PostgreSQL 15.
#include <gtest/gtest.h>

#include "tests/sql/sql_client.h"

namespace racewindow {
namespace {

class Locking : public testing::Test {
 protected:
  // "0 update skip_locked, …": entry, strength and patience of each lock.
  [[nodiscard]] static std::string text(const Select& select) {
    constexpr std::string_view kStrengths[] = {"key share", "share", "no key update", "update"};
    constexpr std::string_view kWaits[] = {"", " skip locked", " nowait"};
    std::string text;
    for (const RowLocking& lock : select.locking) {
      text += (text.empty() ? "" : ", ") + std::to_string(lock.entry) + " ";
      text += kStrengths[static_cast<std::size_t>(lock.strength)];
      text += kWaits[static_cast<std::size_t>(lock.wait)];
    }
    return text;
  }
  [[nodiscard]] Select select(std::string_view sql) const {
    return std::get<Select>(client_.statement(sql).bound);
  }
  [[nodiscard]] std::string locks(std::string_view sql) const { return text(select(sql)); }

  SqlClient client_;
};

TEST_F(Locking, LocksTheRowsOfEveryTable) {
  EXPECT_EQ(locks("SELECT * FROM t FOR UPDATE"), "0 update");
  EXPECT_EQ(locks("SELECT * FROM t, u FOR NO KEY UPDATE NOWAIT"),
            "0 no key update nowait, 1 no key update nowait");
  EXPECT_EQ(locks("SELECT * FROM t JOIN u USING (a) FOR SHARE SKIP LOCKED"),
            "0 share skip locked, 1 share skip locked");
  EXPECT_EQ(locks("SELECT 1 FOR UPDATE"), "");
}

TEST_F(Locking, OfNamesAliases) {
  EXPECT_EQ(locks("SELECT * FROM t x, u FOR KEY SHARE OF x"), "0 key share");
  EXPECT_EQ(client_.failure("SELECT * FROM t x FOR UPDATE OF t"),
            "42P01 relation \"t\" in FOR UPDATE clause not found in FROM clause");
  EXPECT_EQ(client_.failure("SELECT * FROM t FOR UPDATE OF public.t"),
            "42601 FOR UPDATE must specify unqualified relation names");
}

TEST_F(Locking, ClausesOnOneTableAddUp) {
  EXPECT_EQ(locks("SELECT * FROM t, u FOR SHARE NOWAIT FOR UPDATE OF u SKIP LOCKED"),
            "0 share nowait, 1 update nowait");
}

TEST_F(Locking, IsPushedIntoDerivedTables) {
  const Select outer = select("SELECT * FROM (SELECT x.a FROM u, t x) y FOR UPDATE");
  EXPECT_EQ(text(outer), "");
  EXPECT_EQ(text(*outer.from[0].subquery), "0 update, 1 update");
}

TEST_F(Locking, NeedsRowsThatStandForRows) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"SELECT count(*) FROM t FOR UPDATE", "FOR UPDATE is not allowed with aggregate functions"},
      {"SELECT DISTINCT a FROM t FOR UPDATE", "FOR UPDATE is not allowed with DISTINCT clause"},
      {"SELECT a FROM t GROUP BY a FOR NO KEY UPDATE",
       "FOR NO KEY UPDATE is not allowed with GROUP BY clause"},
      {"SELECT 1 UNION ALL SELECT 2 FOR KEY SHARE",
       "FOR KEY SHARE is not allowed with UNION/INTERSECT/EXCEPT"},
      {"VALUES (1) FOR SHARE", "FOR SHARE cannot be applied to VALUES"},
      {"SELECT * FROM t, (SELECT count(*) FROM u) y FOR UPDATE",
       "FOR UPDATE is not allowed with aggregate functions"},
      {"SELECT * FROM t LEFT JOIN u USING (a) FOR UPDATE",
       "FOR UPDATE cannot be applied to the nullable side of an outer join"},
  };
  for (const auto& [sql, message] : kCases) {
    EXPECT_EQ(client_.failure(sql), "0A000 " + std::string(message)) << sql;
  }
  EXPECT_EQ(locks("SELECT * FROM t LEFT JOIN u USING (a) FOR UPDATE OF t"), "0 update");
}

TEST_F(Locking, ASelectThatLocksIsNoPureRead) {
  EXPECT_FALSE(client_.statement("SELECT * FROM t").has_side_effects);
  EXPECT_TRUE(client_.statement("SELECT * FROM t FOR KEY SHARE").has_side_effects);
  EXPECT_TRUE(client_.statement("SELECT (SELECT a FROM t FOR UPDATE)").has_side_effects);
}

}  // namespace
}  // namespace racewindow
