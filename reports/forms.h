// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "reports/json.h"

namespace racewindow {

// A form that results are written in: an option --NAME FILE of every command that has results.
struct Form {
  std::string_view name;
  std::string_view meaning;  // what follows "write"
  // `program`: what the commands in it call.
  std::string (*write)(const ResultFile& file, const std::string& program);
};
[[nodiscard]] std::span<const Form> forms();

}  // namespace racewindow
