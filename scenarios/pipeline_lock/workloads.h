// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/pipeline_lock/world.h"
#include "sim/registry.h"

namespace racewindow::pipeline_lock {

// Actors, seed data and faults around any design: `build` gives a world with its milestones and the
// properties that are the workload's own; those that all workloads share come on top.
struct Workload {
  using Build = std::function<World(const Design&, const Parameters&)>;

  Workload(std::string_view named, std::string_view text, World (*fixed)(const Design&))
      : name(named),
        about(text),
        build([fixed](const Design& design, const Parameters&) { return fixed(design); }) {}
  Workload(std::string_view named, std::string_view text, std::vector<ParameterSpec> sizes,
           Build sized)
      : name(named), about(text), parameters(std::move(sizes)), build(std::move(sized)) {}

  std::string_view name;
  std::string_view about;
  std::vector<ParameterSpec> parameters;
  Build build;
};

[[nodiscard]] std::vector<Workload> workloads();

// Its parts, each in a file of its own.
[[nodiscard]] std::vector<Workload> click_workloads();       // clicks, and nobody works on the runs
[[nodiscard]] std::vector<Workload> pool_workloads();        // the same through small pools
[[nodiscard]] std::vector<Workload> fault_workloads();       // deaths, and replies that go astray
[[nodiscard]] std::vector<Workload> worker_workloads();      // runs beside each other and a sweeper
[[nodiscard]] std::vector<Workload> connection_workloads();  // all queues, and connections counted

}  // namespace racewindow::pipeline_lock
