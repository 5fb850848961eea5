// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/handler.h"
#include "scenarios/pipeline_lock/clicks.h"
#include "scenarios/pipeline_lock/milestones.h"
#include "scenarios/pipeline_lock/properties.h"
#include "scenarios/pipeline_lock/workloads.h"

namespace racewindow::pipeline_lock {
namespace {

World clicks_through(const Design& design, std::size_t connections, bool limits) {
  World world = make_world(design, {first_project()});
  const Process web = world.process("web", connections);
  if (limits) world.limit(web);
  world.click(web, first_project(), run_route);
  world.click(web, first_project(), run_route);
  follow_clicks(world);
  add_click_properties(world);
  add_one_accepted(world);
  reach_clicks_inside(world, 2);
  return world;
}

World pool_of_1(const Design& design) {
  return clicks_through(design, 1, false);
}

World pool_of_2(const Design& design) {
  return clicks_through(design, 2, false);
}

World pool_of_3(const Design& design) {
  return clicks_through(design, 3, false);
}

World pool_of_1_limits(const Design& design) {
  return clicks_through(design, 1, true);
}

World pool_of_2_limits(const Design& design) {
  return clicks_through(design, 2, true);
}

World two_projects_pool_of_2(const Design& design) {
  World world = make_world(design, {first_project(), second_project()});
  const Process web = world.process("web", 2);
  world.click(web, first_project(), run_route);
  world.click(web, second_project(), run_route);
  follow_clicks(world);
  add_projects_apart(world);
  reach_clicks_inside(world, 2);
  return world;
}

}  // namespace

std::vector<Workload> pool_workloads() {
  return {
      {"pool-of-1", "two clicks on one process with one connection", pool_of_1},
      {"pool-of-2", "two clicks on one process with two connections", pool_of_2},
      {"pool-of-3", "two clicks on one process with three connections", pool_of_3},
      {"two-projects-pool-of-2", "clicks on two projects on one process with two connections",
       two_projects_pool_of_2},
      {"pool-of-1-limits", "one connection, and the client library's time limits",
       pool_of_1_limits},
      {"pool-of-2-limits", "two connections, and the client library's time limits",
       pool_of_2_limits},
  };
}

}  // namespace racewindow::pipeline_lock
