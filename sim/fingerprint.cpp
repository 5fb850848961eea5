// SPDX-License-Identifier: Apache-2.0
#include "sim/fingerprint.h"

#include "sim/digest.h"
#include "sim/store/open_store.h"

namespace racewindow {
namespace {

template <class Texts>
void add_all(Hasher& hasher, const Texts& texts) {
  hasher.add(static_cast<std::uint64_t>(texts.size()));
  for (const std::string& text : texts) hasher.add(text);
}

}  // namespace

std::string behavioural_fingerprint(const ScenarioResult& result, const Scenario& scenario,
                                    const std::set<std::string>& texts) {
  Hasher hasher;
  add_all(hasher, scenario.schema);
  add_all(hasher, scenario.env_schema);
  add_all(hasher, texts);
  hasher.add(static_cast<std::uint64_t>(scenario.views.size()));
  for (const ViewQuery& view : scenario.views) hasher.add(view.name).add(view.sql);
  hasher.add(static_cast<std::uint64_t>(scenario.properties.size()));
  for (const Property& property : scenario.properties) {
    hasher.add(property.info.name)
        .add(property.info.text)
        .add(kind_name(property.kind))
        .add(verdict_name(property.expected));
  }
  hasher.add(static_cast<std::uint64_t>(scenario.milestones.size()));
  for (const Milestone& milestone : scenario.milestones) hasher.add(milestone.name);
  for (const Parameter& parameter : result.parameters) {
    hasher.add(parameter.name).add(static_cast<std::uint64_t>(parameter.value));
  }
  add_all(hasher, result.bounds);
  for (const Duration deadline : scenario.deadlines) {
    hasher.add(static_cast<std::uint64_t>(deadline.microseconds));
  }
  hasher.add(static_cast<std::uint64_t>(scenario.isolation));
  return to_hex(hasher.digest());
}

std::vector<ComponentVersion> component_versions(const std::string& store) {
  const StoreVersion of_store = store_version(store);
  return {{"racewindow", RACEWINDOW_VERSION}, {of_store.name, of_store.version}};
}

}  // namespace racewindow
