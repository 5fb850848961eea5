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

void expect(bool holds, std::string message) {
  if (!holds) throw Broken("setup", std::move(message));
}

void check_pools(const Scenario& scenario) {
  std::size_t connections = 0;
  for (const PoolSpec& pool : scenario.pools) {
    connections += pool.size;
    expect(pool.size > 0, fmt::format("pool {} has no connection", pool.name));
    expect(pool.host == PoolSpec::kOwnHost || pool.host < scenario.hosts.size(),
           fmt::format("pool {} is of host {}, but there are {} hosts", pool.name, pool.host,
                       scenario.hosts.size()));
    const bool has_limits = pool.statement_checkout_timeout || pool.transaction_checkout_timeout ||
                            pool.transaction_timeout;
    expect(!has_limits || scenario.sleeps,
           fmt::format("pool {} has limits in time, but the scenario does not say that time moves: "
                       "set `sleeps`",
                       pool.name));
    expect(!pool.transaction_timeout || pool.mode == PoolMode::transaction,
           fmt::format("pool {} limits transactions, but does not hand out connections for them",
                       pool.name));
  }
  expect(connections <= ConnectionPools::kConnectionsMax,
         fmt::format("expected at most {} connections in all pools, seen {}",
                     ConnectionPools::kConnectionsMax, connections));
}

}  // namespace

void check_scenario(const Scenario& scenario) {
  constexpr std::size_t kHostsMax = 32;
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
  const std::size_t late =
      std::size_t{scenario.faults.late} + scenario.faults.crashes + scenario.faults.vanishes;
  expect(late <= Scheduler::kLateMax,
         fmt::format("expected at most {} late statements and deaths of hosts in all, seen {}",
                     Scheduler::kLateMax, late));
  check_pools(scenario);
  check_names<ActorSpec>("actors", scenario.actors,
                         [](const ActorSpec& each) { return each.name; });
  check_names<PoolSpec>("pools", scenario.pools, [](const PoolSpec& each) { return each.name; });
  check_names<ViewQuery>("views", scenario.views, [](const ViewQuery& each) { return each.name; });
  check_names<Property>("properties", scenario.properties,
                        [](const Property& each) { return each.info.name; });
  check_names<Milestone>("milestones", scenario.milestones,
                         [](const Milestone& each) { return each.name; });
}

}  // namespace racewindow
