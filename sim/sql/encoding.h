// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "sim/sql/error.h"

namespace racewindow {

// Offset of the first byte that the server does not take as UTF-8, NUL among them; npos where all
// is well.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text);

// The server's error for a text that is not valid: 22021, naming the bytes.
// Requires: there are such bytes.
[[nodiscard]] SqlError invalid_utf8_error(std::string_view text);

}  // namespace racewindow
