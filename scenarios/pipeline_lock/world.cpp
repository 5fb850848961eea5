// SPDX-License-Identifier: Apache-2.0
#include "scenarios/pipeline_lock/world.h"

#include <fmt/format.h>

#include <utility>

#include "guards/pipeline_lock/handler.h"
#include "guards/pipeline_lock/lock_key.h"
#include "guards/pipeline_lock/schema.h"
#include "guards/pipeline_lock/worker.h"
#include "scenarios/pipeline_lock/clicks.h"

namespace racewindow::pipeline_lock {

Process World::process(std::string name, std::size_t connections) {
  const std::size_t host = scenario.host(name);
  const PoolHandle pool = scenario.pool({.name = name, .size = connections, .host = host});
  return {std::move(name), host, pool};
}

void World::limit(const Process& web) {
  PoolSpec& pool = scenario.pools[web.pool.index];
  pool.statement_checkout_timeout = seconds(10);
  pool.transaction_checkout_timeout = seconds(2);
  pool.transaction_timeout = seconds(5);
  scenario.sleeps = true;
}

void World::queue(const Project& project) {
  ++queued;
  scenario.schema.push_back(fmt::format(
      "INSERT INTO pipeline_run (project_id, status) VALUES ('{}', 'PENDING')", project.id));
  scenario.env_schema.push_back(
      fmt::format("INSERT INTO job (run_id, project_id, company_id) VALUES ({}, '{}', '{}')",
                  queued, project.id, project.company));
}

void World::click(const Process& web, const Project& project, std::string_view route,
                  std::size_t times) {
  ++facts.clickers;
  facts.clicks += times;
  facts.hosts.push_back(web.host);
  scenario.actor(fmt::format("click-{}", facts.clickers), web.host,
                 [start = design.start, process = Web{web.pool, lock_key}, project, route,
                  times](Context& ctx) {
                   for (std::size_t n = 0; n < times; ++n) {
                     post_run(ctx, start, process, project, route);
                   }
                 });
}

std::size_t World::slot(const Process& worker, const RunPipeline& run) {
  return scenario.actor(fmt::format("{}-{}", worker.name, scenario.actors.size()), worker.host,
                        [run, worker](Context& ctx) { work(ctx, worker.pool, run, worker.name); });
}

World make_world(const Design& design, const std::vector<Project>& projects) {
  World world;
  world.design = design;
  world.lock_key = project_id_to_lock_key;
  world.facts.projects = projects;
  Scenario& scenario = world.scenario;
  scenario.schema = database_schema();
  scenario.schema.insert(scenario.schema.end(), design.indexes.begin(), design.indexes.end());
  scenario.env_schema = queue_schema();
  scenario.env_on_death = {"UPDATE job SET taken_by = NULL WHERE taken_by = $1"};
  for (const Project& project : projects) {
    scenario.schema.push_back(fmt::format(
        "INSERT INTO project (id, company_id) VALUES ('{}', '{}')", project.id, project.company));
  }
  world.recovery_pool = scenario.pool({.name = "restarted", .size = 2});
  world.facts.runs =
      scenario.view("runs", "SELECT id, project_id, status FROM pipeline_run ORDER BY id");
  world.facts.steps = scenario.view("steps", "SELECT run_id, step FROM pipeline_step ORDER BY id");
  return world;
}

Project first_project() {
  return {"p1", "c1"};
}

Project second_project() {
  return {"p2", "c2"};
}

Project third_project() {
  return {"p3", "c3"};
}

Project sister_project() {
  return {"p2", "c1"};
}

}  // namespace racewindow::pipeline_lock
