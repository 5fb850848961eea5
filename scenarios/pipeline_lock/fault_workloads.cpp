// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/handler.h"
#include "scenarios/pipeline_lock/clicks.h"
#include "scenarios/pipeline_lock/milestones.h"
#include "scenarios/pipeline_lock/properties.h"
#include "scenarios/pipeline_lock/workloads.h"

namespace racewindow::pipeline_lock {
namespace {

// Two web processes, so that one survives.
World clicks_on_two_processes(const Design& design) {
  World world = make_world(design, {first_project()});
  const Process web = world.process("web-1", 2);
  const Process other = world.process("web-2", 2);
  world.click(web, first_project(), run_route);
  world.click(other, first_project(), run_route);
  follow_clicks(world);
  add_click_properties(world);
  return world;
}

World dying_handler(const Design& design) {
  World world = clicks_on_two_processes(design);
  world.scenario.faults.crashes = 1;
  reach_death_inside(world, EventKind::crash);
  return world;
}

World vanishing_handler(const Design& design) {
  World world = clicks_on_two_processes(design);
  world.scenario.faults.vanishes = 1;
  reach_death_inside(world, EventKind::vanish);
  return world;
}

World click_and_worker(const Design& design) {
  World world = make_world(design, {first_project()});
  const Process web = world.process("web", 2);
  const Process worker = world.process("worker", 2);
  world.click(web, first_project(), run_route);
  world.slot(worker);
  follow_clicks(world);
  add_worker_properties(world);
  reach_answer(world, 202);
  reach_runs_done(world, 1);
  return world;
}

// The second click comes when the first one is answered, whatever the worker has done by then.
World clicks_and_slots(const Design& design) {
  World world = make_world(design, {first_project()});
  const Process web = world.process("web", 2);
  const Process worker = world.process("worker", 2);
  world.click(web, first_project(), run_route, 2);
  world.slot(worker);
  world.slot(worker);
  follow_clicks(world);
  add_worker_properties(world);
  reach_answer(world, 202);
  reach_runs_done(world, 1);
  return world;
}

// A click and the worker, with this fault, which in some execution strikes a COMMIT.
World struck(const Design& design, const FaultBudget& faults, EventKind fault) {
  World world = click_and_worker(design);
  world.scenario.faults = faults;
  reach_commit_fault(world, fault);
  return world;
}

World lost_reply(const Design& design) {
  return struck(design, {.lost = 1}, EventKind::lost);
}

World refused_statement(const Design& design) {
  return struck(design, {.refused = 1}, EventKind::refused);
}

World late_statement(const Design& design) {
  return struck(design, {.late = 1}, EventKind::late);
}

World dropped_session(const Design& design) {
  World world = click_and_worker(design);
  world.scenario.faults.drops = 1;
  world.scenario.milestone("a session is dropped",
                           [](const Event& event) { return event.kind == EventKind::drop; });
  return world;
}

// Two worker processes, so that one survives.
World click_and_two_workers(const Design& design) {
  World world = make_world(design, {first_project()});
  const Process web = world.process("web", 2);
  const Process worker = world.process("worker-1", 1);
  const Process other = world.process("worker-2", 1);
  world.click(web, first_project(), run_route);
  world.slot(worker);
  world.slot(other);
  follow_clicks(world);
  add_worker_properties(world);
  reach_runs_done(world, 1);
  return world;
}

World dying_worker(const Design& design) {
  World world = click_and_two_workers(design);
  world.scenario.faults.crashes = 1;
  reach_second_delivery(world, EventKind::crash);
  return world;
}

World vanishing_worker(const Design& design) {
  World world = click_and_two_workers(design);
  world.scenario.faults.vanishes = 1;
  reach_second_delivery(world, EventKind::notice);
  return world;
}

// The queue takes the worker for dead, which only was slow: the job is delivered to both.
World stalled_worker(const Design& design) {
  World world = make_world(design, {first_project()});
  world.queue(first_project());
  world.slot(world.process("worker-1", 1));
  world.slot(world.process("worker-2", 1));
  const std::size_t queue =
      world.scenario.actor("queue", world.scenario.host("queue"), [](Context& ctx) {
        constexpr char stalled[] = "UPDATE job SET taken_by = NULL WHERE taken_by IS NOT NULL";
        ctx.external("deliver stalled jobs again", stalled);
      });
  follow_clicks(world);
  add_worker_properties(world);
  reach_runs_done(world, 1);
  world.scenario.milestone("a job is delivered again", [queue](const Event& event) {
    return event.actor == queue && event.kind == EventKind::external && !event.changes().empty();
  });
  return world;
}

}  // namespace

std::vector<Workload> fault_workloads() {
  return {
      {"one-run", "a click, and the worker that takes its run", click_and_worker},
      {"clicks-and-slots", "one click after the other, and a worker with two slots",
       clicks_and_slots},
      {"dying-handler", "two clicks, a web process dies anywhere", dying_handler},
      {"vanishing-handler", "two clicks, a web process vanishes and the server notices later",
       vanishing_handler},
      {"lost-reply", "a click and the worker, one reply is lost", lost_reply},
      {"refused-statement", "a click and the worker, one statement is refused", refused_statement},
      {"late-statement", "a click and the worker, one statement takes effect late", late_statement},
      {"dropped-session", "a click and the worker, the server ends one session", dropped_session},
      {"stalled-worker", "a run that is delivered to two workers, since the first one is slow",
       stalled_worker},
      {"vanishing-worker",
       "a click and two worker processes, one process vanishes and the server notices later",
       vanishing_worker},
      {"dying-worker", "a click and two worker processes, one process dies anywhere", dying_worker},
  };
}

}  // namespace racewindow::pipeline_lock
