// SPDX-License-Identifier: Apache-2.0
#include "sim/digest.h"

namespace racewindow {

std::string to_hex(const Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(32);
  for (const std::uint64_t half : {digest.hi, digest.lo}) {
    for (int shift = 60; shift >= 0; shift -= 4) hex += kDigits[(half >> shift) & 0xf];
  }
  return hex;
}

}  // namespace racewindow
