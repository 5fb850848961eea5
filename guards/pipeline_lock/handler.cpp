// SPDX-License-Identifier: Apache-2.0
#include "guards/pipeline_lock/handler.h"

namespace racewindow::pipeline_lock {

void post_run(Context& ctx, const StartRun& start, const Web& web, const Project& project,
              std::string_view route) {
  const auto answer = [&](int status, std::string_view why) {
    ctx.log("status={} route={} project={} {}", status, route, project.id, why);
  };
  try {
    const std::int64_t run = start(ctx, web, project);
    answer(202, fmt::format("run={}", run));
  } catch (const PipelineLockBusy&) {
    answer(409, "reason=lock-busy");
  } catch (const RunActive& active) {
    answer(409, fmt::format("reason=run-active run={}", active.run));
  } catch (const SqlError& error) {
    answer(500, fmt::format("error=\"{}\"", error.message()));
  }
}

}  // namespace racewindow::pipeline_lock
