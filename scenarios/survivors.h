// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace racewindow {

// Why nothing notices a change of a guard (docs/mutation.md): the clause is redundant, or what it
// is for is no property of the scenarios.
struct Survivor {
  std::string_view kinds;   // of the mutation: one or several, separated by blanks
  std::string_view file;    // the statement's, without its folder
  std::string_view change;  // a part of mutation_text()
  const char* why;
};

// The explanation among these of a surviving mutant, by what `mutate` tells of it. Empty where
// there is none.
[[nodiscard]] std::string_view explain_survivor(std::span<const Survivor> known,
                                                std::string_view kind, std::string_view file,
                                                std::string_view change);

}  // namespace racewindow
