// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace racewindow {

// The server's hash functions of bytes, behind hashtext and hashtextextended: Bob Jenkins's lookup3
// (burtleburtle.net/bob/c/lookup3.c) as PostgreSQL 15 has it in common/hashfn.c, on a little-endian
// machine. Equal to the server's, since guards derive the keys of advisory locks from them.
[[nodiscard]] std::uint32_t hash_bytes(std::string_view bytes);
[[nodiscard]] std::uint64_t hash_bytes_extended(std::string_view bytes, std::uint64_t seed);

}  // namespace racewindow
