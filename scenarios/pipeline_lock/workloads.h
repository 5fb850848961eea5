// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "scenarios/pipeline_lock/world.h"

namespace racewindow::pipeline_lock {

// Actors, seed data and faults around any design: `build` gives a world with its milestones and the
// properties that are the workload's own; those that all workloads share come on top.
struct Workload {
  std::string_view name;
  std::string_view about;
  std::function<World(const Design&)> build;
};

[[nodiscard]] std::vector<Workload> workloads();

// Its parts, each in a file of its own.
[[nodiscard]] std::vector<Workload> click_workloads();       // clicks, and nobody works on the runs
[[nodiscard]] std::vector<Workload> pool_workloads();        // the same through small pools
[[nodiscard]] std::vector<Workload> fault_workloads();       // deaths, and replies that go astray
[[nodiscard]] std::vector<Workload> worker_workloads();      // runs beside each other and a sweeper
[[nodiscard]] std::vector<Workload> connection_workloads();  // all queues, and connections counted

}  // namespace racewindow::pipeline_lock
