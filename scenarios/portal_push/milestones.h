// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scenarios/portal_push/world.h"

// What a scenario must reach at least once, so that its verdicts are about the contention it is
// named after. Each function adds one milestone to a world whose actors are all declared.
namespace racewindow::portal_push {

void reach_shared_claim(World& world);         // two pushes claim the same generation
void reach_first_row_collision(World& world);  // the second of them is refused at its first row
void reach_later_collision(World& world);      // … or after it has staged rows
void reach_higher_claim(World& world);         // a push claims above rows a peer has yet to flip
void reach_superseded_flip(World& world);
void reach_both_flips(World& world);  // two pushes flip in one execution
void reach_death_while_staging(World& world);
void reach_flip_fault(World& world, EventKind fault);  // the fault strikes a flip
void reach_late_stage(World& world);                   // a late INSERT takes effect after all
void reach_failure_in_loop(World& world, std::size_t pusher);
void reach_change_between_reads(World& world, std::size_t editor);
void reach_reader_overtaken(World& world, std::size_t reader);
void reach_line(World& world, std::string name, std::string op);
void reach_lease_taken_over(World& world);

}  // namespace racewindow::portal_push
