// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "reports/document.h"
#include "sim/registry.h"
#include "sim/result.h"

// The tables of a review that set all designs side by side.
namespace racewindow {

// A part of a scenario's id: 0 the system, 1 the design, 2 the workload.
[[nodiscard]] std::string id_part(const std::string& id, std::size_t n);

// A design's results, and everything the review says about several of them.
struct Reviewed {
  std::string name;
  std::vector<const ScenarioResult*> results;

  [[nodiscard]] const ScenarioResult& first() const { return *results.front(); }
  [[nodiscard]] bool violates() const;
};
[[nodiscard]] std::vector<Reviewed> designs_of(const std::vector<ScenarioResult>& results);

// Every property that some scenario has, in the order in which they are met: P1, P2, …
class Properties {
 public:
  explicit Properties(const std::vector<ScenarioResult>& results) {
    for (const ScenarioResult& result : results) {
      for (const PropertyResult& property : result.properties) {
        if (number(property.info.name) == all_.size()) all_.push_back(&property);
      }
    }
  }
  [[nodiscard]] const std::vector<const PropertyResult*>& all() const { return all_; }
  // all().size(): none of that name.
  [[nodiscard]] std::size_t number(std::string_view name) const {
    const auto found = std::ranges::find_if(
        all_, [&](const PropertyResult* each) { return each->info.name == name; });
    return static_cast<std::size_t>(found - all_.begin());
  }
  [[nodiscard]] std::string label(std::string_view name) const {
    return fmt::format("P{}", number(name) + 1);
  }

 private:
  std::vector<const PropertyResult*> all_;
};

// "everything holds in 4 workloads", or which properties are violated and which are not decided.
[[nodiscard]] std::string standing_of(const Reviewed& design, const Properties& properties);

void add_guarantees(Document& document, const SystemInfo& system, const Properties& properties);
void add_designs(Document& document, const std::vector<Reviewed>& designs,
                 const Properties& properties);
void add_matrix(Document& document, const std::vector<Reviewed>& designs,
                const Properties& properties);
void add_workloads(Document& document, const std::vector<Reviewed>& designs,
                   const Properties& properties);

}  // namespace racewindow
