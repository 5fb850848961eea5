// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "sim/explore.h"
#include "sim/registry.h"

namespace racewindow::testing {

// A scenario with the table t(k bigint primary key, v bigint), whose rows are the view `rows`, and
// one host per actor.
class SmallScenario {
 public:
  explicit SmallScenario(std::string_view seed_rows = "");  // "(1, 0), (2, 0)"

  void actor(std::function<void(Context&)> body);  // called a0, a1, …
  ViewHandle rows() const { return rows_; }

  Scenario scenario;

 private:
  ViewHandle rows_;
};

// A registry entry called test/small/<name> around a scenario builder.
[[nodiscard]] ScenarioEntry entry_of(std::function<Scenario()> build, std::string name = "case");

[[nodiscard]] ScenarioResult explore_with(const ScenarioEntry& entry,
                                          const ExploreOptions& options);
// strategy: as in ExploreOptions, or scratch (naive, every execution on fresh fibers and stores),
// or sleep-sets (exhaustive, without counting interleavings).
[[nodiscard]] ScenarioResult explore_with(const ScenarioEntry& entry, std::string_view strategy,
                                          std::string_view store = "memory");

// Requires: a property of that name.
[[nodiscard]] const PropertyResult& property(const ScenarioResult& result, std::string_view name);

}  // namespace racewindow::testing
