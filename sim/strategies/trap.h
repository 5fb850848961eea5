// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace racewindow {

// Ways to get a reduction wrong that have been believed right. Only tests set one: the comparison
// with naive must fail with each, or it would not have found the mistake.
enum class Trap : std::uint8_t {
  none,
  cut_at_known_states,     // the races of the suffix that is cut are lost
  prune_by_preemptions,    // an execution with more than one is cut
  ignore_phantoms,         // a predicate reads only rows that are there
  ignore_pending_locks,    // what is disabled at the end races with nothing
  ignore_views,            // steps that change the view are not ordered
  reverse_to_one_step,     // only the later step is brought forward, whatever it needs before it
  reverse_last_race_only,  // an earlier step that it races with too is left alone
};

}  // namespace racewindow
