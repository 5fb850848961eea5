// SPDX-License-Identifier: Apache-2.0
#include "reports/html/races.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/html/comparison.h"
#include "reports/html/markup.h"
#include "reports/html/step_card.h"

namespace racewindow {
namespace {

using Properties = std::vector<const PropertyResult*>;

// "tree-complete and pointer-forward hold", as markup.
std::string hold_html(const Properties& properties) {
  std::string names;
  for (std::size_t n = 0; n < properties.size(); ++n) {
    if (n > 0) names += n + 1 == properties.size() ? " and " : ", ";
    names += html_cut(properties[n]->info.name, kTextBytesMax);
  }
  return names + (properties.size() == 1 ? " holds" : " hold");
}

// The properties in groups of equal `key`, a function of their counterexamples. Those that have
// none are left out.
template <class Key>
std::vector<Properties> alike(const Violation& violation, const Key& key) {
  std::vector<Properties> groups;
  for (const PropertyResult* property : violation.properties) {
    const auto own = key(*property->counterexample);
    if (!own) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Properties& each) {
      return key(*each.front()->counterexample) == own;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), {{}});
    group->push_back(property);
  }
  return groups;
}

}  // namespace

std::vector<ToldWindow> windows_of(const Violation& violation) {
  std::vector<ToldWindow> windows;
  const auto ends = [](const Counterexample& each) {
    std::optional<std::pair<std::size_t, std::size_t>> both;
    if (each.race_window) both.emplace(each.race_window->opened_at, each.race_window->hit_at);
    return both;
  };
  for (const Properties& group : alike(violation, ends)) {
    windows.push_back({*group.front()->counterexample->race_window, hold_html(group)});
  }
  return windows;
}

std::string comparisons_html(const Violation& violation, const std::string& id) {
  std::string markup;
  std::string passing_id = id + ".passing";
  const auto schedule = [](const Counterexample& each) {
    std::optional<std::string> passing;
    if (each.nearest_passing) passing = each.nearest_passing->schedule;
    return passing;
  };
  std::size_t number = 1;
  for (const Properties& group : alike(violation, schedule)) {
    const PassingSchedule& passing = *group.front()->counterexample->nearest_passing;
    markup += comparison_html(violation.counterexample().trace, passing, id, passing_id,
                              hold_html(group));
    passing_id = fmt::format("{}.passing.{}", id, ++number);
  }
  return markup;
}

}  // namespace racewindow
