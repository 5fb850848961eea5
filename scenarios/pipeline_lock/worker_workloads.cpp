// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "guards/pipeline_lock/sweeper.h"
#include "scenarios/pipeline_lock/clicks.h"
#include "scenarios/pipeline_lock/milestones.h"
#include "scenarios/pipeline_lock/properties.h"
#include "scenarios/pipeline_lock/workloads.h"

namespace racewindow::pipeline_lock {
namespace {

// Runs that wait in the queue for so many worker processes with so many slots each.
World runs_of(const Design& design, const std::vector<Project>& projects, std::size_t processes,
              std::size_t slots) {
  World world = make_world(design, projects);
  for (const Project& project : projects) world.queue(project);
  for (std::size_t n = 0; n < processes; ++n) {
    const Process worker = world.process(fmt::format("worker-{}", n + 1), slots);
    for (std::size_t slot = 0; slot < slots; ++slot) world.slot(worker);
  }
  follow_clicks(world);
  add_worker_properties(world);
  add_one_unit(world);
  reach_runs_done(world, projects.size());
  return world;
}

World concurrency_1(const Design& design) {
  return runs_of(design, {first_project(), sister_project()}, 1, 1);
}

World two_worker_processes(const Design& design) {
  World world = runs_of(design, {first_project(), second_project()}, 2, 1);
  reach_runs_running(world, 2);
  return world;
}

World same_company(const Design& design) {
  World world = runs_of(design, {first_project(), sister_project()}, 1, 2);
  reach_runs_running(world, 2);
  reach_worker_wait(world);
  return world;
}

World two_companies(const Design& design) {
  World world = runs_of(design, {first_project(), second_project()}, 1, 2);
  add_companies_apart(world);
  reach_runs_running(world, 2);
  return world;
}

// The sweeper looks once, beside a run and whatever it finds.
World sweeper(const Design& design) {
  World world = runs_of(design, {first_project()}, 1, 1);
  const Process cron = world.process("cron", 1);
  const std::size_t sweeper = world.scenario.actor(
      "sweeper", cron.host, [pool = cron.pool](Context& ctx) { sweep_idle_projects(ctx, pool); });
  reach_drop_of_rules_table(world, sweeper);
  return world;
}

}  // namespace

std::vector<Workload> worker_workloads() {
  return {
      {"concurrency-1", "PIPELINE_CONCURRENCY=1, runs of two projects", concurrency_1},
      {"two-worker-processes", "PIPELINE_CONCURRENCY=1 in each of two worker processes",
       two_worker_processes},
      {"same-company", "PIPELINE_CONCURRENCY=2, runs of two projects of one new company",
       same_company},
      {"two-companies", "PIPELINE_CONCURRENCY=2, runs of two projects of two new companies",
       two_companies},
      {"sweeper", "a run, and the sweeper of orphaned rules_tmp_* tables", sweeper},
  };
}

}  // namespace racewindow::pipeline_lock
