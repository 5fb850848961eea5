// SPDX-License-Identifier: Apache-2.0
//
// The lock key of a project: SHA-256 by the examples that NIST publishes for FIPS 180-4, and the
// byte order in which its beginning is read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "guards/pipeline_lock/lock_key.h"

namespace racewindow::pipeline_lock {
namespace {

std::string hex_digest(std::string_view text) {
  std::string hex;
  for (const unsigned char byte : sha256(text)) hex += fmt::format("{:02x}", byte);
  return hex;
}

TEST(Sha256, of_one_block) {
  EXPECT_EQ(hex_digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, of_two_blocks) {
  EXPECT_EQ(hex_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256, of_nothing) {
  EXPECT_EQ(hex_digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Sha256, of_a_million_letters) {
  EXPECT_EQ(hex_digest(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(LockKey, is_the_first_8_bytes_the_first_one_most_significant) {
  // 0x248d6a61d20638b8
  EXPECT_EQ(project_id_to_lock_key("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            2633878325449603256);
}

TEST(LockKey, is_negative_where_the_first_bit_is_set) {
  // 0xba7816bf8f01cfea - 2^64
  EXPECT_EQ(project_id_to_lock_key("abc"), -5010229573455851542);
}

}  // namespace
}  // namespace racewindow::pipeline_lock
