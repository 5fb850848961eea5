// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/command_support.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "reports/text.h"

namespace racewindow {

RunOptions run_options(const LimitOptions& limits, const std::string& store) {
  RunOptions run;
  run.explore.store = store;
  run.explore.executions_max = limits.executions_max;
  run.explore.steps_max = limits.steps_max;
  run.explore.memory_max_bytes = limits.memory_max_bytes;
  run.seconds_max = limits.seconds_max;
  run.hang_seconds = limits.hang_seconds;
  return run;
}

void show_progress(ProgressLine& line, const std::string& what, const Progress& progress,
                   double elapsed_s) {
  if (elapsed_s < 1) return;
  line.show(fmt::format(
      "{}: {}, {} steps/s, {}, {:.0f} s", what, counted(progress.executions, "execution"),
      grouped(static_cast<std::uint64_t>(static_cast<double>(progress.steps) / elapsed_s)),
      counted(progress.states, "state"), elapsed_s));
}

void print_report(const OutputOptions& output, const std::string& text) {
  std::FILE* const stream = output.to_standard_output() ? stderr : stdout;
  fmt::print(stream, "{}", text);
}

Style report_style(const OutputOptions& output) {
  Style style =
      style_for(output.color, output.to_standard_output() ? STDERR_FILENO : STDOUT_FILENO);
  style.verbose = output.verbose;
  return style;
}

}  // namespace racewindow
