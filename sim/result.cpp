// SPDX-License-Identifier: Apache-2.0
#include "sim/result.h"

#include <algorithm>

namespace racewindow {

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::violated:
      return "violated";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::vacuous:
      return "vacuous";
  }
  return "";
}

std::string_view kind_name(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::invariant:
      return "invariant";
    case PropertyKind::monitor:
      return "monitor";
    case PropertyKind::final:
      return "final";
    case PropertyKind::recovery:
      return "recovery";
    case PropertyKind::stuck:
      return "stuck";
  }
  return "";
}

bool ScenarioResult::as_expected() const {
  return !broken && std::all_of(properties.begin(), properties.end(),
                                [](const PropertyResult& p) { return p.verdict == p.expected; });
}

}  // namespace racewindow
