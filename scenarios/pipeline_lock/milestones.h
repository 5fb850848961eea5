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
void reach_second_delivery(World& world);  // a job is taken whose first worker died
void reach_lost_commit(World& world);
void reach_worker_wait(World& world);
void reach_drop_of_rules_table(World& world, std::size_t sweeper);

}  // namespace racewindow::pipeline_lock
