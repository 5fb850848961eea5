// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace racewindow {

// The command line or an input file is not what it should be: exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws UsageError that names the choices and the nearest one, unless `value` is one of them.
void require_choice(std::string_view option, const std::string& value,
                    std::span<const std::string> choices);

// Whole numbers of 64 bits (a limit is above 0), and numbers of seconds such as 0.5. Throw
// UsageError.
[[nodiscard]] std::uint64_t parse_count(std::string_view option, const std::string& text);
[[nodiscard]] std::uint64_t parse_limit(std::string_view option, const std::string& text);
[[nodiscard]] double parse_seconds(std::string_view option, const std::string& text);
// Bytes above 0, with a unit of K, M, G (or KiB, MiB, GiB): powers of 1024.
[[nodiscard]] std::uint64_t parse_memory(std::string_view option, const std::string& text);
// Not empty, which would read as an option that was not given.
[[nodiscard]] std::string parse_file_name(std::string_view option, const std::string& text);

}  // namespace racewindow
