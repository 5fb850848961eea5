// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "reports/forms.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/output.h"

namespace racewindow {

// The files that a command was asked for, all of them opened before its work begins. Throws
// UsageError for a name that cannot be written.
class ResultFiles {
 public:
  explicit ResultFiles(const OutputOptions& output);

  // Every form of the same results. What GitHub Actions shows is written too where that runs us:
  // annotations to standard output, and the Markdown to the step's summary.
  void commit(const ResultFile& file);

 private:
  const OutputOptions* output_;
  std::vector<std::pair<const Form*, std::unique_ptr<OutputFile>>> files_;
};

}  // namespace racewindow
