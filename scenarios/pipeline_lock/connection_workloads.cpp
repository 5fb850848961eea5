// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "guards/pipeline_lock/handler.h"
#include "guards/pipeline_lock/step_jobs.h"
#include "scenarios/pipeline_lock/clicks.h"
#include "scenarios/pipeline_lock/milestones.h"
#include "scenarios/pipeline_lock/properties.h"
#include "scenarios/pipeline_lock/workloads.h"

namespace racewindow::pipeline_lock {
namespace {

// What the environment sets: the slots of the worker's four queues, and the web process's pool.
struct Concurrency {
  explicit Concurrency(const Parameters& given)
      : pipeline(static_cast<std::size_t>(given["pipeline"])),
        import(static_cast<std::size_t>(given["import"])),
        rules(static_cast<std::size_t>(given["rules"])),
        exports(static_cast<std::size_t>(given["export"])),
        web(static_cast<std::size_t>(given["web"])) {}

  std::size_t pipeline;
  std::size_t import;
  std::size_t rules;
  std::size_t exports;
  std::size_t web;

  // The document's formula counts every queue once per run, (PIPELINE x (IMPORT + RULES + EXPORT))
  // + web pool. That is more than can be in use: a run is at one step at a time, and the slots of a
  // queue are shared by all runs.
  [[nodiscard]] std::size_t peak() const {
    std::array<std::size_t, 3> slots{import, rules, exports};
    std::sort(slots.begin(), slots.end(), std::greater<>());
    std::size_t sum = web;
    for (std::size_t n = 0; n < std::min(pipeline, slots.size()); ++n) sum += slots[n];
    return sum;
  }
};

void add_slots(World& world, const Process& worker, std::string_view queue, std::size_t slots) {
  for (std::size_t n = 0; n < slots; ++n) {
    world.scenario.actor(
        fmt::format("{}-{}", queue, n + 1), worker.host,
        [worker, queue](Context& ctx) { work_on_steps(ctx, worker.pool, queue, worker.name); });
  }
}

// So many runs in the queue, each step of as many chunks as any queue has slots; and a click on yet
// another project where the web process has a connection for it.
World connections(const Design& design, const Parameters& given) {
  const Concurrency slots(given);
  const std::vector<Project> queued{first_project(), second_project()};
  World world = make_world(design, {first_project(), second_project(), third_project()});
  for (std::size_t n = 0; n < slots.pipeline; ++n) world.queue(queued[n]);
  if (slots.web > 0) world.click(world.process("web", slots.web), third_project(), run_route);
  const Process worker = world.process("worker", slots.peak());
  const std::size_t most = std::max({slots.import, slots.rules, slots.exports});
  const auto chunks = static_cast<std::int64_t>(most);
  for (std::size_t n = 0; n < slots.pipeline; ++n) {
    world.slot(worker, [chunks](Context& ctx, PoolHandle pool, const Job& job) {
      run_by_step_jobs(ctx, pool, job, chunks);
    });
  }
  add_slots(world, worker, "import", slots.import);
  add_slots(world, worker, "rules", slots.rules);
  add_slots(world, worker, "export", slots.exports);
  follow_clicks(world);
  add_connections(world, slots.peak());
  reach_connections(world, slots.peak());
  reach_runs_done(world, slots.pipeline);
  return world;
}

}  // namespace

std::vector<Workload> connection_workloads() {
  const auto with = [](std::int64_t pipeline, std::int64_t import,
                       std::int64_t web) -> std::vector<ParameterSpec> {
    return {{"pipeline", pipeline, 1, 2, "PIPELINE_CONCURRENCY, and the runs in the queue"},
            {"import", import, 1, 3, "IMPORT_CONCURRENCY"},
            {"rules", 1, 1, 3, "RULES_CONCURRENCY"},
            {"export", 1, 1, 3, "EXPORT_CONCURRENCY"},
            {"web", web, 0, 1, "connections of the web process"}};
  };
  return {
      {"connections-1", "all queues of the worker beside a click, the default of one root job",
       with(1, 2, 1), connections},
      {"connections-2", "all queues of the worker, two root jobs", with(2, 1, 0), connections},
  };
}

}  // namespace racewindow::pipeline_lock
