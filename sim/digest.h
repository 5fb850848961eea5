// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace racewindow {

// 128-bit digest of a value, a row, a state or a history.
//
// Digests of ordered things are built with `Hasher`; digests of unordered collections (the rows of
// a table, the set of views) are the *sum* of the members' digests, so that members can be added
// and taken away in any order. Addresses, library hashes and unordered iteration never enter a
// digest: equal content gives equal bytes on every compiler and in every process. With n distinct
// states the probability that any two collide is below n²/2^129.
struct Digest {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  friend constexpr bool operator==(const Digest&, const Digest&) = default;
  friend constexpr auto operator<=>(const Digest&, const Digest&) = default;

  // Adds a member to an unordered collection.
  constexpr Digest& operator+=(const Digest& member) {
    lo += member.lo;
    hi += member.hi;
    return *this;
  }
  // Takes a member out of an unordered collection.
  constexpr Digest& operator-=(const Digest& member) {
    lo -= member.lo;
    hi -= member.hi;
    return *this;
  }
};

// Ordered hash of words and bytes: two lanes, each a folded 64×64→128 bit multiplication
// (the mixing step of wyhash, W. Yi, 2020).
class Hasher {
 public:
  constexpr explicit Hasher(std::uint64_t seed = 0) : lo_(seed ^ kFirst), hi_(seed ^ kSecond) {}

  constexpr Hasher& add(std::uint64_t word) {
    lo_ = fold(lo_ ^ word, kThird);
    hi_ = fold(hi_ ^ rotate(word), kFourth);
    return *this;
  }
  constexpr Hasher& add(const Digest& digest) { return add(digest.lo).add(digest.hi); }

  // Length first, so that neighbouring texts cannot be shifted into one another; then words of
  // eight bytes, the first byte lowest.
  Hasher& add(std::string_view bytes) {
    add(static_cast<std::uint64_t>(bytes.size()));
    while (!bytes.empty()) {
      const std::size_t size = bytes.size() < 8 ? bytes.size() : 8;
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), size);
      if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
      add(word);
      bytes.remove_prefix(size);
    }
    return *this;
  }

  [[nodiscard]] constexpr Digest digest() const {
    return {fold(lo_ ^ kSecond, hi_ ^ kThird), fold(hi_ ^ kFourth, lo_ ^ kFirst)};
  }

 private:
  static constexpr std::uint64_t kFirst = 0xa0761d6478bd642fULL;
  static constexpr std::uint64_t kSecond = 0xe7037ed1a0b428dbULL;
  static constexpr std::uint64_t kThird = 0x8ebc6af09c88c6e3ULL;
  static constexpr std::uint64_t kFourth = 0x589965cc75374cc3ULL;

  static constexpr std::uint64_t rotate(std::uint64_t word) { return (word << 32) | (word >> 32); }
  static constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64) ^ b;
  }

  std::uint64_t lo_;
  std::uint64_t hi_;
};

// 32 lower-case hexadecimal digits.
[[nodiscard]] std::string to_hex(const Digest& digest);

}  // namespace racewindow
