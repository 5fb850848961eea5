// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "guards/operation_lock/operation.h"

namespace racewindow::operation_lock {

// The key of a file among PostgreSQL's advisory locks, which are numbers: FNV-1a, 64 bits, over
// comparison and role.
[[nodiscard]] inline std::int64_t advisory_key(const FileRequest& file) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : file.comparison_id + '/' + file.role) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return static_cast<std::int64_t>(hash);
}

}  // namespace racewindow::operation_lock
