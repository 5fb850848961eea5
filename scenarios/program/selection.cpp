// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "reports/text.h"
#include "scenarios/program/usage.h"

namespace racewindow {
namespace {

[[noreturn]] void fail_unknown(const Registry& registry, std::string_view expected,
                               const std::string& seen) {
  const std::string nearest = registry.nearest(seen);
  throw UsageError(fmt::format("expected {}, seen '{}'{}; `list` shows all", expected,
                               escaped(seen),
                               nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
}

}  // namespace

const ScenarioEntry& require_scenario(const Registry& registry, const std::string& id) {
  const ScenarioEntry* const entry = registry.find(id);
  if (entry == nullptr) fail_unknown(registry, "a scenario's id", id);
  return *entry;
}

std::vector<const ScenarioEntry*> select(const Registry& registry,
                                         const std::vector<std::string>& patterns) {
  std::set<std::string_view> selected;
  for (const std::string& pattern : patterns) {
    const std::vector<const ScenarioEntry*> matched = registry.match(pattern);
    if (matched.empty()) fail_unknown(registry, "a pattern that matches a scenario", pattern);
    for (const ScenarioEntry* entry : matched) selected.insert(entry->id);
  }
  std::vector<const ScenarioEntry*> entries;
  for (const ScenarioEntry& entry : registry.entries()) {
    if (patterns.empty() || selected.contains(entry.id)) entries.push_back(&entry);
  }
  return entries;
}

void require_store(const ScenarioEntry& entry, const std::string& store) {
  require_choice(entry.id + ": store", store, entry.stores);
}

Parameters require_parameters(const ScenarioEntry& entry, const std::vector<Parameter>& given) {
  try {
    return resolve_parameters(entry, given);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

}  // namespace racewindow
