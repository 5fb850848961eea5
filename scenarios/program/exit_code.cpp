// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/exit_code.h"

#include <algorithm>
#include <array>

#include "reports/standing.h"

namespace racewindow {
namespace {

int exit_code(const ScenarioResult& result) {
  switch (standing(result)) {
    case Standing::as_expected:
      return kExitAsExpected;
    case Standing::unexpected:
      return kExitUnexpected;
    case Standing::undecided:
      return kExitUndecided;
    case Standing::broken:
      return result.broken->kind == kInternalError ? kExitInternal : kExitBroken;
  }
  return kExitInternal;
}

}  // namespace

int worse(int a, int b) {
  constexpr std::array kPrecedence = {kExitInternal,   kExitUsage,     kExitBroken,
                                      kExitUnexpected, kExitUndecided, kExitAsExpected};
  return *std::find_if(kPrecedence.begin(), kPrecedence.end(),
                       [&](int code) { return code == a || code == b; });
}

int exit_code(const std::vector<ScenarioResult>& results) {
  int code = kExitAsExpected;
  for (const ScenarioResult& result : results) code = worse(code, exit_code(result));
  return code;
}

int exit_code(const ReplayOutcome& outcome) {
  if (outcome.result.broken) return exit_code(outcome.result);
  if (!outcome.divergence.empty()) return kExitUsage;
  const bool unexpected = std::any_of(
      outcome.result.properties.begin(), outcome.result.properties.end(),
      [](const PropertyResult& property) {
        return property.verdict == Verdict::violated && property.expected != Verdict::violated;
      });
  return unexpected ? kExitUnexpected : kExitAsExpected;
}

}  // namespace racewindow
