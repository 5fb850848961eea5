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

namespace portal_push {
[[nodiscard]] std::span<const Survivor> survivors();
}
namespace operation_lock {
[[nodiscard]] std::span<const Survivor> survivors();
}
namespace pipeline_lock {
[[nodiscard]] std::span<const Survivor> survivors();
}

// The explanation of a surviving mutant of this design, as `mutate` names it: the kind, the file
// and the text of the change. Empty where there is none.
[[nodiscard]] std::string_view explain_survivor(std::string_view design, std::string_view kind,
                                                std::string_view file, std::string_view change);

}  // namespace racewindow
