// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/hash.h"

#include <bit>
#include <cstddef>

namespace racewindow {
namespace {

struct State {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};

void mix(State& s) {
  const auto round = [](std::uint32_t& x, std::uint32_t& y, std::uint32_t& z, int by) {
    x -= z;
    x ^= std::rotl(z, by);
    z += y;
  };
  round(s.a, s.b, s.c, 4);
  round(s.b, s.c, s.a, 6);
  round(s.c, s.a, s.b, 8);
  round(s.a, s.b, s.c, 16);
  round(s.b, s.c, s.a, 19);
  round(s.c, s.a, s.b, 4);
}

void finish(State& s) {
  const auto round = [](std::uint32_t& x, std::uint32_t y, int by) {
    x ^= y;
    x -= std::rotl(y, by);
  };
  round(s.c, s.b, 14);
  round(s.a, s.c, 11);
  round(s.b, s.a, 25);
  round(s.c, s.b, 16);
  round(s.a, s.c, 4);
  round(s.b, s.a, 14);
  round(s.c, s.b, 24);
}

// Up to four bytes from `at` on, the first the lowest.
std::uint32_t word(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t n = 0; n < 4 && at + n < bytes.size(); ++n) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + n])) << (8 * n);
  }
  return value;
}

State hash(std::string_view bytes, std::uint64_t seed) {
  State s;
  s.a = s.b = s.c = 0x9e3779b9U + static_cast<std::uint32_t>(bytes.size()) + 3923095U;
  if (seed != 0) {
    s.a += static_cast<std::uint32_t>(seed >> 32);
    s.b += static_cast<std::uint32_t>(seed);
    mix(s);
  }
  for (; bytes.size() >= 12; bytes.remove_prefix(12)) {
    s.a += word(bytes, 0);
    s.b += word(bytes, 4);
    s.c += word(bytes, 8);
    mix(s);
  }
  s.a += word(bytes, 0);
  s.b += word(bytes, 4);
  s.c += word(bytes, 8) << 8;  // the lowest byte is kept for the length
  finish(s);
  return s;
}

}  // namespace

std::uint32_t hash_bytes(std::string_view bytes) {
  return hash(bytes, 0).c;
}

std::uint64_t hash_bytes_extended(std::string_view bytes, std::uint64_t seed) {
  const State s = hash(bytes, seed);
  return (std::uint64_t{s.b} << 32) | s.c;
}

}  // namespace racewindow
