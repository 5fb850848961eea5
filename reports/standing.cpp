// SPDX-License-Identifier: Apache-2.0
#include "reports/standing.h"

namespace racewindow {

bool undecided(const PropertyResult& property) {
  return property.verdict == Verdict::inconclusive || property.verdict == Verdict::vacuous;
}

Standing standing(const PropertyResult& property) {
  if (property.verdict == property.expected) return Standing::as_expected;
  return undecided(property) ? Standing::undecided : Standing::unexpected;
}

Standing standing(const ScenarioResult& result) {
  if (result.broken) return Standing::broken;
  bool any_undecided = false;
  for (const PropertyResult& property : result.properties) {
    const Standing one = standing(property);
    if (one == Standing::unexpected) return one;
    any_undecided = any_undecided || one == Standing::undecided;
  }
  return any_undecided ? Standing::undecided : Standing::as_expected;
}

}  // namespace racewindow
