// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/style.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/output.h"
#include "scenarios/program/run.h"

namespace racewindow {

// What the commands that run scenarios share.

[[nodiscard]] RunOptions run_options(const LimitOptions& limits, const std::string& store);

// Shows the progress of a run that takes longer than a second.
void show_progress(ProgressLine& line, const std::string& what, const Progress& progress,
                   double elapsed_s);

// The report goes to standard output, or to standard error where the JSON takes that.
void print_report(const OutputOptions& output, const std::string& text);
[[nodiscard]] Style report_style(const OutputOptions& output);

}  // namespace racewindow
