// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guards/operation_lock/flow.h"
#include "guards/operation_lock/operation.h"

namespace racewindow::operation_lock {

// How a design keeps two operations on a file apart, as far as that decides what a workload can
// reach with it.
enum class Exclusion {
  none,
  table,           // a row of the lock table; expires
  table_for_ever,  // the same without a TTL
  session,         // a session's advisory lock, through a pool
};

// A design of the replace as scenarios treat it: the guard, what it is, and the workloads it is put
// under. An accepted design and its repair are put under every workload, a rejected one under those
// that show its fault and those that show what it does achieve.
struct Design {
  std::string name;
  std::string about;
  std::string section;
  FileCall replace;
  std::vector<std::string_view> workloads;
  Exclusion exclusion = Exclusion::table;
  bool accepted = false;
  bool transactions = false;  // sends BEGIN and COMMIT: not over HTTP, and not to SQLite
  // How results are made from elsewhere in the interface, where the design has a say in it.
  void (*recompare)(Session&, const std::string&) = operation_lock::recompare;
};

// Every design, in the order in which the document comes to them, the repair last.
[[nodiscard]] std::vector<Design> designs();

}  // namespace racewindow::operation_lock
