// SPDX-License-Identifier: Apache-2.0
#include "scenarios/known_verdicts.h"

#include <algorithm>

namespace racewindow {
namespace {

bool lists(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

void expect_known(Scenario& scenario, const std::vector<Known>& table, std::string_view design,
                  std::string_view workload) {
  for (const Known& known : table) {
    if (!lists(known.designs, design) || !lists(known.workloads, workload)) continue;
    for (const std::string_view property : known.properties) {
      scenario.expect(property, Verdict::violated, known.why);
    }
  }
}

}  // namespace racewindow
