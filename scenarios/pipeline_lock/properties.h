// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenarios/pipeline_lock/world.h"

// What must hold. Each function adds its properties to a world whose actors are all declared.
namespace racewindow::pipeline_lock {

// Of every workload: at-most-one-active, steps-once-in-order, and the recovery project-runs-again.
void add_run_properties(World& world);
void add_recovery(World& world);

// Where a worker works: no-ddl-error, rules-table-stays, ended-stays-ended.
void add_worker_properties(World& world);

// Of clicks on one project: immediate-409, honest-409.
void add_click_properties(World& world);
// … that nothing befalls, while nobody works on the run: one-accepted.
void add_one_accepted(World& world);
// Of clicks on several projects: projects-apart.
void add_projects_apart(World& world);
// Of several slots: one-unit, companies-apart.
void add_one_unit(World& world);
void add_companies_apart(World& world);
// Of all queues: connections-bounded.
void add_connections(World& world, std::size_t most);

}  // namespace racewindow::pipeline_lock
