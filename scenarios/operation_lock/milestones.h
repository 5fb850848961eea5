// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "scenarios/operation_lock/world.h"

// What a scenario must reach at least once, so that its verdicts are about the contention it is
// named after. Each function adds one milestone to a world whose callers are all declared.
namespace racewindow::operation_lock {

// Two operations on one file meet: as far as the design allows, inside; else one is refused.
void reach_meeting(World& world);
void reach_line(World& world, std::string name, std::string_view words);
void reach_takeover(World& world);
// A caller is refused when the lock is of this age.
void reach_refusal_at(World& world, std::string name, Duration age);
void reach_death_with_lock(World& world);
// The fault strikes a statement of this verb on this table.
void reach_fault(World& world, std::string name, EventKind fault, Verb verb,
                 std::string_view table);
void reach_delivery(World& world);  // a late statement changes rows after all
// A pointer moves between the two statements of the recompare that this actor makes.
void reach_overtaken_recompare(World& world, std::size_t actor);

}  // namespace racewindow::operation_lock
