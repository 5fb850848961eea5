// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scenarios/pipeline_lock/world.h"

// What a scenario must reach at least once, so that its verdicts are about the contention it is
// named after. Each function adds one milestone to a world whose clicks are followed.
namespace racewindow::pipeline_lock {

void reach_answer(World& world, int status);
void reach_clicks_inside(World& world, std::size_t count);  // so many at the same moment
void reach_death_inside(World& world, EventKind death);     // a clicker dies before its answer
void reach_runs_done(World& world, std::size_t count);      // so many
void reach_runs_running(World& world, std::size_t count);   // so many at the same moment
// A job is taken again after its first worker has died or was found to be dead.
void reach_second_delivery(World& world, EventKind death);
void reach_commit_fault(World& world, EventKind fault);   // the fault strikes a COMMIT
void reach_connections(World& world, std::size_t count);  // so many are in use at once
void reach_worker_wait(World& world);
void reach_drop_of_rules_table(World& world, std::size_t sweeper);

}  // namespace racewindow::pipeline_lock
