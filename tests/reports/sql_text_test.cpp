// SPDX-License-Identifier: Apache-2.0
#include "reports/sql_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace racewindow {
namespace {

std::string shown(std::string sql, std::vector<std::string> params, std::size_t width = 100) {
  return readable_sql({std::move(sql), std::move(params)}, width);
}

TEST(ReadableSql, is_one_line_with_values) {
  EXPECT_EQ(shown("SELECT a\n\t FROM t  -- why\n WHERE b = $2 AND c=$1", {"'x'", "NULL"}),
            "SELECT a FROM t WHERE b = NULL AND c='x'");
}

TEST(ReadableSql, leaves_quoted_text_alone) {
  EXPECT_EQ(shown("SELECT '$1  -- it''s',  \"$1\" ", {"7"}), "SELECT '$1  -- it''s', \"$1\"");
}

TEST(ReadableSql, a_number_without_a_value_stays) {
  EXPECT_EQ(shown("SELECT $1, $2, $0, $99999999999", {"7"}), "SELECT 7, $2, $0, $99999999999");
}

TEST(ReadableSql, ten_is_not_one_and_zero) {
  std::vector<std::string> params(10, "1");
  params[9] = "'tenth'";
  EXPECT_EQ(shown("SELECT $10", params), "SELECT 'tenth'");
}

TEST(ReadableSql, shortens_lists_from_the_left_until_it_fits) {
  const std::string sql = "INSERT INTO t (alpha, beta, gamma) VALUES ($1, $2, $3)";
  EXPECT_EQ(shown(sql, {"1", "2", "3"}), "INSERT INTO t (alpha, beta, gamma) VALUES (1, 2, 3)");
  EXPECT_EQ(shown(sql, {"1", "2", "3"}, 45), "INSERT INTO t (alpha, …) VALUES (1, 2, 3)");
  EXPECT_EQ(shown(sql, {"1", "2", "3"}, 40), "INSERT INTO t (alpha, …) VALUES (1, …)");
  EXPECT_EQ(shown(sql, {"1", "2", "3"}, 20), "INSERT INTO t (alph…");
}

TEST(ReadableSql, an_open_quote_ends_with_the_text) {
  EXPECT_EQ(shown("SELECT 'a, $1", {"7"}, 8), "SELECT …");
}

}  // namespace
}  // namespace racewindow
