// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "sim/scenario.h"

namespace racewindow {

using Words = std::vector<std::string_view>;

// What exploration found: every listed property is violated in every listed design under every
// listed workload, as far as the registry pairs the two.
struct Known {
  Words designs;
  Words workloads;
  Words properties;
  const char* why;
};

// Has the scenario expect what a table says of it; all else is expected to hold.
void expect_known(Scenario& scenario, const std::vector<Known>& table, std::string_view design,
                  std::string_view workload);

}  // namespace racewindow
