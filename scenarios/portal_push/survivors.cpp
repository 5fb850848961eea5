// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "scenarios/portal_push/about.h"

namespace racewindow::portal_push {

std::span<const Survivor> survivors() {
  static constexpr std::array<Survivor, 3> all = {{
      {"drop-conjunct", "statements.cpp",
       "SELECT currentgeneration FROM directory_state WHERE [-accountid = $1-]",
       "property missing: with two accounts the first one's pointer is read for both. The claim "
       "still lies above everything that the account has staged; a push that gives way because "
       "another account's pointer is higher needs a workload in which one is ahead"},
      {"drop-conjunct", "statements.cpp",
       "SELECT MAX(generation) AS g FROM directory WHERE [-accountid = $1-]",
       "redundant for what must hold: a claim above the generations of all accounts is above "
       "those of its own; the clause keeps the numbers of an account dense, and its index used"},
      {"change-comparison", "statements.cpp", "excluded.currentgeneration [->-]{+>=+}",
       "redundant: the same generation is flipped to twice only by pushes that share a claim and "
       "have nothing to stage, and to write the same number again changes no tree"},
  }};
  return all;
}

}  // namespace racewindow::portal_push
