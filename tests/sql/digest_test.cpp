// SPDX-License-Identifier: Apache-2.0
#include "sim/digest.h"

#include <gtest/gtest.h>

#include <vector>

#include "sim/sql/value.h"

namespace racewindow {
namespace {

Digest digest_of(const Value& value) {
  Hasher hasher;
  value.add_to(hasher);
  return hasher.digest();
}

TEST(Digest, IsPrintedHighHalfFirst) {
  EXPECT_EQ(to_hex({0xfedcba9876543210, 0x0123456789abcdef}), "0123456789abcdeffedcba9876543210");
  EXPECT_EQ(to_hex({1, 0}), "00000000000000000000000000000001");
}

// The bytes are part of replay lines and results: they are the same in every process and build.
TEST(Digest, OfGivenContentNeverChanges) {
  EXPECT_EQ(to_hex(Hasher().digest()), "0000000000000000a6d8c27371fbd76a");
  EXPECT_EQ(to_hex(Hasher().add(std::string_view("racewindow")).digest()),
            "ecbc423acf0cb086c8e2bdf4fa58dcd0");
  EXPECT_EQ(to_hex(digest_of(Value::text("racewindow"))), "35524aec77055169336193d8841d3482");
  EXPECT_EQ(to_hex(digest_of(Value::interval({1, 2, 3}))), "5b2a6f354967913f5b2ecc7c3059d449");
}

TEST(Digest, DependsOnTheOrderOfWhatIsHashed) {
  EXPECT_NE(Hasher().add(1).add(2).digest(), Hasher().add(2).add(1).digest());
}

TEST(Digest, TellsApartNeighbouringTextsThatAreShiftedIntoOneAnother) {
  const auto pair = [](std::string_view a, std::string_view b) {
    return Hasher().add(a).add(b).digest();
  };
  EXPECT_NE(pair("ab", "c"), pair("a", "bc"));
  EXPECT_NE(pair("", "x"), pair("x", ""));
}

TEST(Digest, OfACollectionIgnoresTheOrderOfItsMembers) {
  const Digest a = Hasher().add(1).digest();
  const Digest b = Hasher().add(2).digest();
  Digest ab;
  ab += a;
  ab += b;
  Digest ba;
  ba += b;
  ba += a;
  EXPECT_EQ(ab, ba);
  ab -= b;
  EXPECT_EQ(ab, a);
}

TEST(Digest, OfValuesTellsApartTypesAndContents) {
  const std::vector<Value> values = {Value(),
                                     Value::boolean(false),
                                     Value::boolean(true),
                                     Value::int8(0),
                                     Value::int8(1),
                                     Value::text(""),
                                     Value::text("0"),
                                     Value::timestamptz({0}),
                                     Value::interval({0, 0, 0}),
                                     Value::uuid("0"),
                                     Value::interval({0, 30, 0}),
                                     Value::interval({1, 0, 0})};
  for (std::size_t a = 0; a < values.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_NE(digest_of(values[a]), digest_of(values[b])) << a << " and " << b;
    }
  }
}

TEST(Digest, OfANumberIsThatOfIntegerAndBigintAlike) {
  EXPECT_EQ(digest_of(Value::int4(-7)), digest_of(Value::int8(-7)));
}

}  // namespace
}  // namespace racewindow
