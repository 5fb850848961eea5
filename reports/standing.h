// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/result.h"

namespace racewindow {

// How a result compares with what was expected: what reports mark it with, and the program's exit
// code follows. `undecided`: some property is inconclusive or vacuous without being expected to be,
// and every other one is as expected.
enum class Standing { as_expected, unexpected, undecided, broken };
[[nodiscard]] Standing standing(const PropertyResult& property);
[[nodiscard]] Standing standing(const ScenarioResult& result);
// Inconclusive or vacuous, expected or not.
[[nodiscard]] bool undecided(const PropertyResult& property);

}  // namespace racewindow
