// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace racewindow {

// How a terminal report is dressed. Without colour it is plain text with the same words and the
// same columns: colour never says anything alone.
struct Style {
  bool color = false;
  bool verbose = false;  // executions are told whole: nothing is shortened, tables are shown

  [[nodiscard]] std::string bad(std::string_view text) const { return sgr("1;31", text); }
  [[nodiscard]] std::string good(std::string_view text) const { return sgr("32", text); }
  [[nodiscard]] std::string warning(std::string_view text) const { return sgr("33", text); }
  [[nodiscard]] std::string strong(std::string_view text) const { return sgr("1", text); }
  [[nodiscard]] std::string dim(std::string_view text) const { return sgr("2", text); }

 private:
  [[nodiscard]] std::string sgr(std::string_view code, std::string_view text) const {
    if (!color || text.empty()) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }
};

}  // namespace racewindow
