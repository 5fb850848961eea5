// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/portal_push/designs.h"
#include "scenarios/portal_push/world.h"
#include "sim/registry.h"

namespace racewindow::portal_push {

// Actors, seed data and faults around any design: `build` gives a world with its milestones and the
// properties that are the workload's own; those that all workloads share come on top.
struct Workload {
  std::string name;
  std::string about;
  std::vector<ParameterSpec> parameters;
  bool rivals = true;  // several pushes of one account
  std::function<World(const Design&, const Parameters&)> build;
};

[[nodiscard]] std::vector<Workload> workloads();

// Its parts, each in a file of its own.
[[nodiscard]] std::vector<Workload> push_workloads();      // pushes of given trees
[[nodiscard]] std::vector<Workload> exposure_workloads();  // the exposed set changes meanwhile
[[nodiscard]] std::vector<Workload> fault_workloads();     // deaths, and replies that go astray
[[nodiscard]] std::vector<Workload> reader_workloads();    // a reader that lists meanwhile

// -- pieces that workloads are built from ---------------------------------------------------------

[[nodiscard]] std::vector<ParameterSpec> rows_and_batch();
[[nodiscard]] ParameterSpec batch_alone();

// One account that exposes `versions`; readers see version 0.
[[nodiscard]] AccountSeed seed(std::string id, std::vector<Tree> versions, const Parameters& given);

void add_lease_table(World& world);
// The admin server's cycle and the hand-run command both push the one account: from two processes.
void add_admin_and_cli(World& world, const Design& design);
// Somebody edits data-portal.json, so that version 1 is exposed from then on. Returns the actor.
std::size_t add_editor(World& world);
// What two pushes of one account reach with this design.
void reach_contention(World& world, const Design& design);

}  // namespace racewindow::portal_push
