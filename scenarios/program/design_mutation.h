// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/program/commands.h"
#include "scenarios/program/output.h"
#include "scenarios/program/run.h"
#include "sim/mutation_result.h"

namespace racewindow {

// The scenarios of one design, in the registry's order.
struct DesignGroup {
  std::string design;
  std::vector<const ScenarioEntry*> entries;
};
[[nodiscard]] std::vector<DesignGroup> by_design(const std::vector<const ScenarioEntry*>& entries);

// Explores every mutant of designs under their workloads (docs/mutation.md), and tells `line` how
// far it is.
class MutationRun {
 public:
  MutationRun(const MutateOptions& options, ProgressLine& line)
      : options_(&options), line_(&line) {}

  // Empty: interrupted.
  [[nodiscard]] std::optional<MutationReport> design(const DesignGroup& group);

  // The guard itself could not be run under some workload.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  [[nodiscard]] RunOptions run_as(const std::string& store, const std::string& what);

  const MutateOptions* options_;
  ProgressLine* line_;
  bool broken_ = false;
};

}  // namespace racewindow
