// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "reports/check_table.h"
#include "reports/json.h"
#include "reports/text.h"
#include "reports/violation.h"
#include "scenarios/program/command_support.h"
#include "scenarios/program/commands.h"
#include "scenarios/program/exit_code.h"
#include "scenarios/program/output.h"
#include "scenarios/program/result_files.h"
#include "scenarios/program/usage.h"

namespace racewindow {
namespace {

// Of several files one set of results, in the order given.
ResultFile joined(const std::vector<std::string>& names) {
  ResultFile all;
  for (const std::string& name : names) {
    try {
      ResultFile file = parse_result_file(read_file(name));
      // Of files of different kinds the one that tells every violation.
      if (all.kind != "explore") all.kind = file.kind;
      for (ScenarioResult& result : file.results) all.results.push_back(std::move(result));
    } catch (const BadJson& error) {
      throw UsageError(escaped(name) + ": " + error.what());
    }
  }
  return all;
}

}  // namespace

int report_command(const ReportOptions& options) {
  const ResultFile file = joined(options.files);
  ResultFiles files(options.output);
  const Style style = report_style(options.output);
  std::string text = check_table(file.results, {.only_unexpected = options.output.quiet}, style);
  const ViolationOptions shown{.program = options.output.program,
                               .only_unexpected = file.kind == "check" || options.output.quiet};
  for (const std::string& report : violation_reports(file.results, shown, style)) {
    text += "\n" + report;
  }
  print_report(options.output, text);
  files.commit(file);
  return exit_code(file.results);
}

}  // namespace racewindow
