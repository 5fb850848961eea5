// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <source_location>
#include <string_view>

#include "sim/sql/value.h"

namespace racewindow {

// Where a statement was written, as traces show it: in the code of a guard, or in a file that was
// read.
class SourcePlace {
 public:
  SourcePlace() = default;
  SourcePlace(  // NOLINT(google-explicit-constructor): code is the usual place
      std::source_location location)
      : file_(location.file_name()), line_(location.line()) {}
  SourcePlace(const Text& file, std::uint_least32_t line) : file_(file.bytes), line_(line) {}

  [[nodiscard]] std::string_view file_name() const { return file_; }
  [[nodiscard]] std::uint_least32_t line() const { return line_; }

 private:
  std::string_view file_;  // lives for ever
  std::uint_least32_t line_ = 0;
};

}  // namespace racewindow
