// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "guards/pipeline_lock/project.h"
#include "scenarios/pipeline_lock/designs.h"
#include "sim/scenario.h"

namespace racewindow::pipeline_lock {

struct Clicks;  // scenarios/pipeline_lock/clicks.h

// What properties know of a scenario beside its views. Actors that click are declared before all
// others, so that their indices are below `clickers`.
struct Facts {
  std::size_t clickers = 0;
  std::size_t clicks = 0;          // that all of them make together
  std::vector<std::size_t> hosts;  // of each clicker
  std::vector<Project> projects;
  ViewHandle runs;   // id, project_id, status
  ViewHandle steps;  // run_id, step: in the order in which they were taken
};

// A web process or a worker process.
struct Process {
  std::string name;
  std::size_t host = 0;
  PoolHandle pool;
};

// A scenario under construction.
struct World {
  Scenario scenario;
  Facts facts;
  Design design;
  PoolHandle recovery_pool;
  Tracked<Clicks> clicks;
  std::function<std::int64_t(std::string_view)> lock_key;
  std::size_t queued = 0;

  // A process with a pool of this many connections, without the client library's limits.
  Process process(std::string name, std::size_t connections);

  // Gives its pool the limits that the client library has by default.
  void limit(const Process& web);

  // A run that some handler has created and enqueued before the execution begins.
  void queue(const Project& project);

  // Adds an actor that clicks `times` times. Requires: no other actor was added yet.
  void click(const Process& web, const Project& project, std::string_view route,
             std::size_t times = 1);
  // Adds a slot of the worker's PIPELINE_CONCURRENCY.
  std::size_t slot(const Process& worker) { return slot(worker, design.run); }
  std::size_t slot(const Process& worker, const RunPipeline& run);
};

// The tables, views and seed of these projects.
[[nodiscard]] World make_world(const Design& design, const std::vector<Project>& projects);

// The first project; the second one is of another company.
[[nodiscard]] Project first_project();
[[nodiscard]] Project second_project();
[[nodiscard]] Project sister_project();  // of the first one's company
[[nodiscard]] Project third_project();

}  // namespace racewindow::pipeline_lock
