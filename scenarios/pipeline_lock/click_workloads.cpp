// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <functional>
#include <utility>

#include "guards/pipeline_lock/handler.h"
#include "guards/pipeline_lock/lock_key.h"
#include "scenarios/pipeline_lock/clicks.h"
#include "scenarios/pipeline_lock/milestones.h"
#include "scenarios/pipeline_lock/properties.h"
#include "scenarios/pipeline_lock/workloads.h"

namespace racewindow::pipeline_lock {
namespace {

// A click needs up to two connections.
constexpr std::size_t enough = 4;

void judge_clicks(World& world) {
  follow_clicks(world);
  add_click_properties(world);
  add_one_accepted(world);
  reach_answer(world, 202);
}

World simultaneous_clicks(const Design& design, std::size_t clicks) {
  World world = make_world(design, {first_project()});
  const Process web = world.process("web", 2 * clicks);
  for (std::size_t n = 0; n < clicks; ++n) world.click(web, first_project(), run_route);
  judge_clicks(world);
  reach_answer(world, 409);
  reach_clicks_inside(world, 2);
  return world;
}

World two_clicks(const Design& design) {
  return simultaneous_clicks(design, 2);
}

World three_clicks(const Design& design) {
  return simultaneous_clicks(design, 3);
}

World two_processes(const Design& design) {
  World world = make_world(design, {first_project()});
  const Process web = world.process("web-1", 2);
  const Process other = world.process("web-2", 2);
  world.click(web, first_project(), run_route);
  world.click(other, first_project(), run_now_route);
  judge_clicks(world);
  reach_answer(world, 409);
  reach_clicks_inside(world, 2);
  return world;
}

World consecutive_clicks(const Design& design) {
  World world = make_world(design, {first_project()});
  const Process web = world.process("web", 2);
  world.click(web, first_project(), run_route, 2);
  judge_clicks(world);
  return world;
}

// The world's lock keys are those of `lock_key`.
World projects_at_once(const Design& design,
                       std::function<std::int64_t(std::string_view)> lock_key) {
  World world = make_world(design, {first_project(), second_project()});
  world.lock_key = std::move(lock_key);
  const Process web = world.process("web", enough);
  world.click(web, first_project(), run_route);
  world.click(web, second_project(), run_route);
  follow_clicks(world);
  add_projects_apart(world);
  reach_clicks_inside(world, 2);
  return world;
}

World two_projects(const Design& design) {
  return projects_at_once(design, project_id_to_lock_key);
}

World colliding_keys(const Design& design) {
  return projects_at_once(design, [](std::string_view) { return std::int64_t{7}; });
}

}  // namespace

std::vector<Workload> click_workloads() {
  return {
      {"two-clicks", "two simultaneous clicks", two_clicks},
      {"three-clicks", "three simultaneous clicks", three_clicks},
      {"two-processes", "run on one web process, run-now on another", two_processes},
      {"consecutive-clicks", "one click after the other", consecutive_clicks},
      {"two-projects", "clicks on two projects", two_projects},
      {"colliding-keys", "clicks on two projects whose lock keys are the same", colliding_keys},
  };
}

}  // namespace racewindow::pipeline_lock
