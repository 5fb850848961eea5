// SPDX-License-Identifier: Apache-2.0
//
// Properties that every design of the project keeps to: broken designs show that they can fail.
// (All other properties are violated by some design of the catalog.)
#include <gtest/gtest.h>

#include "guards/pipeline_lock/designs.h"
#include "guards/pipeline_lock/prisma.h"
#include "guards/pipeline_lock/run_steps.h"
#include "guards/pipeline_lock/worker.h"
#include "scenarios/pipeline_lock/pipeline_lock.h"
#include "tests/scenarios/replayed.h"

namespace racewindow::pipeline_lock {
namespace {

Verdict verdict(const StartRun& start, const RunPipeline& run, std::string_view workload,
                std::string_view property) {
  Design design;
  design.name = "broken-for-a-test";
  design.start = start;
  design.run = run;
  return ::racewindow::testing::verdict_of(scenario_entry(design, workload), property);
}

TEST(PipelineLockProperty, companies_apart_sees_one_lock_for_all_schema_operations) {
  const RunPipeline run = [](Context& ctx, PoolHandle pool, const Job& job) {
    Session prisma = ctx.session(pool);
    mark_running(prisma, job.run);
    in_transaction(ctx, pool, [&](Session& transaction) {
      transaction.exec("SELECT pg_advisory_xact_lock(1)");
      create_company_schema(transaction, job.project);
    });
    for (const char* step : {"FETCH", "PARSE", "MERGE", "RULES", "EXPORT"}) {
      record_step(prisma, job.run, step);
    }
    mark_done(prisma, job.run);
  };
  EXPECT_EQ(verdict(start_as_described, run, "two-companies", "companies-apart"),
            Verdict::violated);
}

TEST(PipelineLockProperty, connections_bounded_sees_a_connection_beside_the_pool) {
  const StartRun start = [](Context& ctx, const Web& web, const Project& project) {
    Session own = ctx.session();
    own.exec("BEGIN");
    const std::int64_t run = start_as_described(ctx, web, project);
    own.exec("COMMIT");
    return run;
  };
  EXPECT_EQ(verdict(start, run_as_described, "connections-1", "connections-bounded"),
            Verdict::violated);
}

}  // namespace
}  // namespace racewindow::pipeline_lock
