// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario_check.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/scheduler.h"

namespace racewindow {
namespace {

template <class Named>
void check_names(const char* kind, const std::vector<Named>& all,
                 std::string (*name)(const Named&)) {
  std::set<std::string> seen;
  for (const Named& each : all) {
    if (!seen.insert(name(each)).second) {
      throw Broken("setup", fmt::format("two {} are called {}", kind, name(each)));
    }
  }
}

}  // namespace

void check_scenario(const Scenario& scenario) {
  constexpr std::size_t kHostsMax = 32;
  const auto expect = [](bool holds, std::string message) {
    if (!holds) throw Broken("setup", std::move(message));
  };
  expect(scenario.actors.size() <= Scheduler::kActorsMax,
         fmt::format("expected at most {} actors, seen {}", Scheduler::kActorsMax,
                     scenario.actors.size()));
  expect(scenario.hosts.size() <= kHostsMax,
         fmt::format("expected at most {} hosts, seen {}", kHostsMax, scenario.hosts.size()));
  for (const ActorSpec& actor : scenario.actors) {
    expect(actor.host < scenario.hosts.size(),
           fmt::format("actor {} runs on host {}, but there are {} hosts", actor.name, actor.host,
                       scenario.hosts.size()));
  }
  const std::size_t late = std::size_t{scenario.faults.late} + scenario.faults.crashes;
  expect(late <= Scheduler::kLateMax,
         fmt::format("expected at most {} late statements and crashes in all, seen {}",
                     Scheduler::kLateMax, late));
  check_names<ActorSpec>("actors", scenario.actors,
                         [](const ActorSpec& each) { return each.name; });
  check_names<ViewQuery>("views", scenario.views, [](const ViewQuery& each) { return each.name; });
  check_names<Property>("properties", scenario.properties,
                        [](const Property& each) { return each.info.name; });
  check_names<Milestone>("milestones", scenario.milestones,
                         [](const Milestone& each) { return each.name; });
}

}  // namespace racewindow
