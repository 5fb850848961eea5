// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace racewindow::pipeline_lock {

[[nodiscard]] std::array<unsigned char, 32> sha256(std::string_view text);

// projectIdToLockKey: SHA-256 of the id, its first 8 bytes read as a signed 64-bit integer, the
// first byte the most significant one (the document does not say which).
[[nodiscard]] std::int64_t project_id_to_lock_key(std::string_view project_id);

}  // namespace racewindow::pipeline_lock
