// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "guards/pipeline_lock/project.h"

// Dropping the rules_tmp_* tables that dead runs have left behind.
namespace racewindow::pipeline_lock {

// Tables are named after projects: those of projects without a running run are dropped.
void sweep_idle_projects(Context& ctx, PoolHandle pool);

}  // namespace racewindow::pipeline_lock
