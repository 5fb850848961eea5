// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "reports/listing.h"
#include "reports/text.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/output.h"
#include "scenarios/program/selection.h"

namespace racewindow {

int list_command(const ListOptions& options, const Registry& registry) {
  std::vector<ListedScenario> listed;
  for (const ScenarioEntry* entry : select(registry, {options.pattern})) {
    listed.emplace_back(entry, entry->build(resolve_parameters(*entry, {})));
  }
  fmt::print("{}", listing(listed, style_for(options.color, STDOUT_FILENO)));
  return kExitAsExpected;
}

}  // namespace racewindow
