// SPDX-License-Identifier: Apache-2.0
#include "reports/standing.h"

namespace racewindow {

Standing standing(const PropertyResult& property) {
  if (property.verdict == property.expected) return Standing::as_expected;
  const bool decided = property.verdict == Verdict::holds || property.verdict == Verdict::violated;
  return decided ? Standing::unexpected : Standing::undecided;
}

Standing standing(const ScenarioResult& result) {
  if (result.broken) return Standing::broken;
  bool undecided = false;
  for (const PropertyResult& property : result.properties) {
    const Standing one = standing(property);
    if (one == Standing::unexpected) return one;
    undecided = undecided || one == Standing::undecided;
  }
  return undecided ? Standing::undecided : Standing::as_expected;
}

}  // namespace racewindow
