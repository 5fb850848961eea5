// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/interleavings.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "sim/spec/read_spec.h"

namespace racewindow {
namespace {

constexpr const char* kTwoSessions =
    "session a step a1 {A1} step a2 {A2}\n"
    "session b step b1 {B1}\n";

TEST(Interleavings, without_permutations_every_interleaving_comes_in_session_order) {
  const Spec spec = read_spec(kTwoSessions);
  std::vector<std::string> seen;
  for_each_permutation(spec, [&](const Permutation& permutation) {
    seen.push_back(permutation_names(spec, permutation));
    return true;
  });
  // 3! / (2! 1!)
  EXPECT_EQ(seen, (std::vector<std::string>{"a1 a2 b1", "a1 b1 a2", "b1 a1 a2"}));
}

TEST(Interleavings, the_walk_over_permutations_ends_when_told) {
  const Spec spec = read_spec(kTwoSessions);
  int count = 0;
  for_each_permutation(spec, [&](const Permutation&) { return ++count < 2; });
  EXPECT_EQ(count, 2);
}

TEST(Interleavings, listed_permutations_are_walked_instead_and_may_be_ignored) {
  const Spec spec = read_spec(std::string(kTwoSessions) + "permutation b1");
  int listed = 0;
  for_each_permutation(spec, [&](const Permutation&) { return ++listed > 0; });
  EXPECT_EQ(listed, 1);
  int all = 0;
  for_each_interleaving(spec, [&](const Permutation&) { return ++all > 0; });
  EXPECT_EQ(all, 3);
}

TEST(Interleavings, random_ones_are_equally_likely_and_follow_from_the_seed) {
  const Spec spec = read_spec(kTwoSessions);
  const auto draw = [&](std::uint64_t seed) {
    RandomStream random(seed);
    std::map<std::string, int> counts;
    for (int n = 0; n < 3000; ++n)
      ++counts[permutation_names(spec, random_interleaving(spec, random))];
    return counts;
  };
  const std::map<std::string, int> counts = draw(1);
  ASSERT_EQ(counts.size(), 3U);
  // A third of 3000 each; the standard deviation is 26.
  for (const auto& [names, count] : counts) EXPECT_NEAR(count, 1000, 130) << names;
  EXPECT_EQ(draw(1), counts);
  EXPECT_NE(draw(2), counts);
}

}  // namespace
}  // namespace racewindow
