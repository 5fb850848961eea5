// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/mutation.h"

// What guard mutation found, as plain data; docs/mutation.md defines the outcomes.
namespace racewindow {

enum class MutantOutcome : std::uint8_t {
  killed,          // a property that holds for the guard is violated by the mutant
  survived,        // every property holds, though something is different
  equivalent,      // nothing is different in any execution
  vacuous,         // no property is violated, but what was to be tested never came about
  not_applicable,  // the changed text does not bind, or the guard cannot go on with its result
  inconclusive,    // a limit was met
  broken,          // a limit of the simulator
};
[[nodiscard]] std::string_view outcome_name(MutantOutcome outcome);

struct MutantResult {
  Mutation mutation;
  MutantOutcome outcome = MutantOutcome::survived;
  std::string scenario;     // whose exploration decided it; empty: all together
  std::string property;     // killed: which one
  std::string detail;       // killed: what was seen; otherwise why
  std::string replay_line;  // killed
  std::size_t runs = 0;     // explorations that were made of it
};

// Of one design, under all the workloads that were selected.
struct MutationReport {
  std::string design;  // portal-push/accepted
  std::string store;
  std::string spec_file;  // the isolation spec that it was read from; empty: none
  bool accepted = false;
  std::vector<std::string> workloads;  // ids of scenarios, in the order in which mutants meet them
  // Workloads left out because the guard itself is not as expected there, and why.
  std::vector<std::string> left_out;
  std::vector<MutantResult> mutants;  // by statement
};

}  // namespace racewindow
