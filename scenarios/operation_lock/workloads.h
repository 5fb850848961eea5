// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/operation_lock/world.h"

namespace racewindow::operation_lock {

// Actors, seed data and faults around any design: `build` gives a world with its milestones and the
// properties that are the workload's own; those that all workloads share come on top.
struct Workload {
  std::string name;
  std::string about;
  std::function<World(const Design&)> build;
  std::vector<std::string> stores = {"memory", "sqlite"};
};

[[nodiscard]] std::vector<Workload> workloads();

// Its parts, each in a file of its own.
[[nodiscard]] std::vector<Workload> call_workloads();   // calls that nothing disturbs but others
[[nodiscard]] std::vector<Workload> time_workloads();   // crashes, slow flows, clocks
[[nodiscard]] std::vector<Workload> fault_workloads();  // replies that go astray
[[nodiscard]] std::vector<Workload> table_workloads();  // the lock table is missing, or unknown

// -- pieces that workloads are built from ---------------------------------------------------------

// Two users replace the same file from two web processes.
void add_two_replaces(World& world);

}  // namespace racewindow::operation_lock
