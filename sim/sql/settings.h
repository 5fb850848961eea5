// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/sql/node.h"

namespace racewindow {

// The run-time settings that SET, SHOW and their like may name: a closed list. Those with a meaning
// are timeouts and the default isolation level; the others, such as enable_seqscan, cannot change
// what a statement does here, only how a server would go about it.
struct Setting {
  enum class Kind : std::uint8_t { milliseconds, boolean, word, number, text } kind;
  std::string_view name;
  std::string_view initial;  // in the canonical form
  std::int64_t min = 0;      // of milliseconds
  std::string_view words{};  // of a word: those allowed, separated by commas
};

// The setting of this name, whatever its case. Throws SqlError 42704 for one the server does not
// know; refuses, at the node, those it knows and we do not.
[[nodiscard]] const Setting& find_setting(const Node& at, std::string_view name);
// Requires: a name that find_setting gave.
[[nodiscard]] const Setting& known_setting(std::string_view name);

// A value as it is kept: milliseconds as a whole number, on or off, words in lower case. Throws
// SqlError 22023 for what is none.
[[nodiscard]] std::string canonical_value(const Setting& setting, std::string_view text);
// A canonical value as SHOW and current_setting print it: "10ms", "2min", "0".
[[nodiscard]] std::string shown_value(const Setting& setting, std::string_view canonical);

}  // namespace racewindow
