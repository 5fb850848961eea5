// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/value.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace racewindow {
namespace {

TEST(Value, TextsOfEqualContentAreOneObject) {
  const std::string first = "some text that is long enough to be allocated";
  const std::string second = first;
  EXPECT_EQ(intern(first), intern(second));
  EXPECT_NE(intern(first), intern("another"));
  EXPECT_EQ(Value::text(first), Value::text(second));
}

TEST(Value, ATextOutlivesTheBytesItWasMadeFrom) {
  Value value;
  {
    const std::string bytes(40, 'x');
    value = Value::text(bytes);
  }
  EXPECT_EQ(value.as_text(), std::string(40, 'x'));
}

TEST(Value, ATextMayHoldAnyByte) {
  const std::string bytes("a\0b", 3);
  EXPECT_EQ(Value::text(bytes).as_text(), bytes);
  EXPECT_NE(Value::text(bytes), Value::text("a"));
}

TEST(Value, ThreadsAgreeOnInternedTexts) {
  constexpr int kTexts = 2000;
  std::vector<std::vector<const Text*>> seen(4);
  {
    std::vector<std::jthread> threads;
    for (auto& texts : seen) {
      threads.emplace_back([&texts] {
        for (int n = 0; n < kTexts; ++n) texts.push_back(intern("shared " + std::to_string(n)));
      });
    }
  }
  for (const auto& texts : seen) EXPECT_EQ(texts, seen[0]);
}

TEST(Value, IdentityIsTypeAndContent) {
  EXPECT_EQ(Value(), Value());
  EXPECT_NE(Value::int4(1), Value::int8(1));
  EXPECT_NE(Value::text("1"), Value::uuid("1"));
  EXPECT_EQ(Value::interval({1, 2, 3}), Value::interval({1, 2, 3}));
  EXPECT_NE(Value::interval({1, 0, 0}), Value::interval({0, 30, 0}));
}

TEST(Value, IsOrderedAsTheServerOrdersItsType) {
  const std::vector<std::vector<Value>> ascending = {
      {Value::boolean(false), Value::boolean(true)},
      {Value::int8(-2), Value::int8(-1), Value::int8(0), Value::int8(5)},
      {Value::text(""), Value::text("B"), Value::text("a"), Value::text("ab"), Value::text("é")},
      {Value::timestamptz({-1}), Value::timestamptz({0}), Value::timestamptz({7})},
      {Value::interval({-1, 0, 0}), Value::interval({0, 29, 86'399'999'999}),
       Value::interval({1, 0, 0}), Value::interval({0, 0, 31 * 86'400'000'000})},
  };
  for (const auto& values : ascending) {
    for (std::size_t a = 0; a < values.size(); ++a) {
      for (std::size_t b = 0; b < values.size(); ++b) {
        EXPECT_TRUE(compare(values[a], values[b]) == (a <=> b))
            << to_literal(values[a]) << " and " << to_literal(values[b]);
      }
    }
  }
}

TEST(Value, IntervalsOfOneSpanCompareEqual) {
  EXPECT_TRUE(compare(Value::interval({1, 0, 0}), Value::interval({0, 30, 0})) == 0);
  EXPECT_TRUE(compare(Value::interval({0, 1, 0}), Value::interval({0, 0, 86'400'000'000})) == 0);
}

TEST(Value, PrintsAsTheServerDoes) {
  EXPECT_EQ(to_text(Value()), "");
  EXPECT_EQ(to_text(Value::boolean(true)), "t");
  EXPECT_EQ(to_text(Value::boolean(false)), "f");
  EXPECT_EQ(to_text(Value::int8(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(to_text(Value::text("it's")), "it's");
}

TEST(Value, PrintsAsALiteral) {
  EXPECT_EQ(to_literal(Value()), "NULL");
  EXPECT_EQ(to_literal(Value::boolean(true)), "true");
  EXPECT_EQ(to_literal(Value::int4(-3)), "-3");
  EXPECT_EQ(to_literal(Value::text("it's")), "'it''s'");
  EXPECT_EQ(to_literal(Value::timestamptz({0})), "'1970-01-01 00:00:00+00'");
}

}  // namespace
}  // namespace racewindow
