// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guards/portal_push/account.h"

namespace racewindow::portal_push {

// A design of the push as scenarios treat it: the guard, what it is, the workloads it is put under,
// and the traits that decide what a workload can reach with it. An accepted design and its repairs
// are put under every workload, a rejected one under those that show its fault and those that show
// what it does achieve.
struct Design {
  std::string name;
  std::string about;
  std::string section;
  Push push;
  std::vector<std::string_view> workloads;
  bool accepted = false;
  bool claims_above = false;  // claims above every staged row
  bool forward_flip = false;  // moves the pointer only forward, and reads it back
  bool root_row = false;      // begins every tree with the same row
  bool lease = false;         // needs the lease table and the clock
};

// Every design, in the order in which the document comes to them, repairs last.
[[nodiscard]] std::vector<Design> designs();

}  // namespace racewindow::portal_push
