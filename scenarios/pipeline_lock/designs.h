// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "guards/pipeline_lock/project.h"

namespace racewindow::pipeline_lock {

// A design as scenarios treat it: the handler, the worker's side, and the workloads it is put
// under. The text's design and its repair are put under every workload, another one under those
// that show its fault and those that show what it does achieve.
struct Design {
  std::string name;
  std::string about;
  std::string section;
  StartRun start;
  RunPipeline run;
  std::function<void(Context&, PoolHandle)> enqueue_pending = {};  // empty: nobody does
  std::vector<std::string> indexes = {};
  std::vector<std::string_view> workloads;
  bool accepted = false;
  bool autocommit = false;  // sends neither transactions nor advisory locks: for SQLite too
};

// Every design, in the order in which the document comes to them, the repair last.
[[nodiscard]] std::vector<Design> designs();

}  // namespace racewindow::pipeline_lock
