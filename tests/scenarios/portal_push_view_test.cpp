// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenarios/portal_push/portal_view.h"

namespace racewindow::portal_push {
namespace {

const std::vector<Tree> old_and_new{{"archive", "brand"}, {"brand", "docs", "faq"}};

TEST(PartialTree, is_a_strict_subset_of_a_complete_tree) {
  EXPECT_TRUE(is_partial({"brand"}, old_and_new));
  EXPECT_TRUE(is_partial({"docs", "faq"}, old_and_new));
}

TEST(PartialTree, is_an_empty_one_unless_an_empty_tree_is_complete) {
  EXPECT_TRUE(is_partial({}, old_and_new));
  EXPECT_FALSE(is_partial({}, {{"archive"}, {}}));
}

TEST(PartialTree, is_no_complete_tree_even_where_it_is_part_of_another) {
  EXPECT_FALSE(is_partial({"brand"}, {{"brand"}, {"brand", "docs"}}));
}

TEST(PartialTree, is_none_that_has_a_row_too_many_for_each_complete_tree) {
  EXPECT_FALSE(is_partial({"archive", "brand", "docs"}, old_and_new));
  EXPECT_FALSE(is_complete({"archive", "brand", "docs"}, old_and_new));
}

}  // namespace
}  // namespace racewindow::portal_push
