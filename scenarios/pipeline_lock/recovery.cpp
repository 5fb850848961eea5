// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "guards/pipeline_lock/sweeper.h"
#include "guards/pipeline_lock/worker.h"
#include "scenarios/pipeline_lock/properties.h"

namespace racewindow::pipeline_lock {
namespace {

[[noreturn]] void fail(std::string message) {
  throw SqlError("P0001", std::move(message));
}

std::int64_t click(Context& ctx, const StartRun& start, const Web& web, const Project& project) {
  try {
    return start(ctx, web, project);
  } catch (const PipelineLockBusy&) {
    fail(fmt::format("expected 202 for {}, it is locked", project.id));
  } catch (const RunActive& active) {
    fail(fmt::format("expected 202 for {}, run {} is active for ever", project.id, active.run));
  }
}

// Raises unless the project's newest run is DONE.
void require_done(Context& ctx, PoolHandle pool, const Project& project) {
  constexpr char newest[] =
      "SELECT status FROM pipeline_run WHERE project_id = $1 ORDER BY id DESC LIMIT 1";
  Session db = ctx.session(pool);
  const auto status = db.value<std::string>(newest, project.id);
  if (status != "DONE") {
    fail(fmt::format("expected the run of {} to be DONE, it is {}", project.id,
                     status.value_or("not there")));
  }
}

// The body raises what is wrong, so that nothing is left to judge.
Finding nothing(const Final&) {
  return std::nullopt;
}

}  // namespace

void add_recovery(World& world) {
  const PoolHandle pool = world.recovery_pool;
  world.scenario.recovery(
      {"project-runs-again", "Lock intra-project: advisory lock Postgres",
       "from every end state, once the worker has worked off its queue, a click on each project "
       "is accepted and its run is DONE"},
      [design = world.design, projects = world.facts.projects, pool,
       web = Web{pool, world.lock_key}](Context& ctx) {
        if (design.enqueue_pending) design.enqueue_pending(ctx, pool);
        work_off(ctx, pool, design.run, "restarted");
        sweep_idle_projects(ctx, pool);
        for (const Project& project : projects) {
          click(ctx, design.start, web, project);
          work_off(ctx, pool, design.run, "restarted");
          require_done(ctx, pool, project);
        }
      },
      nothing);
}

}  // namespace racewindow::pipeline_lock
